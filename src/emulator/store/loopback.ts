/** Whether a URL is on the loopback interface: requests to it do not leave the machine. */
export function isLoopbackUrl(address: string | null): boolean {
  if (address === null || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return ["http:", "https:"].includes(protocol) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
