import type { Emulator } from "../../src/emulator";

/** A response of the control API; the document is undefined when there is none. */
export interface ControlResponse {
  readonly status: number;
  readonly document: unknown;
}

/** Sends a request to the control API, without token and media type. @param path relative to `/_emulator` */
export async function controlRequest(
  emulator: Pick<Emulator, "address">,
  method: string,
  path: string,
  body?: object,
): Promise<ControlResponse> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${emulator.address}/_emulator${path}`, init);
  const text = await response.text();
  return { status: response.status, document: text === "" ? undefined : JSON.parse(text) };
}
