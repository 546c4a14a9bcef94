/**
 * A host as the key of its credentials: lower case, internationalized names in ASCII form, without the default port.
 */
export function normalizeHost(host: string): string | undefined {
  if (host === "" || /[\s/?#@\\]/.test(host)) return undefined;
  return parseUrl(`https://${host}`)?.host;
}

/** The parsed URL; undefined when the text is not a URL. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Whether requests to the host stay on this machine.
 *
 * @param hostname - As in `URL.hostname`, which normalizes IPv4 addresses and puts IPv6 addresses in brackets.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
