import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackHost } from "../loopback";

/**
 * Rejects requests from web pages. The control API has no token, and a page of any site can make a browser on this
 * machine send requests to it.
 *
 * - `Host`: after DNS rebinding, a browser sends the page's own host name.
 * - `Origin`: sent with every cross-origin request that can change something.
 * - `Sec-Fetch-Site`: sent with every request, also for images and links. `same-site` is another port of this machine,
 *   and so another program; `none` is an address that a user typed.
 *
 * @returns why the request is rejected; undefined if it is not
 */
export function originProblem(headers: IncomingHttpHeaders): string | undefined {
  const host = headers.host ?? "";
  if (!isLoopbackHost(host)) {
    return `The control API accepts only requests to a loopback address; the Host header is ${JSON.stringify(host)}.`;
  }
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    return crossOrigin("Origin", origin);
  }
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return crossOrigin("Sec-Fetch-Site", site);
  }
  return undefined;
}

function crossOrigin(header: string, value: string | readonly string[]): string {
  return (
    `The control API rejects requests from web pages of other origins; the ${header} header is ` +
    `${JSON.stringify(value)}. Programs other than browsers should not send ${header}.`
  );
}
