import { badRequest } from "./errors";

/**
 * Reads `include`: hyphens as the contract writes them and underscores as real clients send them mean the same (facts, section 6).
 *
 * @throws ServiceError 400 for a value that is not among `allowed`.
 */
export function readInclude<const T extends string>(query: URLSearchParams, allowed: readonly T[]): readonly T[] {
  const given = (query.get("include") ?? "").split(",").filter((value) => value !== "");
  return given.map((value) => {
    const found = allowed.find((option) => option === value.replaceAll("_", "-"));
    if (found === undefined) {
      throw badRequest(`Invalid include parameter: ${value}. Known are ${allowed.join(", ")}.`);
    }
    return found;
  });
}
