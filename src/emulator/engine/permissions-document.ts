import type { Permission } from "./access";
import { Json } from "./documents";

/**
 * Makes the permissions in the documents of a kind.
 *
 * @param shown - By the service's name: the permission that decides, or what they always are.
 * @returns The permissions of a principal. Each combination is converted once: most objects in a list have the same.
 */
export function permissionsDocument<P extends Permission>(
  shown: Readonly<Record<string, P | boolean>>,
): (can: (permission: P) => boolean) => Json {
  const deciding = [...new Set(Object.values(shown).filter((it): it is P => typeof it === "string"))];
  const known = new Map<string, Json>();
  return (can) => {
    const held = deciding.filter(can);
    const key = held.join(" ");
    const isHeld = (it: P | boolean): boolean => (typeof it === "string" ? held.includes(it) : it);
    const found =
      known.get(key) ?? Json.of(Object.fromEntries(Object.entries(shown).map(([name, it]) => [name, isHeld(it)])));
    known.set(key, found);
    return found;
  };
}
