import type { Decoder } from "../decode";
import type { ControlMember, EmulatorControl } from "./emulator-control";
import type { ExampleValues } from "./example-values";

/** One operation of the control interface. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to `/_emulator`; `:project` stands for the identifier of a project, an organization's is its name. */
  readonly path: string;
  readonly summary: string;
  /** The members of {@link EmulatorControl} that do the same in process. */
  readonly members: readonly ControlMember[];
  /** Input as it might be sent; absent when there is none. */
  readonly example?: (samples: ExampleValues) => object;
  /**
   * Does it, and returns the answer's document; undefined for none (204).
   *
   * @param input the query's parameters for GET and DELETE, otherwise the body.
   * @param id what stands in the path, "" when nothing does.
   */
  readonly handle: (emulator: EmulatorControl, input: unknown, id: string) => unknown;
}

/** An operation whose input is decoded first. */
export function withInput<T>(
  route: Omit<ControlRoute, "handle" | "example"> & Required<Pick<ControlRoute, "example">>,
  decoder: Decoder<T>,
  handle: (emulator: EmulatorControl, input: T, id: string) => unknown,
): ControlRoute {
  return { ...route, handle: (emulator, input, id) => handle(emulator, decoder(input, "$"), id) };
}

/** A request as an example shows it. */
export interface ExampleRequest {
  /** With query, relative to `/_emulator`. */
  readonly path: string;
  readonly body: object | undefined;
}

/** The request that asks for an operation, with things that are there. */
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

/** Whether the input of such a request is in its query; a body is not sent with these. */
export function inQuery(method: ControlRoute["method"]): boolean {
  return method === "GET" || method === "DELETE";
}
