import { normalizeHost, parseUrl } from "./host";

/** What stands for an address of which nothing can be shown. */
const NOT_SHOWN = "(not shown, since a password may be in it)";
/** Schemes that are taken for such; anything else before a colon may be a user name. */
const SCHEME = /^(?:https?|socks\d?[ah]?|ftp|wss?):\/\//i;

/**
 * An address or a host name that someone gave, for a message: its scheme, host and port, in quotes, and no more. A password may be anywhere in
 * it: where it has a slash in it, `https://user:12/34@host` has the host `user` for every parser. So where an `@` comes after what parses as
 * the host, not even that is shown.
 */
export function redactAddress(given: string): string {
  const text = given.trim();
  const [scheme] = SCHEME.exec(text) ?? [""];
  const url = scheme === "" ? undefined : parseUrl(text);
  if (url !== undefined && url.host !== "" && !mayContainPassword(url)) {
    const hasMore = /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "" ? "" : "/…";
    return JSON.stringify(`${url.protocol}//${url.host}${hasMore}`);
  }
  if (scheme !== "") return JSON.stringify(`${scheme.toLowerCase()}…`);
  if (text === "" || text.includes("@")) return text === "" ? '""' : NOT_SHOWN;
  const [host = ""] = text.split(/[\s/?#\\]/, 1);
  // What follows a colon is a port, or else what stands before it is no host.
  return normalizeHost(host) === undefined || /:(?!\d+$)/.test(host)
    ? NOT_SHOWN
    : JSON.stringify(host === text ? host : `${host}…`);
}

/** Whether an `@` comes after the host, which is then perhaps none, but the beginning of a user name and a password. */
export function mayContainPassword(url: URL): boolean {
  return [url.pathname, url.search, url.hash].some((part) => part.includes("@"));
}

/** Where a redirect leads, for a message: without user name, password, query and fragment. */
export function redactRedirect(location: string, from: string): string {
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || mayContainPassword(url)) return `an address ${NOT_SHOWN}`;
  return url.origin + url.pathname;
}
