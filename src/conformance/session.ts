import { RateLimiter } from "../api/rate-limiter";
import { failedResponse } from "../api/error-from-response";
import { parseDocument } from "../api/document";
import type { HttpResponse } from "../api/transport";
import { ServerError, type Client } from "../api";
import { createdId } from "./document";
import type { Journal } from "./journal";
import { isPermitted } from "./permitted";
import { keyOf, type NewObject, type ServiceRequest, type ServiceResponse } from "./request";

/** Users share the service's limit with their pipelines. */
export const REQUESTS_PER_SECOND = 5;
/** In a run, retries included. */
const MAX_REQUESTS = 240;
/** Of these, how many only the clean-up may send. */
const RESERVED = 20;

/** No further request of a check is sent. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
}

export interface SessionOptions {
  readonly client: Client;
  /** With the token of someone who may only read. @default none: no request needs it */
  readonly reader?: Client | undefined;
  /** Undefined for no limit of its own. */
  readonly requestsPerSecond: number | undefined;
  /** Once aborted, only the clean-up sends requests. */
  readonly signal?: AbortSignal | undefined;
  /** How many requests the clients have sent. */
  readonly requestCount: () => number;
  readonly isInvented: (id: string) => boolean;
}

/**
 * Sends the requests of the checks, one after the other: no faster than allowed, no more than allowed, each equal read
 * once, writes only to own objects, and creates only after they are in the journal.
 */
export class Session {
  readonly #limiter: RateLimiter;
  /** By the key of their requests: those that are still up to date. */
  readonly #responses = new Map<string, ServiceResponse>();
  readonly #sentOnce = new Map<string, ServiceResponse>();
  readonly #ownIds = new Set<string>();
  #journal: Journal | undefined;
  #latest: ServiceResponse | undefined;

  constructor(private readonly options: SessionOptions) {
    this.#limiter = new RateLimiter(options.requestsPerSecond);
  }

  /** The response that came last. */
  get latest(): ServiceResponse | undefined {
    return this.#latest;
  }

  get requestCount(): number {
    return this.options.requestCount();
  }

  /** Permits creates, which this journal records. */
  recordIn(journal: Journal): void {
    this.#journal = journal;
  }

  /** Permits changes of an object. */
  own(id: string): void {
    this.#ownIds.add(id);
  }

  /** For a check. @throws SessionEndedError when no more may be sent; RequestError when there is no response. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    const key = keyOf(request);
    const known = this.#sentOnce.get(key) ?? this.#responses.get(key);
    if (known !== undefined) return known;
    if (this.options.signal?.aborted === true) throw new SessionEndedError("interrupted");
    if (this.requestCount >= MAX_REQUESTS - RESERVED)
      throw new SessionEndedError(`the limit of ${MAX_REQUESTS} requests is reached`);
    const response = await this.sendNow(request);
    if (request.method !== "GET") this.#responses.clear();
    if (request.isSentOnce === true) this.#sentOnce.set(key, response);
    else if (request.method === "GET") this.#responses.set(key, response);
    return response;
  }

  /** For the clean-up: also after the session has ended, and always to the service. @throws RequestError */
  async sendNow(request: ServiceRequest): Promise<ServiceResponse> {
    const permitted = { isOwn: (id: string) => this.#ownIds.has(id), isInvented: this.options.isInvented };
    if (!isPermitted(request, permitted)) throw new Error(`${request.method} ${request.path} is not permitted`);
    const { creates } = request;
    if (creates !== undefined) await this.#journal?.creating(creates);
    const response = await this.#exchange(request);
    if (creates !== undefined) await this.#recordCreation(creates, response);
    return response;
  }

  async #recordCreation(object: NewObject, response: ServiceResponse): Promise<void> {
    const id = createdId(object, response);
    if (id !== undefined) {
      this.own(id);
      await this.#journal?.created(object, id);
    } else if (response.status >= 400 && response.status < 500) await this.#journal?.removed(object);
  }

  async #exchange({ asReader, path, ...request }: ServiceRequest): Promise<ServiceResponse> {
    const { client, reader } = this.options;
    const sender = asReader === true ? reader : client;
    if (sender === undefined) throw new Error(`${path} needs the second token`);
    const permit = await this.#limiter.acquire(undefined);
    try {
      const { method, query, body, headers } = request;
      const sent = {
        method,
        path,
        body,
        idempotent: method !== "POST",
        ...(query && { query }),
        ...(headers && { headers }),
      };
      this.#latest = responseOf(await sender.exchange(sent));
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      const { status, problems } = error;
      this.#latest = { status, problems, header: () => undefined, document: parseDocument(undefined) };
    } finally {
      permit.release();
    }
    return this.#latest;
  }
}

function responseOf(response: HttpResponse): ServiceResponse {
  const { status } = response;
  return {
    status,
    header: (name) => response.header(name),
    document: parseDocument(parsed(response.body)),
    problems: status < 400 ? [] : failedResponse(response, (text) => text).problems,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
