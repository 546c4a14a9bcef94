import { redact } from "../redact";
import { normalizeHost, parseUrl } from "./host";

/** Removes the token from a text: a server may echo the token, and a caller may have passed it as an ID by mistake. */
export function redactToken(text: string, token: string): string {
  return redact(text, new Set([token, encodeURIComponent(token)]), "[token]");
}

/** Replaces an address when no part of it can be shown. */
const NOT_SHOWN = "(not shown, since it may contain a password)";
/** Known schemes; any other text before a colon may be a user name. */
const SCHEME = /^(?:https?|socks\d?[ah]?|ftp|wss?):\/\//i;

/**
 * An address or host name for display in a message: its scheme, host and port, in quotes, and nothing else. A password
 * may be anywhere: URL parsers take `user` for the host of `https://user:12/34@host`. So if an `@` follows the parsed
 * host, not even the host is shown.
 */
export function redactAddress(address: string): string {
  const text = address.trim();
  const [scheme] = SCHEME.exec(text) ?? [""];
  const url = scheme === "" ? undefined : parseUrl(text);
  if (url !== undefined && url.host !== "" && !mayContainPassword(url)) {
    const hasMore = /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "" ? "" : "/…";
    return JSON.stringify(`${url.protocol}//${url.host}${hasMore}`);
  }
  if (scheme !== "") return JSON.stringify(`${scheme.toLowerCase()}…`);
  if (text === "" || text.includes("@")) return text === "" ? '""' : NOT_SHOWN;
  const [host = ""] = text.split(/[\s/?#\\]/, 1);
  // Unless a port follows a colon, the text before the colon is not a host.
  return normalizeHost(host) === undefined || /:(?!\d+$)/.test(host)
    ? NOT_SHOWN
    : JSON.stringify(host === text ? host : `${host}…`);
}

/** Whether an `@` follows the host, which may then be the beginning of a user name and password. */
export function mayContainPassword(url: URL): boolean {
  return [url.pathname, url.search, url.hash].some((part) => part.includes("@"));
}

/** The target of a redirect for display in a message: without user name, password, query and fragment. */
export function redactRedirect(location: string, from: string): string {
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || mayContainPassword(url)) return `an address ${NOT_SHOWN}`;
  return url.origin + url.pathname;
}
