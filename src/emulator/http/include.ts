import { badRequest, notEmulated } from "./errors";

/**
 * Reads `include`. Values with hyphens, as documented, and with underscores, as clients send them, are the same.
 *
 * @param others what the service can include and the emulator cannot
 * @throws HttpError 400 for a value that is not in `allowed`
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
      throw badRequest(`Invalid include parameter: ${value}. Expected one of ${allowed.join(", ")}.`);
    }
    return found;
  });
}
