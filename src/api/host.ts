/** A host as credentials are kept under it: lower case, international names in their ASCII form, without the usual port. */
export function normalizeHost(host: string): string | undefined {
  if (host === "" || /[\s/?#@\\]/.test(host)) return undefined;
  const url = parseUrl(`https://${host}`);
  return url?.host;
}

/** The address; undefined for what is none. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
