import { ServiceError } from "./errors";

/**
 * Refuses filters and searches that the real service may know but the emulator does not: to ignore one would be to answer with what
 * was not asked for.
 *
 * @throws ServiceError 501 naming the parameter.
 */
export function refuseOtherFilters(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) {
    if (/^(filter|search)\[/.test(name) && !known.includes(name)) {
      const detail = `This emulator does not know the parameter ${name}. It knows ${known.join(", ")}.`;
      throw new ServiceError(501, [{ status: "501", title: "not emulated", detail }]);
    }
  }
}

/** A parameter's text, undefined when absent or blank. */
export function given(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null || value.trim() === "" ? undefined : value;
}
