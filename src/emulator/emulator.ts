import { inspect } from "node:util";
import { TokenPrincipal } from "./access/principal";
import { Clock } from "./clock";
import { ControlContext } from "./control/context";
import { CONTROL_PREFIX, createControlService } from "./control/control-service";
import { emulatorOperations } from "./control/emulator";
import type { EmulatorControl } from "./control/emulator-control";
import { methodsOf } from "./control/operation";
import type { ControlGroups } from "./control/operations";
import { controlGroups } from "./control/operations";
import { newSecret } from "./engine/id";
import type { Choices } from "./engine/choices";
import { DEFAULT_CHOICES } from "./engine/choices";
import { TableStore } from "./engine/store";
import type { Answer, OutgoingRequest } from "./http/exchange";
import { exchange } from "./http/send-request";
import type { FaultControl } from "./http/faults";
import { FaultQueue } from "./http/faults";
import { RateLimit } from "./http/rate-limit";
import { checkMaxRequestBytes, DEFAULT_MAX_REQUEST_BYTES } from "./http/request-body";
import type { RequestLog } from "./http/request-log";
import { RequestRecorder } from "./http/request-log";
import { HttpServer } from "./http/server";
import { createService } from "./http/service";
import { organizations } from "./kinds/organization";
import { findToken, isValidToken } from "./kinds/token";
import { isLoopbackUrl } from "./loopback";
import type { EmulatorOptions } from "./options";
import { runDueTimers } from "./runs/timers";
import { RunTaskDispatcher } from "./runs/webhooks/run-task-dispatcher";
import { applySeed, DEFAULT_SEED } from "./seed";
import { KINDS, ROUTES } from "./service-kinds";
import type { EmulatorState } from "./state";
import { StateFile } from "./state-file/state-file";

/** Groups of operations as members. */
// oxlint-disable-next-line typescript/no-extraneous-class -- only a class can be extended
const Groups = class {
  constructor(groups: ControlGroups) {
    Object.assign(this, groups);
  }
} as new (groups: ControlGroups) => ControlGroups;

/**
 * The service in memory, listening on the loopback interface, and the controls for tests.
 *
 * @example const emulator = await Emulator.start(); const project = emulator.projects.create({ organization: "acme",
 *   name: "Platform" }); await fetch(`${emulator.address}/api/v2/projects/${project.id}`, { headers: { authorization:
 *   `Bearer ${emulator.token}` }, }); await emulator.stop();
 */
export class Emulator extends Groups implements EmulatorControl {
  /** The requests to the service since the start or the last `clear()`. */
  readonly requests: RequestLog;
  /** Faults to inject into responses. */
  readonly faults: FaultControl;
  #server: HttpServer | undefined;
  #port = 0;
  /** Cancels requests to others. */
  readonly #stopping = new AbortController();

  private constructor(
    private readonly options: EmulatorOptions,
    private readonly store: TableStore,
    /** The admin token: an owner of every organization. */
    readonly token: string,
    private readonly stateFile: StateFile | undefined,
    private readonly dispatcher: RunTaskDispatcher,
    private readonly context: ControlContext,
    private readonly log: RequestRecorder,
    private readonly faultQueue: FaultQueue,
  ) {
    super(controlGroups(context));
    this.requests = context.requests;
    this.faults = context.faults;
    // Logs and messages of failed tests must not show the emulator's tokens.
    const shown = (): object => ({ address: this.address, firstOrganization: this.firstOrganization });
    Object.defineProperty(this, "toJSON", { value: shown });
    Object.defineProperty(this, inspect.custom, { value: () => `Emulator ${inspect(shown())}` });
  }

  /**
   * Starts an emulator.
   *
   * @throws DecodeError when the seed is invalid; RangeError when the token, the rate limit or `maxRequestBytes` is;
   *   Error when the state file is in use, damaged, or not a state file; the network's error when the port is taken. In
   *   each case, nothing was started.
   */
  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    checkMaxRequestBytes(options.maxRequestBytes);
    if (options.token !== undefined && !isValidToken(options.token)) {
      throw new RangeError("The token is invalid: a token consists of visible ASCII characters without spaces.");
    }
    const store = new TableStore(KINDS, new Clock(options.now), choicesIn(options));
    const initialize = (): string => {
      applySeed(store, options.seed ?? DEFAULT_SEED);
      return options.token ?? newSecret();
    };
    const { file, token } =
      options.stateFile === undefined
        ? { file: undefined, token: initialize() }
        : StateFile.open(options.stateFile, store, options.token, initialize);
    const makeDurable = (): void => file?.commitNow();
    const dispatcher = new RunTaskDispatcher(store, makeDurable);
    const commit = (): void => {
      makeDurable();
      dispatcher.dispatch();
    };
    // A stopped emulator can still be read; timers that fire then are not saved.
    const flush = (): void => {
      if (file?.isOpen === true) makeDurable();
    };
    try {
      const [log, faults] = [new RequestRecorder(), new FaultQueue()];
      const rateLimit = new RateLimit(options.rateLimit, store.clock);
      const fireTimers = (): void => runDueTimers(store);
      const context = new ControlContext(store, log, faults, rateLimit, commit, flush, fireTimers);
      const emulator = new Emulator(options, store, token, file, dispatcher, context, log, faults);
      await emulator.#listen();
      if (options.callRunTasks !== "never") dispatcher.start(emulator.address);
      return emulator;
    } catch (error) {
      await file?.close();
      throw error;
    }
  }

  /** `http://127.0.0.1:PORT`, a value for `TFE_ADDRESS`: the service's API is under `/api/v2`. */
  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The name of the oldest organization: the first one of the seed. */
  get firstOrganization(): string | undefined {
    const [first] = this.store.table(organizations).values();
    return first?.name;
  }

  state(): EmulatorState {
    return methodsOf(this.context, emulatorOperations).state();
  }

  get rateLimit(): number | undefined {
    return this.context.rateLimit.limit;
  }

  setRateLimit(limit: number | undefined): void {
    methodsOf(this.context, emulatorOperations).setRateLimit(limit);
  }

  /**
   * Stops listening, closes all connections, drops requests that faults delay, and cancels requests to run tasks. The
   * state can still be read.
   */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    this.#stopping.abort();
    await this.dispatcher.stop();
    await server.stop();
    await this.stateFile?.close();
  }

  /** Makes the changes of a request durable, together with those of concurrent requests. */
  #commit(): Promise<void> | undefined {
    const written = this.stateFile?.commit();
    if (written !== undefined) return written.then(() => this.dispatcher.dispatch());
    this.dispatcher.dispatch();
    return undefined;
  }

  /** Only to the loopback interface: what is elsewhere counts as sent. */
  #send(request: OutgoingRequest): Promise<Answer> {
    if (isLoopbackUrl(request.url) && this.options.callRunTasks !== "never") {
      return exchange(request, this.#stopping.signal);
    }
    const body = "Not sent: the emulator sends requests to the loopback interface only.";
    return Promise.resolve({ status: 200, headers: {}, body });
  }

  async #listen(): Promise<void> {
    const { store, token: adminToken, context, log, faultQueue } = this;
    const { documents = "full", maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES } = this.options;
    const service = createService(ROUTES, {
      authenticate: (token) => {
        const id = token === undefined ? undefined : findToken(store, token)?.id;
        const isKnown = id !== undefined || token === adminToken;
        const principal = isKnown ? new TokenPrincipal(store, id) : TokenPrincipal.anonymous(store);
        return { user: isKnown ? principal.user : undefined, context: { store, principal, documents } };
      },
      perform: (operation) => {
        runDueTimers(store);
        return store.atomically(operation);
      },
      send: (request) => this.#send(request),
      documents,
      rateLimit: context.rateLimit,
      commit: () => this.#commit(),
    });
    const server = new HttpServer({
      service,
      control: createControlService(context),
      controlPrefix: CONTROL_PREFIX,
      log,
      faults: faultQueue,
      maxRequestBytes,
    });
    this.#port = await server.listen(this.options.port ?? 0);
    this.#server = server;
  }
}

function choicesIn({
  projectDeletionBehavior = DEFAULT_CHOICES.projectDeletionBehavior,
  advisoryFailures = DEFAULT_CHOICES.advisoryFailures,
  tagRelationships = DEFAULT_CHOICES.tagRelationships,
  tagFilter = DEFAULT_CHOICES.tagFilter,
  workspaceVariables = DEFAULT_CHOICES.workspaceVariables,
  moveWithAgentPool = DEFAULT_CHOICES.moveWithAgentPool,
}: EmulatorOptions): Choices {
  return {
    projectDeletionBehavior,
    advisoryFailures,
    tagRelationships,
    tagFilter,
    workspaceVariables,
    moveWithAgentPool,
  };
}
