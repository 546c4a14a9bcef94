import { constants } from "node:buffer";
import { anySignal } from "../any-signal";
import type { Environment } from "./environment";
import { VERSION } from "../version";
import { resolveAddress } from "./address";
import { readCliConfiguration } from "./cli-configuration";
import type { CliConfigurationFile } from "./cli-configuration";
import { RequestExecutor } from "./request-executor";
import { resolveCredentials } from "./credentials";
import { MAX_TIMER_MS } from "./deadline";
import { InvalidArgumentError } from "./errors/argument-error";
import { OrganizationOperations } from "./organizations";
import { ProjectOperations } from "./projects";
import { resolveProxy } from "./proxy";
import { RateLimiter } from "./rate-limiter";
import type { RequestObserver } from "./request-observer";
import { resolveRetryPolicy } from "./retry-policy";
import type { RetryPolicy } from "./retry-policy";
import { TaskResultOperations } from "./task-results";
import { TaskStageOperations } from "./task-stages";
import { Transport } from "./transport";
import { resolveCaCertificates } from "./ca-certificates";
import { WorkspaceOperations } from "./workspaces";

/** Milliseconds a request may take when the options do not say. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Milliseconds a call may take in all when the options do not say. */
export const DEFAULT_DEADLINE_MS = 600_000;
/** Bytes an answer may have when the options do not say: 32 MiB. */
export const DEFAULT_MAX_RESPONSE_BYTES = 33_554_432;

/** How a client finds the service, and how it behaves toward it. */
export interface ClientOptions {
  /**
   * The service's address, with or without `/api/v2`: `https://tfe.example.com`. Plain http only to this machine itself.
   * @default - `hostname`; TFE_ADDRESS; TFE_HOSTNAME; https://app.terraform.io
   */
  readonly address?: string | undefined;
  /**
   * The service's host, with a port if need be; reached by https.
   * @default - TFE_ADDRESS; TFE_HOSTNAME; app.terraform.io
   */
  readonly hostname?: string | undefined;
  /**
   * A user token or an organization token (service-api.md section 5).
   * @default - TFE_TOKEN; TF_TOKEN_<host>; the Terraform CLI's configuration and credentials files; its credentials helper,
   * which is run and waited for when the client is made
   */
  readonly token?: string | undefined;
  /**
   * Requests a second, at most. A 429 is waited out in any case.
   * @default - what the service says in its answers; without limit when it says nothing
   */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Milliseconds until a connection must stand, and then the longest silence; at most 2_147_483_647.
   * @default 60_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds that a call may take in all: every attempt, the waits between them, those for the rate limit, and reading the answer. At most
   * 2_147_483_647. A call is one operation, such as `projects.create`; of a list that is iterated, each page is one. A call that takes longer
   * ends with a DeadlineExceededError; where a write was under way, its `outcomeUnknown` is true.
   * @default 600_000
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Bytes that the body of an answer may have, decompressed; at most 536_870_888. A longer one is not read to its end: the call ends with a
   * ResponseTooLargeError. A page of 100 projects has some 100,000.
   * @default 33_554_432
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * How failed requests are sent again; what is left out is as in DEFAULT_RETRY_POLICY.
   * @default DEFAULT_RETRY_POLICY
   */
  readonly retryPolicy?: Partial<RetryPolicy> | undefined;
  /**
   * Ends everything that the client does.
   * @default - only the signals of single operations
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Once aborted, no further request is begun and no wait for another attempt goes on; requests under way are finished, so that what they do is
   * known. For programs that are asked to stop.
   *
   * @default - none
   */
  readonly shutdownSignal?: AbortSignal | undefined;
  /**
   * Who is asking, put before `tfprojects/VERSION` in the header User-Agent.
   * @default - nothing before it
   */
  readonly userAgent?: string | undefined;
  /**
   * Where variables are looked up: those for the token and the address, HOME, HTTPS_PROXY and NO_PROXY, SSL_CERT_FILE.
   * @default process.env
   */
  readonly env?: Environment | undefined;
  /**
   * Told of every request after its end: verb, path, status and time, nothing secret.
   * @default - nobody is told
   */
  readonly onRequest?: RequestObserver | undefined;
}

/**
 * The service, as far as projects and task stages go (service-api.md section 4), and what memberships need beside it. All operations
 * share one limiter and one set of connections, so make one client and keep it.
 *
 * Every operation rejects with a subclass of ApiError and with nothing else.
 */
export class Client {
  /** The service's address, without `/api/v2`. */
  readonly address: string;
  /** Milliseconds that each call may take in all; see ClientOptions. */
  readonly deadlineMs: number;
  readonly projects: ProjectOperations;
  readonly organizations: OrganizationOperations;
  readonly workspaces: WorkspaceOperations;
  readonly taskStages: TaskStageOperations;
  readonly taskResults: TaskResultOperations;
  /** Aborted once the client begins no further request: by `signal` or `shutdownSignal`; undefined where it has neither. */
  readonly stopped: AbortSignal | undefined;
  readonly #transport: Transport;

  /**
   * @throws ConfigurationError when there is no usable address or token; nothing is sent.
   * @throws ArgumentError when a number among the options is out of its range.
   */
  constructor(options: ClientOptions = {}) {
    const env = options.env ?? process.env;
    let files: readonly CliConfigurationFile[] | undefined;
    const configuration = (): readonly CliConfigurationFile[] => (files ??= readCliConfiguration(env));
    const address = resolveAddress(options, env, configuration);
    const credentials = resolveCredentials(options.token, address.host, env, configuration);
    const proxy = resolveProxy(address, env);
    const trust = address.url.startsWith("https:") ? resolveCaCertificates(env) : undefined;
    const timeout = positive("timeout", options.timeoutMs, MAX_TIMER_MS) ?? DEFAULT_TIMEOUT_MS;
    const deadlineMs = positive("deadlineMs", options.deadlineMs, MAX_TIMER_MS) ?? DEFAULT_DEADLINE_MS;
    // What is longer than the longest text cannot be read.
    const maxResponseBytes =
      positive("maxResponseBytes", options.maxResponseBytes, constants.MAX_STRING_LENGTH) ?? DEFAULT_MAX_RESPONSE_BYTES;
    const ours = `tfprojects/${VERSION}`;
    const userAgent = options.userAgent === undefined ? ours : `${options.userAgent} ${ours}`;
    const { token } = credentials;
    this.#transport = new Transport({ address, token, userAgent, timeout, maxResponseBytes, proxy, trust });
    const connection = new RequestExecutor({
      address,
      proxy,
      credentials,
      transport: this.#transport,
      limiter: new RateLimiter(positive("requestsPerSecond", options.requestsPerSecond)),
      retryPolicy: resolveRetryPolicy(options.retryPolicy),
      timeoutMs: timeout,
      deadlineMs,
      maxResponseBytes,
      signal: options.signal,
      shutdownSignal: options.shutdownSignal,
      observer: options.onRequest,
    });
    this.address = address.url;
    this.deadlineMs = deadlineMs;
    const stops = [options.signal, options.shutdownSignal].filter((signal) => signal !== undefined);
    this.stopped = stops.length === 0 ? undefined : anySignal(stops);
    this.projects = new ProjectOperations(connection);
    this.organizations = new OrganizationOperations(connection);
    this.workspaces = new WorkspaceOperations(connection);
    this.taskStages = new TaskStageOperations(connection);
    this.taskResults = new TaskResultOperations(connection);
  }

  /** Closes the connections that are kept for later requests. Without it they close by themselves and do not keep the process alive. */
  close(): void {
    this.#transport.close();
  }
}

function positive(name: string, value: number | undefined, most = Number.MAX_VALUE): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0 && value <= most)) return value;
  const upTo = most === Number.MAX_VALUE ? "" : ` and at most ${most}`;
  throw new InvalidArgumentError(`${name} is a number greater than zero${upTo}; ${value} is not.`);
}
