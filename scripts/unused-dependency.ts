/** Replaces dependencies of unused library features in bundles. */
export default class UnusedDependency {
  /** Exports of `follow-redirects`. */
  static readonly http = undefined;
  static readonly https = undefined;

  constructor() {
    throw new Error("Forms, redirects and proxies of axios are not in this bundle.");
  }
}

/** Export of `proxy-from-env`. */
export function getProxyForUrl(): string {
  return "";
}
