import type { Fault, FaultQueue } from "./faults";
import { pause } from "./pause";
import type { Reply } from "./reply";
import { jsonReply } from "./reply";
import type { Handler, HttpRequest } from "./request";
import { IncompleteBodyError } from "./request-body";
import type { RequestRecorder } from "./request-log";

/** What to send to the client. */
export interface Outcome {
  /** Undefined to close the connection without a response. */
  readonly reply: Reply | undefined;
  /** How to send it. */
  readonly fault: Fault | undefined;
}

/** Handles every request to the service: logs it, applies faults to it, and passes it on. */
export class RequestHandler {
  constructor(
    private readonly service: Handler,
    private readonly log: RequestRecorder,
    private readonly faults: FaultQueue,
    /** Drops requests that a fault delays. */
    private readonly signal: AbortSignal,
  ) {}

  /** A request is executed and logged also when its client does not wait for the response. */
  async handle(request: HttpRequest): Promise<Outcome> {
    const { method, target: path } = request;
    const fault = this.faults.take(method, path);
    const reply = await this.#reply(request, fault);
    // Logged before it is sent, so that a client with a response finds the request in the log.
    this.log.add({ method, path, status: reply?.status ?? 0 });
    return { reply, fault };
  }

  async #reply(request: HttpRequest, fault: Fault | undefined): Promise<Reply | undefined> {
    if (fault?.delayMs !== undefined && !(await pause(fault.delayMs, this.signal))) return undefined;
    if (fault?.drop === "before") return undefined;
    if (fault?.status !== undefined) return faultReply(fault.status, fault);
    try {
      const reply = await this.service(request);
      if (fault?.drop === "after") return undefined;
      return fault?.body === undefined ? reply : replaceBody(reply, fault);
    } catch (error) {
      if (error instanceof IncompleteBodyError) return undefined;
      throw error;
    }
  }
}

function replaceBody({ status, headers, body }: Reply, fault: Fault): Reply {
  return {
    status: body === undefined ? 200 : status,
    headers: { "content-type": "text/plain", ...headers, ...fault.headers },
    body: fault.body,
  };
}

function faultReply(status: number, { headers, body }: Fault): Reply {
  if (body !== undefined) return { status, headers: { "content-type": "text/plain", ...headers }, body };
  if (status < 400) return { status, headers: headers ?? {}, body: undefined };
  const detail = "A fault injected by the emulator.";
  return jsonReply(status, { errors: [{ status: String(status), title: "fault", detail }] }, headers);
}
