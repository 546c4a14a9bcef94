import type { Emulator } from "../../src/emulator";

/** What the control interface answered; the document is undefined when there was none. */
export interface ControlResponse {
  readonly status: number;
  readonly document: unknown;
}

/**
 * Asks the control interface as a program in another language would: no token, no media type. The path follows
 * `/_emulator`.
 */
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
