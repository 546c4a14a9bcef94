import { constants } from "node:buffer";
import { anySignal } from "../any-signal";
import { invalidRequestRate } from "../model";
import { VERSION } from "../version";
import { AccountOperations } from "./account";
import { resolveAddress } from "./address";
import { PolicySetOperations, VariableSetOperations } from "./applied-sets";
import type { ApiRequest, RequestObserver } from "./attempt";
import { resolveCaCertificates } from "./ca-certificates";
import { readCliConfiguration } from "./cli-configuration";
import type { CliConfigurationFile, Environment } from "./cli-configuration";
import { resolveCredentials } from "./credentials";
import { MAX_TIMER_MS } from "../timer";
import { InvalidArgumentError } from "./errors";
import { OrganizationOperations } from "./organizations";
import {
  AgentPoolOperations,
  NotificationOperations,
  TaskConfigurationOperations,
  VariableOperations,
  VcsConnectionOperations,
} from "./project-scoped";
import { ProjectOperations } from "./projects";
import { resolveProxy } from "./proxy";
import { RateLimiter } from "./rate-limiter";
import { RequestExecutor } from "./request-executor";
import type { CallOptions } from "./request-executor";
import { resolveRetryPolicy } from "./retry-policy";
import type { RetryPolicy } from "./retry-policy";
import { RunOperations } from "./runs";
import { TaskResultOperations } from "./task-results";
import { TaskStageOperations } from "./task-stages";
import { TeamOperations, TeamProjectOperations, TeamWorkspaceOperations } from "./teams";
import { Transport } from "./transport";
import type { HttpResponse } from "./transport";
import { WorkspaceOperations } from "./workspaces";

/** Default of `timeoutMs`. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Default of `deadlineMs`. */
export const DEFAULT_DEADLINE_MS = 600_000;
/** Default of `maxResponseBytes`: 32 MiB. */
export const DEFAULT_MAX_RESPONSE_BYTES = 33_554_432;

/** Address, credentials and behavior of a client. */
export interface ClientOptions {
  /**
   * The service's address, with or without `/api/v2`: `https://tfe.example.com`. Plain http is allowed only for this
   * machine.
   * @default - `hostname`; TFE_ADDRESS; TFE_HOSTNAME; https://app.terraform.io
   */
  readonly address?: string | undefined;
  /**
   * The service's host name, with a port if it is not the default; uses https.
   * @default - TFE_ADDRESS; TFE_HOSTNAME; app.terraform.io
   */
  readonly hostname?: string | undefined;
  /**
   * A user, team or organization token.
   * @default - TFE_TOKEN; TF_TOKEN_<host>; the Terraform CLI's configuration and credentials files; its credentials
   *   helper, which the constructor runs and waits for
   * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs#authentication
   */
  readonly token?: string | undefined;
  /**
   * Maximum number of requests per second, at least 1/60. The client waits after a 429 in any case.
   * @default - the limit in the service's responses; no limit without one
   */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Time limit of each attempt for connecting, and then for inactivity, in milliseconds; at most 2_147_483_647.
   * @default 60_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Time limit for a whole call: all attempts, the waits between them and for the rate limit, and reading responses; in
   * milliseconds, at most 2_147_483_647. A call is one operation, such as `projects.create`; when a list is iterated,
   * each page is one. A call that exceeds it rejects with a DeadlineExceededError; where a write was in flight, its
   * `outcomeUnknown` is true.
   * @default 600_000
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Size limit for the body of a response, in bytes, decompressed; at most 536_870_888. A larger response is not read
   * to its end, and the call rejects with a ResponseTooLargeError. A page of 100 projects has about 100,000 bytes.
   * @default 33_554_432
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * How failed requests are retried; omitted values default to DEFAULT_RETRY_POLICY.
   * @default DEFAULT_RETRY_POLICY
   */
  readonly retryPolicy?: Partial<RetryPolicy> | undefined;
  /**
   * Aborts all operations of the client.
   * @default - only the signals of single operations
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * For a graceful shutdown: once aborted, no further request is sent and no wait continues, but requests in flight are
   * completed, so that their outcome is known.
   * @default - none
   */
  readonly shutdownSignal?: AbortSignal | undefined;
  /**
   * The caller's product, placed before `tfprojects/VERSION` in the header User-Agent.
   * @default - none
   */
  readonly userAgent?: string | undefined;
  /**
   * Environment variables: those for the token and the address, HOME, HTTPS_PROXY and NO_PROXY, SSL_CERT_FILE.
   * @default process.env
   */
  readonly env?: Environment | undefined;
  /**
   * Called after every request with its method, path, status and duration, but no secrets.
   * @default - none
   */
  readonly onRequest?: RequestObserver | undefined;
}

/**
 * A client for the projects and run task stages of HCP Terraform or Terraform Enterprise, and for the organizations and
 * workspaces that memberships need. It also reads and changes team access, variable sets and policy sets of projects,
 * and reads what else a move of workspaces changes.
 * All operations share one rate limiter and one connection pool, so create one client and reuse it.
 *
 * Operations reject only with subclasses of ApiError.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs
 */
export class Client {
  /** The service's address, without `/api/v2`. */
  readonly address: string;
  /**
   * The host that the client was configured for, with its port unless it is the default. Differs from the host of
   * `address` only if a `host` block of the Terraform CLI configuration sets another address.
   */
  readonly host: string;
  /** Time limit of each call, in milliseconds; see ClientOptions. */
  readonly deadlineMs: number;
  readonly account: AccountOperations;
  readonly projects: ProjectOperations;
  readonly organizations: OrganizationOperations;
  readonly workspaces: WorkspaceOperations;
  readonly runs: RunOperations;
  readonly taskStages: TaskStageOperations;
  readonly taskResults: TaskResultOperations;
  readonly teams: TeamOperations;
  readonly teamProjects: TeamProjectOperations;
  readonly teamWorkspaces: TeamWorkspaceOperations;
  readonly variableSets: VariableSetOperations;
  readonly policySets: PolicySetOperations;
  readonly taskConfigurations: TaskConfigurationOperations;
  readonly notifications: NotificationOperations;
  readonly agentPools: AgentPoolOperations;
  readonly vcsConnections: VcsConnectionOperations;
  readonly variables: VariableOperations;
  /** Aborted by `signal` or `shutdownSignal`; the client then sends no further request. Undefined without either. */
  readonly stopped: AbortSignal | undefined;
  readonly #token: string;
  readonly #transport: Transport;
  readonly #limiter: RateLimiter;
  readonly #executor: RequestExecutor;

  /**
   * @throws ConfigurationError when there is no valid address or token; nothing is sent.
   * @throws InvalidArgumentError when a number in the options is out of range.
   */
  constructor(options: ClientOptions = {}) {
    const env = options.env ?? process.env;
    let files: readonly CliConfigurationFile[] | undefined;
    const configuration = (): readonly CliConfigurationFile[] => (files ??= readCliConfiguration(env));
    const address = resolveAddress(options, env, configuration);
    const credentials = resolveCredentials(options.token, address.host, env, configuration);
    const proxy = resolveProxy(address, env);
    const caCertificates = address.url.startsWith("https:") ? resolveCaCertificates(env) : undefined;
    const timeoutMs = positive("timeoutMs", options.timeoutMs, MAX_TIMER_MS) ?? DEFAULT_TIMEOUT_MS;
    const deadlineMs = positive("deadlineMs", options.deadlineMs, MAX_TIMER_MS) ?? DEFAULT_DEADLINE_MS;
    // Longer bodies do not fit into a string.
    const maxResponseBytes =
      positive("maxResponseBytes", options.maxResponseBytes, constants.MAX_STRING_LENGTH) ?? DEFAULT_MAX_RESPONSE_BYTES;
    const product = `tfprojects/${VERSION}`;
    const userAgent = options.userAgent === undefined ? product : `${options.userAgent} ${product}`;
    const { token } = credentials;
    this.#transport = new Transport({
      address,
      token,
      userAgent,
      timeoutMs,
      maxResponseBytes,
      proxy,
      caCertificates,
    });
    this.#limiter = new RateLimiter(requestRate(options.requestsPerSecond));
    const executor = new RequestExecutor({
      address,
      proxy,
      credentials,
      transport: this.#transport,
      limiter: this.#limiter,
      retryPolicy: resolveRetryPolicy(options.retryPolicy),
      timeoutMs,
      deadlineMs,
      maxResponseBytes,
      signal: options.signal,
      shutdownSignal: options.shutdownSignal,
      observer: options.onRequest,
    });
    this.#executor = executor;
    this.address = address.url;
    this.host = address.host;
    this.#token = token;
    this.deadlineMs = deadlineMs;
    const signals = [options.signal, options.shutdownSignal].filter((signal) => signal !== undefined);
    this.stopped = signals.length === 0 ? undefined : anySignal(signals);
    this.account = new AccountOperations(executor);
    this.projects = new ProjectOperations(executor);
    this.organizations = new OrganizationOperations(executor);
    this.workspaces = new WorkspaceOperations(executor);
    this.runs = new RunOperations(executor);
    this.taskStages = new TaskStageOperations(executor);
    this.taskResults = new TaskResultOperations(executor);
    this.teams = new TeamOperations(executor);
    this.teamProjects = new TeamProjectOperations(executor);
    this.teamWorkspaces = new TeamWorkspaceOperations(executor);
    this.variableSets = new VariableSetOperations(executor);
    this.policySets = new PolicySetOperations(executor);
    this.taskConfigurations = new TaskConfigurationOperations(executor);
    this.notifications = new NotificationOperations(executor);
    this.agentPools = new AgentPoolOperations(executor);
    this.vcsConnections = new VcsConnectionOperations(executor);
    this.variables = new VariableOperations(executor);
  }

  /**
   * How many calls to make concurrently: enough to reach the rate limit while responses take up to 1.5 seconds. More do
   * no harm, since the client never exceeds the limit.
   *
   * @param unlimited - The result while no limit is known, as before the first response.
   */
  concurrency(unlimited: number): number {
    return this.#limiter.concurrency(unlimited);
  }

  /** @internal Texts that logs must not contain: the token, from any source. */
  secrets(): readonly string[] {
    return [this.#token];
  }

  /** @internal Sends one request as it is, and returns the response whatever its status; see `RequestExecutor`. */
  exchange(request: ApiRequest, options?: CallOptions): Promise<HttpResponse> {
    return this.#executor.exchange(request, options);
  }

  /** Closes idle connections. Without it they time out and do not keep the process alive. */
  close(): void {
    this.#transport.close();
  }
}

function requestRate(rate: number | undefined): number | undefined {
  const reason = rate === undefined ? undefined : invalidRequestRate(rate);
  if (reason !== undefined) throw new InvalidArgumentError(`requestsPerSecond ${reason}.`);
  return rate;
}

function positive(name: string, value: number | undefined, max = Number.MAX_VALUE): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0 && value <= max)) return value;
  const upTo = max === Number.MAX_VALUE ? "" : ` and at most ${max}`;
  throw new InvalidArgumentError(`${name} must be a number greater than 0${upTo}, got ${value}.`);
}
