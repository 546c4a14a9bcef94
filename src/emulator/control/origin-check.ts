/**
 * The control interface asks for no token, and a web page can make a browser on this machine send requests to it. So it hears only
 * who speaks to this machine by one of its own names, and not for another site.
 *
 * - `Host`: a page whose name was made to lead here (DNS rebinding) sends its own name.
 * - `Origin`: a browser sends it with whatever a page of another site sends that could change something.
 * - `Sec-Fetch-Site`: a browser sends it with everything, also with what only looks (an image, a link). `same-site` is another port of this
 *   machine, which is another program. A person who types the address is `none`.
 *
 * @returns why the request is refused; undefined when it is not.
 */
export function originProblem(headers: Headers): string | undefined {
  const host = headers.get("host") ?? "";
  if (!isLoopback(host)) {
    return `The control interface answers only requests to this machine's own names, such as 127.0.0.1 and localhost; the Host header says ${JSON.stringify(host)}.`;
  }
  const origin = headers.get("origin");
  if (origin !== null && origin !== `http://${host}`) {
    return `The control interface answers no web pages of other sites; the Origin header says ${JSON.stringify(origin)}. A program that is no browser should send no Origin.`;
  }
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") {
    return `The control interface answers no web pages of other sites or ports; the Sec-Fetch-Site header says ${JSON.stringify(site)}. A program that is no browser should send no Sec-Fetch-Site.`;
  }
  return undefined;
}

function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|([a-z0-9-]+\.)*localhost|\[::1\])(:\d+)?$/i.test(host);
}
