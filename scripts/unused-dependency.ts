/** In bundles, in place of libraries that axios imports and never uses here. */
export default class UnusedDependency {
  /** As `follow-redirects` has them. */
  static readonly http = undefined;
  static readonly https = undefined;

  constructor() {
    throw new Error("The client uses no forms, redirects or proxies of axios.");
  }
}

/** As `proxy-from-env` has it. */
export function getProxyForUrl(): string {
  return "";
}
