/** Names and addresses of the loopback interface, as written in a URL. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a URL is on the loopback interface: requests to it do not leave the machine. */
export function isLoopbackUrl(address: string | null): boolean {
  if (address === null || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return ["http:", "https:"].includes(protocol) && LOOPBACK_HOST.test(hostname);
}

/**
 * Whether a `Host` header names the loopback interface. Browsers resolve all names under `localhost` to it; other
 * programs may look them up elsewhere, so {@link isLoopbackUrl} does not accept them.
 */
export function isLoopbackHost(header: string): boolean {
  const name = header.replace(/:\d+$/, "");
  return LOOPBACK_HOST.test(name) || /^([a-z0-9-]+\.)+localhost$/i.test(name);
}

/** Whether two URLs on the loopback interface have the same port, under whatever names. */
export function isSamePort(one: string, other: string): boolean {
  return isLoopbackUrl(one) && isLoopbackUrl(other) && portOf(one) === portOf(other);
}

function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
