import type { Schema } from "../decode";
import { decode } from "../decode";
import type { ControlContext } from "./context";
import type { ExampleValues } from "./example-values";

/** One operation of the controls: a method in the process, a request over HTTP, and its documentation. */
export interface Operation<Parameters extends readonly unknown[] | readonly [], Result> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to `/_emulator`; `:project` is a project's ID, `:organization` an organization's name. */
  readonly path: string;
  readonly summary: string;
  /** Example input of a request; absent when it has none. */
  readonly example?: (samples: ExampleValues) => object;
  /**
   * The parameters of the method, which are those of `run`, in a request.
   *
   * @param input the query parameters of GET and DELETE, otherwise the parsed body
   * @param id the path parameter, "" without one
   * @throws DecodeError when the input is invalid
   */
  parameters(input: unknown, id: string): NoInfer<Parameters>;
  /** Whether it neither reads nor changes the state, and so works while the disk is full. @default false */
  readonly isApart?: boolean;
  /** What the method does; changes are then made durable, unless it is a GET. */
  run(context: ControlContext, ...parameters: Parameters): Result;
  /** The response document; undefined for 204. @default the result */
  document?(result: Result): unknown;
  /** The members in the process, where they are others than this one. */
  readonly members?: readonly string[];
}

/** An operation that is not known in detail. */
export interface AnyOperation extends Omit<Operation<readonly unknown[], unknown>, "parameters" | "run" | "document"> {
  /** Performs the operation and returns the response document; undefined for 204. */
  handle(context: ControlContext, input: unknown, id: string): unknown;
  /** Its names in the process, such as `projects.create`. */
  readonly members: readonly string[];
}

export function operation<Parameters extends readonly unknown[] | readonly [], Result>(
  definition: Operation<Parameters, Result>,
): Operation<Parameters, Result> {
  return definition;
}

/** Parameters that are the decoded input, after the ID in the path if there is one. */
export function decoded<T, Parameters extends readonly unknown[] | readonly []>(
  schema: Schema<T>,
  parameters: (input: T, id: string) => Parameters,
): (input: unknown, id: string) => Parameters {
  return (input, id) => parameters(decode(schema, input), id);
}

/** Operations by the name of their method; interfaces, which have no index signature, too. */
type OperationsOf<O> = { readonly [N in keyof O]: Operation<readonly unknown[], unknown> };

/** The methods that operations have in the process. */
export type Methods<O> = {
  readonly [N in keyof O]: O[N] extends Operation<infer Parameters, infer Result>
    ? (...parameters: Parameters) => Result
    : never;
};

/** The methods of a group for one emulator. */
export function methodsOf<O extends OperationsOf<O>>(context: ControlContext, operations: O): Methods<O> {
  const methods = Object.entries<Operation<readonly unknown[], unknown>>(operations).map(([name, it]) => [
    name,
    (...parameters: readonly unknown[]) => perform(context, it, parameters),
  ]);
  // Each method has the types of its operation; the compiler cannot follow Object.entries.
  return Object.create(Object.fromEntries(methods) as object) as Methods<O>;
}

/** The operations of a group as requests. */
export function requestsOf<O extends OperationsOf<O>>(group: string, operations: O): readonly AnyOperation[] {
  return Object.entries<Operation<readonly unknown[], unknown>>(operations).map(([name, it]) => {
    const { members = [group === "" ? name : `${group}.${name}`] } = it;
    const handle = (context: ControlContext, input: unknown, id: string): unknown => {
      const result = perform(context, it, it.parameters(input, id));
      return it.document === undefined ? result : it.document(result);
    };
    return { ...it, members, handle };
  });
}

/** With all timers fired before, and durable afterwards, so that nothing is shown that could still be lost. */
function perform<Parameters extends readonly unknown[], Result>(
  context: ControlContext,
  it: Operation<Parameters, Result>,
  parameters: Parameters,
): Result {
  if (it.isApart === true) return it.run(context, ...parameters);
  context.fireTimers();
  context.flush();
  const result = it.run(context, ...parameters);
  if (it.method !== "GET") context.commit();
  return result;
}

/** An example request. */
export interface ExampleRequest {
  /** With query, relative to `/_emulator`. */
  readonly path: string;
  readonly body: object | undefined;
}

/** An example request for an operation, with IDs that exist. */
export function exampleRequest({ method, path, example }: AnyOperation, samples: ExampleValues): ExampleRequest {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => samples[name] ?? name);
  const input = example?.(samples);
  if (input === undefined || !inQuery(method)) return { path: filled, body: input };
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { path: `${filled}?${query.toString()}`, body: undefined };
}

/** Whether the input is sent as query parameters: these methods have no body. */
export function inQuery(method: AnyOperation["method"]): boolean {
  return method === "GET" || method === "DELETE";
}
