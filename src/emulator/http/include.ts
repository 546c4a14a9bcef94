import { badRequest, notEmulated } from "./errors";

/**
 * Reads `include`: hyphens as the contract writes them and underscores as real clients send them mean the same (facts, section 6).
 *
 * @param others what the real service includes and the emulator does not.
 * @throws ServiceError 400 for a value that is not among `allowed`.
 */
export function readInclude<const T extends string>(
  query: URLSearchParams,
  allowed: readonly T[],
  others: readonly string[] = [],
): readonly T[] {
  const given = (query.get("include") ?? "").split(",").filter((value) => value !== "");
  return given.map((value) => {
    const found = allowed.find((option) => option === value.replaceAll("_", "-"));
    if (found === undefined) {
      if (others.includes(value.replaceAll("_", "-"))) throw notEmulated(`Include parameter ${value}`);
      throw badRequest(`Invalid include parameter: ${value}. Known are ${allowed.join(", ")}.`);
    }
    return found;
  });
}
