import { inspect } from "node:util";
import { isValidToken } from "./access/token";
import { Clock } from "./clock";
import { PolicySetControl, VariableSetControl } from "./control/applied-sets";
import { ClockControl } from "./control/clock";
import { ControlContext } from "./control/context";
import { CONTROL_PREFIX, createControlService } from "./control/control-service";
import type { EmulatorControl } from "./control/emulator-control";
import { OrganizationControl } from "./control/organizations";
import { ProjectControl } from "./control/projects";
import { RunTaskControl } from "./control/run-tasks";
import { RunControl } from "./control/runs";
import { TeamControl } from "./control/teams";
import { TokenControl } from "./control/tokens";
import { WorkspaceControl } from "./control/workspaces";
import type { FaultControl } from "./http/faults";
import { FaultQueue } from "./http/faults";
import { RateLimit } from "./http/rate-limit";
import { checkMaxRequestBytes, DEFAULT_MAX_REQUEST_BYTES } from "./http/request-body";
import type { RequestLog } from "./http/request-log";
import { RequestRecorder } from "./http/request-log";
import { HttpServer } from "./http/server";
import { createService } from "./http/service";
import type { EmulatorOptions } from "./options";
import { ROUTES } from "./routes";
import { applySeed, DEFAULT_SEED } from "./seed";
import { StateFile } from "./state-file/state-file";
import { newSecret } from "./store/identifiers";
import type { EmulatorState } from "./store/state";
import { emulatorState } from "./store/state";
import { Store } from "./store/store";
import { runDueTimers } from "./store/timers";
import { RunTaskDispatcher } from "./webhooks/run-task-dispatcher";

/**
 * The service in memory, listening on the loopback interface, and the controls for tests.
 *
 * @example const emulator = await Emulator.start(); const project = emulator.projects.create({ organization: "acme",
 *   name: "Platform" }); await fetch(`${emulator.address}/api/v2/projects/${project.id}`, { headers: { authorization:
 *   `Bearer ${emulator.token}` }, }); await emulator.stop();
 */
export class Emulator implements EmulatorControl {
  readonly organizations: OrganizationControl;
  readonly projects: ProjectControl;
  readonly workspaces: WorkspaceControl;
  /** API tokens other than the admin token. */
  readonly tokens: TokenControl;
  readonly teams: TeamControl;
  readonly variableSets: VariableSetControl;
  readonly policySets: PolicySetControl;
  readonly runTasks: RunTaskControl;
  readonly runs: RunControl;
  readonly clock: ClockControl;
  /** The requests to the service since the start or the last `clear()`. */
  readonly requests: RequestLog;
  /** Faults to inject into responses. */
  readonly faults: FaultControl;
  readonly #requests = new RequestRecorder();
  readonly #faults = new FaultQueue();
  readonly #rateLimit: RateLimit;
  #server: HttpServer | undefined;
  #port = 0;

  private constructor(
    private readonly options: EmulatorOptions,
    private readonly store: Store,
    /** The admin token: an owner of every organization. */
    readonly token: string,
    private readonly stateFile: StateFile | undefined,
    private readonly dispatcher: RunTaskDispatcher,
    private readonly context: ControlContext,
  ) {
    this.organizations = new OrganizationControl(context);
    this.projects = new ProjectControl(context);
    this.workspaces = new WorkspaceControl(context);
    this.tokens = new TokenControl(context);
    this.teams = new TeamControl(context);
    this.variableSets = new VariableSetControl(context);
    this.policySets = new PolicySetControl(context);
    this.runTasks = new RunTaskControl(context);
    this.runs = new RunControl(context);
    this.clock = new ClockControl(context);
    this.requests = this.#requests;
    this.faults = this.#faults;
    this.#rateLimit = new RateLimit(options.rateLimit, store.clock);
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
    const store = new Store(new Clock(options.now), options.advisoryFailures);
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
      const context = new ControlContext(store, commit, flush);
      const emulator = new Emulator(options, store, token, file, dispatcher, context);
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
    const [first] = this.store.organizations.values();
    return first?.name;
  }

  state(): EmulatorState {
    runDueTimers(this.store);
    this.context.flush();
    return emulatorState(this.store);
  }

  get rateLimit(): number | undefined {
    return this.#rateLimit.limit;
  }

  setRateLimit(limit: number | undefined): void {
    this.#rateLimit.limit = limit;
  }

  /**
   * Stops listening, closes all connections, drops requests that faults delay, and cancels requests to run tasks. The
   * state can still be read.
   */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
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

  async #listen(): Promise<void> {
    const { documents = "documented", projectDeletionBehavior = 409 } = this.options;
    const { maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES } = this.options;
    const service = createService(ROUTES, {
      store: this.store,
      token: this.token,
      documents,
      projectDeletionBehavior,
      rateLimit: this.#rateLimit,
      commit: () => this.#commit(),
    });
    const server = new HttpServer({
      service,
      control: createControlService(this),
      controlPrefix: CONTROL_PREFIX,
      log: this.#requests,
      faults: this.#faults,
      maxRequestBytes,
    });
    this.#port = await server.listen(this.options.port ?? 0);
    this.#server = server;
  }
}
