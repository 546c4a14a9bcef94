import { MEDIA_TYPE } from "../model";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AgentOptions } from "node:https";
import { createSecureContext } from "node:tls";
import type { AxiosInstance, CreateAxiosDefaults } from "axios" with { "resolution-mode": "import" };
import type { ServiceAddress } from "./address";
import type { CaCertificates } from "./ca-certificates";
import { ConfigurationError } from "./errors";
import type { Method } from "./errors";
import type { Proxy } from "./proxy";
import { redactToken } from "./redact";
import { describeFailure } from "./transport-failure";
import { TunnelAgent } from "./tunnel-agent";

/** Headers by name; null for one that is not sent. */
export type RequestHeaders = Readonly<Record<string, string | null>>;

interface HttpRequest {
  readonly method: Method;
  /** From `/api/v2` on, with the query. */
  readonly target: string;
  /** Sent as JSON; undefined for no body. */
  readonly body: unknown;
  /** In place of those of every request. */
  readonly headers?: RequestHeaders | undefined;
  /**
   * Whether the request may use a kept-alive connection. If the service closes the connection at the same moment, the
   * request is lost, and whether it arrived is unknown.
   */
  readonly mayReuseConnection: boolean;
}

/** A response of any status, its body as text. */
export interface HttpResponse {
  readonly status: number;
  /** Undefined where the header is absent. Names are case-insensitive. */
  header(name: string): string | undefined;
  readonly body: string;
}

/**
 * Sends single HTTP requests, without retries, and returns responses of any status. The only module that uses axios.
 */
export class Transport {
  readonly #defaults: CreateAxiosDefaults;
  #http: Promise<AxiosInstance> | undefined;
  readonly #keepAliveAgents: Agents;
  readonly #singleUseAgents: Agents;
  readonly #token: string;

  constructor(options: {
    readonly address: ServiceAddress;
    readonly token: string;
    readonly userAgent: string;
    readonly timeoutMs: number;
    /** Size limit of a body, decompressed. */
    readonly maxResponseBytes: number;
    /** Undefined for direct connections. */
    readonly proxy: Proxy | undefined;
    /** Undefined for the certificate authorities of Node.js. */
    readonly caCertificates: CaCertificates | undefined;
  }) {
    const { token, timeoutMs, proxy, caCertificates } = options;
    this.#token = token;
    // Shared by all connections, since creating it takes some milliseconds.
    const secureContext = caCertificates && createSecureContext({ ca: [...caCertificates] });
    const agents = (keepAlive: boolean): Agents => ({
      httpAgent: new HttpAgent({ keepAlive }),
      httpsAgent: createHttpsAgent({ keepAlive, secureContext }, proxy, timeoutMs),
    });
    this.#keepAliveAgents = agents(true);
    this.#singleUseAgents = agents(false);
    this.#defaults = {
      baseURL: options.address.url,
      timeout: timeoutMs,
      // axios counts decompressed bytes.
      maxContentLength: options.maxResponseBytes,
      // The API has no redirects, and following one could send the token to another host.
      maxRedirects: 0,
      // The agents handle the proxy.
      proxy: false,
      headers: {
        Accept: MEDIA_TYPE,
        Authorization: `Bearer ${token}`,
        "User-Agent": options.userAgent,
      },
      responseType: "text",
      transformRequest: [],
      transformResponse: [],
      validateStatus: null,
    };
  }

  /**
   * Loads axios with the first request: loading takes 40 ms, and Terraform also starts the provider for operations that
   * send no request.
   *
   * @throws ConfigurationError when it cannot be loaded.
   */
  #axios(): Promise<AxiosInstance> {
    this.#http ??= loadAxios(this.#defaults);
    return this.#http;
  }

  /**
   * @throws TransportFailure when there is no complete response.
   * @throws ConfigurationError when axios cannot be loaded; nothing was sent.
   */
  async send(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const http = await this.#axios();
    try {
      const response = await http.request<unknown>({
        ...(request.mayReuseConnection ? this.#keepAliveAgents : this.#singleUseAgents),
        method: request.method,
        url: request.target,
        // Set even without a body: the service rejects a DELETE without this header with 415.
        headers: { ...(request.method === "GET" ? {} : { "Content-Type": MEDIA_TYPE }), ...request.headers },
        data: request.body === undefined ? undefined : JSON.stringify(request.body),
        ...(signal === undefined ? {} : { signal }),
      });
      const headers = new Map(
        Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const),
      );
      const body = typeof response.data === "string" ? response.data : "";
      const isSuccess = response.status >= 200 && response.status <= 299;
      return {
        status: response.status,
        // Redacted, because errors quote unsuccessful responses, and a server may echo the token.
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

  /** Closes idle connections. */
  close(): void {
    for (const { httpAgent, httpsAgent } of [this.#keepAliveAgents, this.#singleUseAgents]) {
      httpAgent.destroy();
      httpsAgent.destroy();
    }
  }
}

interface Agents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

function createHttpsAgent(options: AgentOptions, proxy: Proxy | undefined, timeoutMs: number): HttpsAgent {
  return proxy === undefined ? new HttpsAgent(options) : new TunnelAgent(options, proxy, timeoutMs);
}

async function loadAxios(defaults: CreateAxiosDefaults): Promise<AxiosInstance> {
  try {
    const { default: axios } = await import("axios");
    // Throws for axios's browser build, which some test environments choose.
    return axios.create({ ...defaults, adapter: axios.getAdapter("http") });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause);
    throw new ConfigurationError(
      `The HTTP client axios cannot be loaded: ${reason}. Nothing was sent. Install the packages of tfprojects ` +
        "again, and use it in Node.js (in Jest, with the test environment node).",
      { cause },
    );
  }
}
