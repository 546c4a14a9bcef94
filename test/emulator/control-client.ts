import { OBJECT_GROUPS } from "../../src/emulator/control/objects";
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

/** An operation of the control API, as `GET /_emulator` lists it. */
export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly does: string;
  readonly example: { readonly path: string; readonly body?: object };
}

/** The operations, with examples that use objects that exist now. */
export async function listedOperations(emulator: Emulator): Promise<readonly ListedOperation[]> {
  const { document } = await controlRequest(emulator, "GET", "");
  return (document as { readonly operations: readonly ListedOperation[] }).operations;
}

/** Makes one object of each kind that states how, by its example, but with another name than the example. */
export async function makeOneOfEach(emulator: Emulator): Promise<void> {
  for (const { create } of Object.values(OBJECT_GROUPS)) {
    const path = `/_emulator${create!.path}`;
    const { example } = (await listedOperations(emulator)).find((it) => it.method === "POST" && it.path === path)!;
    const named = Object.entries(example.body!).map(([name, value]): [string, unknown] => [
      name,
      ["name", "key"].includes(name) ? "existing" : value,
    ]);
    const made = await controlRequest(emulator, "POST", create!.path, Object.fromEntries(named));
    if (made.status !== 200) throw new Error(`POST ${path}: ${JSON.stringify(made.document)}`);
  }
}
