import type { Decoder } from "../decode";
import type { ControlMember, EmulatorControl } from "./emulator-control";
import type { ExampleValues } from "./example-values";

/** One operation of the control API. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to `/_emulator`; `:project` is a project's ID, `:organization` an organization's name. */
  readonly path: string;
  readonly summary: string;
  /** The members of {@link EmulatorControl} that do the same in process. */
  readonly members: readonly ControlMember[];
  /** Example input; absent when the operation has none. */
  readonly example?: (samples: ExampleValues) => object;
  /**
   * Performs the operation and returns the response document; undefined for 204.
   *
   * @param input the query parameters of GET and DELETE, otherwise the parsed body
   * @param id the path parameter, "" without one
   */
  readonly handle: (emulator: EmulatorControl, input: unknown, id: string) => unknown;
}

/** An operation that decodes its input. */
export function withInput<T>(
  route: Omit<ControlRoute, "handle" | "example"> & Required<Pick<ControlRoute, "example">>,
  decoder: Decoder<T>,
  handle: (emulator: EmulatorControl, input: T, id: string) => unknown,
): ControlRoute {
  return { ...route, handle: (emulator, input, id) => handle(emulator, decoder(input, "$"), id) };
}

/** An example request. */
export interface ExampleRequest {
  /** With query, relative to `/_emulator`. */
  readonly path: string;
  readonly body: object | undefined;
}

/** An example request for an operation, with IDs that exist. */
export function exampleRequest({ method, path, example }: ControlRoute, samples: ExampleValues): ExampleRequest {
  const names: Readonly<Record<string, string>> = { ...samples };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? name);
  const input = example?.(samples);
  if (input === undefined || !inQuery(method)) return { path: filled, body: input };
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { path: `${filled}?${query.toString()}`, body: undefined };
}

/** Whether the input is sent as query parameters: these methods have no body. */
export function inQuery(method: ControlRoute["method"]): boolean {
  return method === "GET" || method === "DELETE";
}
