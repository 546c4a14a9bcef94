/** In bundles, in place of libraries that others import for what is never used here. */
export default class UnusedDependency {
  /** As `follow-redirects` has them. */
  static readonly http = undefined;
  static readonly https = undefined;

  constructor() {
    throw new Error("Forms, redirects and proxies of axios are not in this bundle.");
  }
}

/** As `proxy-from-env` has it. */
export function getProxyForUrl(): string {
  return "";
}
