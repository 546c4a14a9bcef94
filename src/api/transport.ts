import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AgentOptions } from "node:https";
import type { AxiosInstance, CreateAxiosDefaults } from "axios" with { "resolution-mode": "import" };
import { createSecureContext } from "node:tls";
import type { ServiceAddress } from "./address";
import type { Method } from "./errors/request-error";
import type { Proxy } from "./proxy";
import { redactToken } from "./redact";
import { describeFailure } from "./transport-failure";
import type { CaCertificates } from "./ca-certificates";
import { TunnelAgent } from "./tunnel-agent";

export const MEDIA_TYPE = "application/vnd.api+json";

/** What goes over the wire. */
export interface HttpRequest {
  readonly method: Method;
  /** From `/api/v2` on, with the query. */
  readonly target: string;
  /** Sent as JSON; undefined for no body. */
  readonly body: unknown;
  /**
   * Whether it may go over a connection that was used before. The service may be closing such a one at that very moment, and the request is then
   * lost without a word whether it arrived.
   */
  readonly mayReuseConnection: boolean;
}

/** What came back, whatever its status; the body as text. */
export interface HttpResponse {
  readonly status: number;
  /** Undefined where the header is absent. Names are matched without regard to case. */
  header(name: string): string | undefined;
  readonly body: string;
}

/** One exchange over HTTP, with no opinion about statuses and no second try. The only place that knows axios. */
export class Transport {
  readonly #defaults: CreateAxiosDefaults;
  #http: Promise<AxiosInstance> | undefined;
  readonly #reusing: Agents;
  readonly #fresh: Agents;
  readonly #token: string;

  constructor(options: {
    readonly address: ServiceAddress;
    readonly token: string;
    readonly userAgent: string;
    /** Milliseconds. */
    readonly timeout: number;
    /** Of a body, decompressed. */
    readonly maxResponseBytes: number;
    /** Undefined to reach the service directly. */
    readonly proxy: Proxy | undefined;
    /** Undefined for Node's own choice of certificate authorities. */
    readonly trust: CaCertificates | undefined;
  }) {
    this.#token = options.token;
    // Once for all connections: it takes some milliseconds.
    const secureContext = options.trust && createSecureContext({ ca: [...options.trust] });
    const agents = (keepAlive: boolean): Agents => ({
      httpAgent: new HttpAgent({ keepAlive }),
      httpsAgent: httpsAgent({ keepAlive, secureContext }, options.proxy, options.timeout),
    });
    this.#reusing = agents(true);
    this.#fresh = agents(false);
    this.#defaults = {
      adapter: "http",
      baseURL: options.address.url,
      timeout: options.timeout,
      // axios counts what it has decompressed.
      maxContentLength: options.maxResponseBytes,
      // The service has no redirects, and a followed one could carry the token to another host.
      maxRedirects: 0,
      // The agents know the proxy.
      proxy: false,
      headers: {
        Accept: MEDIA_TYPE,
        Authorization: `Bearer ${options.token}`,
        "User-Agent": options.userAgent,
      },
      responseType: "text",
      transformRequest: [],
      transformResponse: [],
      validateStatus: null,
    };
  }

  /** Loaded with the first request: Terraform launches the provider also for what needs none, and axios takes 40 ms to load. */
  #axios(): Promise<AxiosInstance> {
    this.#http ??= import("axios").then(({ default: axios }) => axios.create(this.#defaults));
    return this.#http;
  }

  /** Rejects with a TransportFailure when there is no whole answer. */
  async send(message: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    try {
      const http = await this.#axios();
      const response = await http.request<unknown>({
        ...(message.mayReuseConnection ? this.#reusing : this.#fresh),
        method: message.method,
        url: message.target,
        // Also without a body: the service answers 415 to a DELETE without it.
        headers: message.method === "GET" ? {} : { "Content-Type": MEDIA_TYPE },
        data: message.body === undefined ? undefined : JSON.stringify(message.body),
        ...(signal === undefined ? {} : { signal }),
      });
      const headers = new Map(
        Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const),
      );
      const body = typeof response.data === "string" ? response.data : "";
      const isSuccess = response.status >= 200 && response.status <= 299;
      return {
        status: response.status,
        // What is no success ends in an error's message, and a server may well echo what it was sent.
        header: (name) => {
          const value = headers.get(name.toLowerCase());
          return value === undefined ? undefined : redactToken(value, this.#token);
        },
        body: isSuccess ? body : redactToken(body, this.#token),
      };
    } catch (error) {
      throw describeFailure(error, this.#token);
    }
  }

  /** Closes the connections that are kept for later requests. */
  close(): void {
    for (const { httpAgent, httpsAgent } of [this.#reusing, this.#fresh]) {
      httpAgent.destroy();
      httpsAgent.destroy();
    }
  }
}

interface Agents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

function httpsAgent(options: AgentOptions, proxy: Proxy | undefined, timeout: number): HttpsAgent {
  return proxy === undefined ? new HttpsAgent(options) : new TunnelAgent(options, proxy, timeout);
}
