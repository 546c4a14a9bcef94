import { Client } from "../../src/api";
import { Emulator, type EmulatorOptions, type Fault, type EmulatorState } from "../../src/emulator";
import type { CaseFault, Method, LateResponse } from "./fault-kinds";
import { Proxy } from "./proxy";
import type { ExpectedProject, Workload } from "./workloads";

/** What a look at the organization shows: name → project. */
export type Projects = Readonly<Record<string, { readonly id: string } & Omit<ExpectedProject, "was">>>;

/** Delays so short that a matrix of cases takes minutes, and tries so few; what is true of these is true of more. */
const QUICK = { attempts: 3, timeoutAttempts: 2, rateLimitedAttempts: 3, initialDelayMs: 1, maxDelayMs: 2 };

/** Milliseconds of the limit that an answer misses. */
const SHORT = { timeout: 60, deadlineMs: 150 } as const;

/** What there is in `acme`. */
export function projectsOf({ organizations: [acme] }: EmulatorState): Projects {
  return Object.fromEntries(
    acme!.projects.map(({ id, name, description, workspaces }) => [
      name,
      { id, description, workspaces: workspaces.map((workspace) => workspace.name) },
    ]),
  );
}

/** Where the projects differ from what is desired, also in which project is which; empty when they do not. */
export function differencesOf(start: Projects, projects: Projects, desired: Workload["desired"]): readonly string[] {
  const names = new Set([...Object.keys(desired), ...Object.keys(projects)]);
  return [...names].flatMap((name) => {
    const [wanted, actual] = [desired[name], projects[name]];
    if (wanted === undefined) return [`${name} is there, and should not be`];
    if (actual === undefined) return [`${name} is missing`];
    const { previousName: was, ...rest } = wanted;
    const { id, ...seen } = actual;
    const before = was === undefined ? undefined : start[was]!.id;
    return [
      ...(JSON.stringify(sorted(seen)) === JSON.stringify(sorted(rest))
        ? []
        : [`${name} is ${JSON.stringify(seen)} instead of ${JSON.stringify(rest)}`]),
      ...(before === undefined || before === id ? [] : [`${name} is another project than ${was!} was`]),
    ];
  });
}

/** The organization `acme` of a workload, on an emulator of its own. */
export class FaultyOrganization {
  readonly start: Projects;
  #between: Proxy | undefined;
  #missed: LateResponse["laterThan"] | undefined;

  private constructor(readonly emulator: Emulator) {
    this.start = this.projects;
  }

  static async create(
    { seed }: Pick<Workload, "seed">,
    options: Omit<EmulatorOptions, "seed"> = {},
  ): Promise<FaultyOrganization> {
    const organizations = [{ name: "acme", ...seed }];
    return new FaultyOrganization(await Emulator.start({ ...options, seed: { organizations } }));
  }

  get projects(): Projects {
    return projectsOf(this.emulator.state());
  }

  /** How many requests there were since the last {@link clear}. */
  get requests(): number {
    return this.emulator.requests.counts.total;
  }

  /** Where its clients find it. */
  get address(): string {
    return this.#between?.address ?? this.emulator.address;
  }

  /** From now on; until {@link clear}. */
  async addFault(fault: CaseFault): Promise<void> {
    if ("laterThan" in fault) await this.#answerLate(fault);
    else if (fault.from === undefined) this.emulator.faults.add(fault);
    else await this.#failFrom(fault.from, fault);
  }

  /** No faults are left, and no requests counted. */
  async clear(): Promise<void> {
    await this.#between?.stop();
    this.#between = undefined;
    this.#missed = undefined;
    this.emulator.faults.clear();
    this.emulator.requests.clear();
  }

  /** @param isPatient - Whether operations may take as long as they usually may, rather than give up soon. */
  client({ isPatient, stopSignal }: { isPatient: boolean; stopSignal?: AbortSignal | undefined }): Client {
    const { address } = this;
    const { token } = this.emulator;
    const missed = this.#missed;
    const limits = { deadlineMs: isPatient ? 600_000 : 400, ...(missed && { [missed]: SHORT[missed] }) };
    return new Client({ address, token, env: {}, retryPolicy: QUICK, ...limits, shutdownSignal: stopSignal });
  }

  async #answerLate({ laterThan, skip, times }: LateResponse & CaseFault): Promise<void> {
    let requests = 0;
    this.#missed = laterThan;
    this.#between = await Proxy.start(this.emulator.address, () => {
      requests += 1;
      return requests > skip && requests <= skip + times ? "never" : "answer";
    });
  }

  async #failFrom(first: Method, fault: Fault): Promise<void> {
    let hasBegun = false;
    this.#between = await Proxy.start(this.emulator.address, (method) => {
      if (!hasBegun && method === first) {
        hasBegun = true;
        this.emulator.faults.add(fault);
      }
      return "answer";
    });
  }

  /** Where the organization differs from what is desired, also in which project is which; empty when it does not. */
  differences(desired: Workload["desired"]): readonly string[] {
    return differencesOf(this.start, this.projects, desired);
  }

  async stop(): Promise<void> {
    await this.#between?.stop();
    await this.emulator.stop();
  }
}

function sorted({ description, workspaces }: Omit<ExpectedProject, "was">): object {
  return { description, workspaces: [...workspaces].sort() };
}
