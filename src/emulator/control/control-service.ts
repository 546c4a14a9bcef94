import { DecodeError, HttpError, ControlError, StorageError } from "../errors";
import type { Reply } from "../http/reply";
import type { Handler, HttpRequest } from "../http/request";
import { parseJson } from "../http/request-body";
import { Router } from "../http/router";
import type { ControlContext } from "./context";
import type { ExampleValues } from "./example-values";
import { exampleValues } from "./example-values";
import type { AnyOperation } from "./operation";
import { exampleRequest, inQuery } from "./operation";
import { CONTROL_ROUTES } from "./operations";
import { originProblem } from "./origin-check";

/** Path of the control API, alongside the service's `/api/v2`. */
export const CONTROL_PREFIX = "/_emulator";

const listOperation: AnyOperation = {
  method: "GET",
  path: "",
  summary: "Lists the operations.",
  members: [],
  handle: (context) => {
    context.flush();
    const samples = exampleValues(context.store);
    return { operations: CONTROL_ROUTES.map((it) => describeOperation(it, samples)) };
  },
};

const router = new Router([...CONTROL_ROUTES, listOperation]);

/**
 * The control API: the emulator's controls over HTTP, for tests in other languages. Requests need no token, are not
 * logged or rate limited, and faults do not apply to them. `GET /_emulator` lists the operations. Errors are
 * `{"error": "…"}`: 400 for invalid input, 403 for requests from web pages, 404 for an unknown path, 405 for an unknown
 * method of a known path, 413 for a body that is too long, 500 when the state file cannot be written.
 */
export function createControlService(context: ControlContext): Handler {
  return async (request) => {
    const { method, path, headers } = request;
    const problem = originProblem(headers);
    if (problem !== undefined) return errorReply(403, problem);
    const match = router.find(method, path.slice(CONTROL_PREFIX.length));
    if (match.kind === "found") return handleOperation(match.entry, match.parameters, context, request);
    const unknown = `Unknown operation ${method} ${path}.`;
    if (match.kind === "unknown-path") {
      return errorReply(404, `${unknown} GET ${CONTROL_PREFIX} lists all operations.`);
    }
    const allow = match.methods.join(", ");
    return errorReply(405, `${unknown} Supported methods: ${allow}.`, { allow });
  };
}

async function handleOperation(
  operation: AnyOperation,
  parameters: ReadonlyMap<string, string>,
  context: ControlContext,
  request: HttpRequest,
): Promise<Reply> {
  try {
    const [id = ""] = parameters.values();
    const document = operation.handle(context, await readInput(operation, request), id);
    return document === undefined ? { status: 204, headers: {}, body: undefined } : jsonReply(200, document);
  } catch (error) {
    if (error instanceof HttpError)
      return errorReply(error.status === 413 ? 413 : 400, error.errors[0]?.detail ?? error.message);
    if (error instanceof ControlError || error instanceof DecodeError || error instanceof RangeError) {
      return errorReply(400, error.message);
    }
    if (error instanceof StorageError) return errorReply(500, error.message);
    const message = error instanceof Error ? error.message : String(error);
    return errorReply(500, `This is a bug in the emulator: ${message}`);
  }
}

/** The query parameters, or the parsed body. Of a repeated parameter, the first counts. */
async function readInput({ method, example }: AnyOperation, { query, readBody }: HttpRequest): Promise<unknown> {
  if (example === undefined) return undefined;
  return inQuery(method) ? Object.fromEntries([...query].reverse()) : parseJson(await readBody());
}

function errorReply(status: number, error: string, headers: Reply["headers"] = {}): Reply {
  return jsonReply(status, { error }, headers);
}

function jsonReply(status: number, document: unknown, headers: Reply["headers"] = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(document) };
}

function describeOperation(operation: AnyOperation, samples: ExampleValues): object {
  const { method, path, summary: does } = operation;
  const example = exampleRequest(operation, samples);
  return {
    method,
    path: CONTROL_PREFIX + path,
    does,
    example: { path: CONTROL_PREFIX + example.path, ...(example.body === undefined ? {} : { body: example.body }) },
  };
}
