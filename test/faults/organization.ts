import { Client, type ClientOptions } from "../../src/api";
import { Emulator, type EmulatorOptions, type Fault, type EmulatorState } from "../../src/emulator";
import type { CaseFault, Method, LateResponse } from "./fault-kinds";
import type { ServiceOptions } from "./matrix";
import { Proxy } from "./proxy";
import type { ExpectedProject, Workload } from "./workloads";

/** The projects of the organization, by name. */
export type Projects = Readonly<Record<string, { readonly id: string } & Omit<ExpectedProject, "was">>>;

/** Few attempts with short delays, so that all cases take minutes; what holds for these holds for more. */
const QUICK = { attempts: 3, timeoutAttempts: 2, rateLimitedAttempts: 3, initialDelayMs: 1, maxDelayMs: 2 };

/** Limits that a late response exceeds, in milliseconds. */
const SHORT = { timeoutMs: 60, deadlineMs: 150 } as const satisfies Partial<ClientOptions>;

/** The projects of `acme`. */
export function projectsOf({ organizations: [acme] }: EmulatorState): Projects {
  return Object.fromEntries(
    acme!.projects.map(({ id, name, description, workspaces }) => [
      name,
      { id, description, workspaces: workspaces.map((workspace) => workspace.name), assigned: assignedTo(id, acme!) },
    ]),
  );
}

/** The teams with access to a project, its sets, and with `!` the policy sets from which it is excluded. */
function assignedTo(id: string, acme: EmulatorState["organizations"][number]): readonly string[] {
  const access = acme.teams.flatMap(({ name, projects }) => {
    const level = projects[id];
    return level === undefined ? [] : [`${name}: ${level}`];
  });
  const sets = [...acme.variableSets, ...acme.policySets].filter(({ projectIds }) => projectIds.includes(id));
  const excluded = acme.policySets.filter(({ excludedProjectIds }) => excludedProjectIds.includes(id));
  return [...access, ...sets.map(({ name }) => name), ...excluded.map(({ name }) => `!${name}`)].sort();
}

/** How the projects differ from the desired ones, also in their identity; empty when they do not. */
export function differencesOf(start: Projects, projects: Projects, desired: Workload["desired"]): readonly string[] {
  const names = new Set([...Object.keys(desired), ...Object.keys(projects)]);
  return [...names].flatMap((name) => {
    const [wanted, actual] = [desired[name], projects[name]];
    if (wanted === undefined) return [`${name} exists, and should not`];
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

/** What a part of a workload may not do: assign what it does not want, or remove what was there and stays. */
function excessesOf(start: Projects, projects: Projects, desired: Workload["desired"]): readonly string[] {
  return Object.entries(projects).flatMap(([name, { assigned = [] }]) => {
    const { previousName = "", assigned: wanted = [] } = desired[name] ?? {};
    const before = start[previousName]?.assigned ?? [];
    return [
      ...assigned.filter((it) => !wanted.includes(it) && !before.includes(it)).map((it) => `${name} has ${it}`),
      ...before.filter((it) => wanted.includes(it) && !assigned.includes(it)).map((it) => `${name} has lost ${it}`),
    ];
  });
}

/** The organization `acme` of a workload, on its own emulator. */
export class FaultyOrganization {
  readonly start: Projects;
  #proxy: Proxy | undefined;
  #exceededLimit: LateResponse["laterThan"] | undefined;

  private constructor(readonly emulator: Emulator) {
    this.start = this.projects;
  }

  static async create(
    { seed }: Pick<Workload, "seed">,
    { documents = "full", ...options }: Omit<EmulatorOptions, "seed" | "documents"> & ServiceOptions = {},
  ): Promise<FaultyOrganization> {
    const organizations = [{ name: "acme", ...seed }];
    return new FaultyOrganization(await Emulator.start({ ...options, documents, seed: { organizations } }));
  }

  get projects(): Projects {
    return projectsOf(this.emulator.state());
  }

  /** How many requests were received since the last {@link clear}. */
  get requests(): number {
    return this.emulator.requests.counts.total;
  }

  /** The address for clients. */
  get address(): string {
    return this.#proxy?.address ?? this.emulator.address;
  }

  /** Adds a fault, which lasts until {@link clear}. */
  async addFault(fault: CaseFault): Promise<void> {
    if ("laterThan" in fault) await this.#respondLate(fault);
    else if (fault.from === undefined) this.emulator.faults.add(fault);
    else await this.#failFrom(fault.from, fault);
  }

  /** Removes all faults, and resets the count of requests. */
  async clear(): Promise<void> {
    await this.#proxy?.stop();
    this.#proxy = undefined;
    this.#exceededLimit = undefined;
    this.emulator.faults.clear();
    this.emulator.requests.clear();
  }

  /** @param hasNormalLimits - Whether operations may take as long as usual, instead of failing soon. */
  client({ hasNormalLimits, stopSignal }: { hasNormalLimits: boolean; stopSignal?: AbortSignal | undefined }): Client {
    const { address } = this;
    const { token } = this.emulator;
    const exceeded = this.#exceededLimit;
    const limits = { deadlineMs: hasNormalLimits ? 600_000 : 400, ...(exceeded && { [exceeded]: SHORT[exceeded] }) };
    return new Client({ address, token, env: {}, retryPolicy: QUICK, ...limits, shutdownSignal: stopSignal });
  }

  async #respondLate({ laterThan, skip, times }: LateResponse & CaseFault): Promise<void> {
    let requests = 0;
    this.#exceededLimit = laterThan;
    this.#proxy = await Proxy.start(this.emulator.address, () => {
      requests += 1;
      return requests > skip && requests <= skip + times ? "never" : "answer";
    });
  }

  async #failFrom(first: Method, fault: Fault): Promise<void> {
    let hasStarted = false;
    this.#proxy = await Proxy.start(this.emulator.address, (method) => {
      if (!hasStarted && method === first) {
        hasStarted = true;
        this.emulator.faults.add(fault);
      }
      return "answer";
    });
  }

  /** How the organization differs from the desired projects, also in their identity; empty when it does not. */
  differences(desired: Workload["desired"]): readonly string[] {
    return differencesOf(this.start, this.projects, desired);
  }

  /** How a part of the workload went too far: see {@link excessesOf}. */
  excesses(desired: Workload["desired"]): readonly string[] {
    return excessesOf(this.start, this.projects, desired);
  }

  async stop(): Promise<void> {
    await this.#proxy?.stop();
    await this.emulator.stop();
  }
}

function sorted({ description, workspaces, assigned = [] }: Omit<ExpectedProject, "was">): object {
  return { description, workspaces: [...workspaces].sort(), assigned };
}
