import type { Server } from "node:http";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { isValidToken } from "./access/token";
import { RunTaskDispatcher } from "./webhooks/run-task-dispatcher";
import { Clock } from "./clock";
import { createControlService } from "./control/control-service";
import { RunControl } from "./control/run-control";
import type { Fault, PendingFault } from "./http/faults";
import { Faults } from "./http/faults";
import { RequestHandler } from "./http/request-handler";
import { RateLimit } from "./http/rate-limit";
import type { LoggedRequest, RequestCounts } from "./http/request-log";
import { RequestLog } from "./http/request-log";
import { checkMaxRequestBytes, DEFAULT_MAX_REQUEST_BYTES } from "./http/request-body";
import { createService } from "./http/service";
import type { EmulatorOptions } from "./options";
import { DEFAULT_SEED, applySeed } from "./seed";
import { StateFile } from "./state-file/state-file";
import { newSecret } from "./store/identifiers";
import { Store } from "./store/store";

/**
 * The service in memory, listening on the loopback interface, and the means to make happen in it what a test needs (DESIGN
 * section 6).
 *
 * @example
 * const emulator = await Emulator.start();
 * const project = emulator.addProject({ organization: "acme", name: "Platform" });
 * await fetch(`${emulator.address}/api/v2/projects/${project.id}`, { headers: { authorization: `Bearer ${emulator.token}` } });
 * await emulator.stop();
 */
export class Emulator extends RunControl {
  readonly #log = new RequestLog();
  readonly #faults = new Faults();
  readonly #rateLimit: RateLimit;
  #server: Server | undefined;
  #port = 0;

  private constructor(
    private readonly options: EmulatorOptions,
    world: Store,
    /** The token that owns everything. */
    readonly token: string,
    private readonly stateFile: StateFile | undefined,
    private readonly caller: RunTaskDispatcher,
    commit: () => void,
    beforeShowing: () => void,
  ) {
    super(world, commit, beforeShowing);
    this.#rateLimit = new RateLimit(options.rateLimit, world.clock);
    // What a log or a failed test shows of an emulator has none of its tokens.
    const shown = (): object => ({ address: this.address, firstOrganization: this.firstOrganization });
    Object.defineProperty(this, "toJSON", { value: shown });
    Object.defineProperty(this, inspect.custom, { value: () => `Emulator ${inspect(shown())}` });
  }

  /**
   * Starts an emulator.
   *
   * @throws DecodeError when the seed is not as it must be; RangeError when the token, the rate limit or
   *   `maxRequestBytes` is not; Error when the state file is in use, is none or is damaged; the
   *   network's error when the port is taken. Nothing has then been started.
   */
  static async start(options: EmulatorOptions = {}): Promise<Emulator> {
    checkMaxRequestBytes(options.maxRequestBytes);
    if (options.token !== undefined && !isValidToken(options.token)) {
      throw new RangeError("The token cannot be sent in a request: one is a word of visible ASCII characters.");
    }
    const world = new Store(new Clock(options.now), options.advisoryFailures);
    const begin = (): string => {
      applySeed(world, options.seed ?? DEFAULT_SEED);
      return options.token ?? newSecret();
    };
    const { file, token } =
      options.stateFile === undefined
        ? { file: undefined, token: begin() }
        : StateFile.open(options.stateFile, world, options.token, begin);
    const makeDurable = (): void => file?.commitNow();
    const caller = new RunTaskDispatcher(world, makeDurable);
    const commit = (): void => {
      makeDurable();
      caller.dispatch();
    };
    // After the end the world can still be looked at; what then becomes due in it is not kept.
    const beforeShowing = (): void => {
      if (file?.isOpen === true) makeDurable();
    };
    try {
      const emulator = new Emulator(options, world, token, file, caller, commit, beforeShowing);
      await emulator.#listen();
      if (options.callRunTasks !== "never") caller.start(emulator.address);
      return emulator;
    } catch (error) {
      await file?.close();
      throw error;
    }
  }

  /** `http://127.0.0.1:PORT`; the service is under `/api/v2` there, as clients expect of a `TFE_ADDRESS`. */
  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The name of the organization that was there first: the first of the seed. */
  get firstOrganization(): string | undefined {
    const [first] = this.world.organizations.values();
    return first?.name;
  }

  /** The requests that were made of the service since the start or {@link clearRequests}, oldest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#log.entries;
  }

  /** How many requests there were, also when they are too many to be all in {@link requests}. */
  get requestCounts(): RequestCounts {
    return this.#log.counts;
  }

  clearRequests(): void {
    this.#log.clear();
  }

  /** The faults that have not happened often enough yet. */
  get faults(): readonly PendingFault[] {
    return this.#faults.pending;
  }

  /**
   * From now on, this goes wrong with the requests that it matches.
   *
   * @throws RangeError when the fault could never happen, or contradicts itself.
   */
  addFault(fault: Fault): void {
    this.#faults.add(fault);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  /** Requests per second and user, above which the service answers 429; undefined for no limit. */
  get rateLimit(): number | undefined {
    return this.#rateLimit.limit;
  }

  /** Another limit from now on, or none. @throws RangeError when it is not a whole number above 0. */
  setRateLimit(limit: number | undefined): void {
    this.#rateLimit.limit = limit;
  }

  /** Stops listening, closes all connections and breaks off calls of run tasks. The world can still be looked at. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    await this.caller.stop();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await this.stateFile?.close();
  }

  /** Like `commit`, but together with what other requests change meanwhile. */
  #commit(): Promise<void> | undefined {
    const written = this.stateFile?.commit();
    if (written !== undefined) return written.then(() => this.caller.dispatch());
    this.caller.dispatch();
    return undefined;
  }

  async #listen(): Promise<void> {
    const { documents = "contract", projectDeletionBehavior: nonEmptyProjectDeletion = 409 } = this.options;
    const { maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES } = this.options;
    const service = createService({
      world: this.world,
      token: this.token,
      documents,
      projectDeletionBehavior: nonEmptyProjectDeletion,
      rateLimit: this.#rateLimit,
      commit: () => this.#commit(),
    });
    const front = new RequestHandler(service, createControlService(this), this.#log, this.#faults, maxRequestBytes);
    const answer = getRequestListener((request, connection) => front.handle(request, connection), {
      overrideGlobalObjects: false,
    });
    const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.options.port ?? 0, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The emulator listens, but on no port.");
    this.#port = address.port;
    this.#server = server;
  }
}
