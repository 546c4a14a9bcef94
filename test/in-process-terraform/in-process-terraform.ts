import type { Provider } from "../../src/plugin/provider";
import * as protocol from "../../src/plugin/wire/protocol";
import { ObjectCodec } from "../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../src/plugin/value/value";
import { ApplyWalk } from "./apply-walk";
import { argumentsOf, dependenciesOf, evaluate, isData, typeOf } from "./configuration";
import type { Configuration } from "./configuration";
import { hasErrors } from "./diagnostics";
import type { ShownDiagnostic } from "./diagnostics";
import { checkedArguments, Launch } from "./launch";
import type { ProviderCallRecord } from "./launch";
import type { Plan, PlannedChange, PlanOptions } from "./plan";
import { destroySteps, PlanWalk } from "./plan-walk";
import { ResourceWalk } from "./resource-walk";
import type { Schemas } from "./schemas";
import type { State } from "./state";
import { walk } from "./walk";
import type { Step } from "./walk";

export interface InProcessTerraformOptions {
  /** As `-parallelism`. @default 10 */
  readonly parallelism?: number | undefined;
  /** The version that is passed to the provider. @default "1.11.4" */
  readonly terraformVersion?: string | undefined;
  /** Whether creates and updates get the private data of their first plan, as in Terraform 1.16. @default false */
  readonly storesPlannedPrivate?: boolean | undefined;
  /** Whether identities are stored, as in Terraform 1.12. @default false */
  readonly storesIdentities?: boolean | undefined;
  /** Chooses the next of several objects, from 0. Terraform has no fixed order. @default the first */
  readonly choose?: ((count: number) => number) | undefined;
  /** Called before every call; `launch` counts launches of the provider from 1. */
  readonly onCall?: ((call: ProviderCallRecord & { readonly launch: number }) => void) | undefined;
  /** Receives lines of the provider's log, as JSON. @default none */
  readonly log?: ((line: string) => void) | undefined;
}

/** The result of a command. */
export interface Result {
  /** Whether there are no errors. */
  readonly ok: boolean;
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** The result of `apply` and `destroy`. */
export interface ApplyResult extends Result {
  readonly plan: Plan;
}

/**
 * An implementation of Terraform for tests of providers on this SDK: plans, applies, refreshes, imports and destroys a
 * configuration with the calls, the order and the checks of Terraform 1.11, in this process, with a state.
 *
 * @example
 * const terraform = new InProcessTerraform(() => myProvider);
 * const configuration = { resources: { "null_resource.one": { triggers: { a: "1" } } } };
 * const { ok, plan } = await terraform.apply(configuration);
 */
export class InProcessTerraform {
  /** The state between commands. It can be set, e.g. to an earlier one. */
  state: State = new Map();
  #launches = 0;

  /**
   * @param provider - Called for every launch. Real launches are processes, which share nothing.
   */
  constructor(
    private readonly provider: () => Provider,
    private readonly options: InProcessTerraformOptions = {},
  ) {}

  /** `terraform validate`. */
  async validate(configuration: Configuration): Promise<Result> {
    return this.#validate(configuration, await this.#schemas());
  }

  async #validate(configuration: Configuration, schemas: Schemas): Promise<Result> {
    // Terraform does not launch a provider without resources.
    if (Object.keys(configuration.resources).length === 0) return resultOf([]);
    const launch = this.#launch(schemas);
    const config = checkedArguments(launch, undefined, schemas.provider, providerArguments(configuration));
    if (config === undefined) return resultOf(launch.diagnostics);
    const wire = new ObjectCodec(schemas.provider).encode(config);
    await launch.call("ValidateProviderConfig", protocol.ValidateProviderConfig, undefined, { config: wire });
    const resources = new ResourceWalk(launch, schemas);
    const direct = dependenciesOf(configuration);
    const steps = Object.entries(configuration.resources).map(([address, block]): Step => ({
      id: address,
      after: direct.get(address) ?? [],
      run: async () => (await resources.validConfig(address, block)) !== undefined,
    }));
    await this.#walk(steps);
    return resultOf(launch.diagnostics);
  }

  /** `terraform plan`; the state stays as it was. */
  async plan(configuration: Configuration, options: PlanOptions = {}): Promise<Plan> {
    return this.#plan(configuration, options, await this.#schemas());
  }

  async #plan(configuration: Configuration, options: PlanOptions, schemas: Schemas): Promise<Plan> {
    const { mode = "normal" } = options;
    const validated = await this.#validate(configuration, schemas);
    if (!validated.ok) return planOf(configuration, options, validated.diagnostics, { refreshed: this.state });
    if (mode !== "destroy") return this.#planMoved(configuration, options, schemas);
    // Terraform plans the configuration first, to refresh the state; an error there blocks the destroy.
    const isRefreshed = options.refresh !== false && this.state.size > 0;
    const first = isRefreshed
      ? await this.#planMoved(configuration, { ...options, mode: "normal" }, schemas)
      : undefined;
    if (first?.ok === false) return { ...first, mode };
    const refreshed = first?.refreshed ?? this.state;
    const changes = new Map<string, PlannedChange>();
    const diagnostics = await this.#during(configuration, schemas, undefined, (resources) =>
      this.#walk(destroySteps(resources, refreshed, (change) => changes.set(change.address, change))),
    );
    const all = [...(first?.diagnostics ?? []), ...diagnostics];
    return planOf(configuration, options, all, { ...first, refreshed, changes });
  }

  async #planMoved(configuration: Configuration, options: PlanOptions, schemas: Schemas): Promise<Plan> {
    const { state, moved, diagnostics } = await this.#move(configuration, schemas);
    if (hasErrors(diagnostics)) return planOf(configuration, options, diagnostics, { refreshed: this.state });
    return { ...(await this.#planNormally(configuration, options, schemas, state)), moved };
  }

  /** Moves objects as the `moved` blocks say; those of other types in a launch that is not configured. */
  async #move({ moved: blocks = [] }: Configuration, schemas: Schemas): Promise<MovedState> {
    const state = new Map(this.state);
    const moved: Record<string, string> = {};
    let crossing: ResourceWalk | undefined;
    for (const { from, to } of blocks) {
      const stored = state.get(from);
      if (stored === undefined || state.has(to) || isData(to)) continue;
      const isSame = typeOf(from) === typeOf(to) && stored.provider === undefined;
      if (!isSame) crossing ??= new ResourceWalk(this.#launch(schemas), schemas);
      const object = isSame ? stored : await crossing?.move(from, to, stored, `${OWN_HOST}/${this.provider().name}`);
      if (object === undefined) continue;
      state.delete(from);
      state.set(to, object);
      moved[to] = from;
    }
    return { state, moved, diagnostics: crossing?.launch.diagnostics ?? [] };
  }

  async #planNormally(
    configuration: Configuration,
    options: PlanOptions,
    schemas: Schemas,
    state: State,
  ): Promise<Plan> {
    let planned: PlanWalk | undefined;
    const diagnostics = await this.#during(configuration, schemas, undefined, (resources) => {
      planned = new PlanWalk(resources, configuration, state, options);
      return this.#walk(planned.steps());
    });
    return planOf(configuration, options, diagnostics, planned ?? { refreshed: state });
  }

  /**
   * `terraform apply` of a configuration or of a plan.
   *
   * @param signal - Ctrl-C: when it is aborted, the provider is stopped, and nothing else is started.
   */
  async apply(
    configurationOrPlan: Configuration | Plan,
    options: PlanOptions = {},
    signal?: AbortSignal,
  ): Promise<ApplyResult> {
    const schemas = await this.#schemas();
    const plan =
      "changes" in configurationOrPlan ? configurationOrPlan : await this.#plan(configurationOrPlan, options, schemas);
    if (!plan.ok) return { ok: false, diagnostics: plan.diagnostics, plan };
    const { configuration, refreshed } = plan;
    let applied: ApplyWalk | undefined;
    const diagnostics = await this.#during(configuration, schemas, signal, (resources) => {
      applied = new ApplyWalk(resources, configuration, plan);
      return this.#walk(applied.steps(), signal);
    });
    this.state = applied?.state ?? refreshed;
    // With the warnings of the plan.
    const all = [...plan.diagnostics, ...diagnostics];
    return { ok: !hasErrors(all) && signal?.aborted !== true, diagnostics: all, plan };
  }

  /** `terraform apply -refresh-only`. */
  async refresh(configuration: Configuration): Promise<ApplyResult> {
    return this.apply(configuration, { mode: "refresh-only" });
  }

  /** `terraform destroy`. */
  async destroy(configuration: Configuration, options: Omit<PlanOptions, "mode"> = {}): Promise<ApplyResult> {
    return this.apply(configuration, { ...options, mode: "destroy" });
  }

  /**
   * `terraform import ADDRESS ID`, or, with an object, what an `import` block with `identity` imports: that needs the
   * option `storesIdentities`.
   */
  async import(configuration: Configuration, address: string, target: string | ObjectValue): Promise<Result> {
    if (!Object.hasOwn(configuration.resources, address) || isData(address)) {
      throw new Error(`${address} is not a resource in the configuration.`);
    }
    if (this.state.has(address)) throw new Error(`${address} is already in the state.`);
    const schemas = await this.#schemas();
    const diagnostics = await this.#during(configuration, schemas, undefined, async (resources) => {
      const { launch } = resources;
      const typeName = typeOf(address);
      const request =
        typeof target === "string"
          ? { typeName, id: target }
          : { typeName, identity: resources.identityMessage(typeName, withMissing(resources, typeName, target)) };
      const answer = await launch.call("ImportResourceState", protocol.ImportResourceState, address, request);
      for (const imported of answer.failed ? [] : answer.importedResources) {
        const schema = resources.schema(address);
        const values = new ObjectCodec(schema).decode(imported.state);
        if (values === null || imported.typeName !== typeName) {
          launch.error(address, "Provider returned an invalid import", `It is not a ${typeName}.`);
          continue;
        }
        const current = await resources.read(address, {
          type: typeName,
          values,
          private: imported.private,
          dependencies: [],
          isTainted: false,
          schemaVersion: schema.version ?? 0,
          identity: resources.identityIn(typeName, imported.identity),
        });
        if (current === null)
          launch.error(
            address,
            "Cannot import non-existent remote object",
            `${JSON.stringify(target)} does not exist.`,
          );
        else if (current !== undefined) this.state = new Map([...this.state, [address, current]]);
      }
    });
    return resultOf(diagnostics);
  }

  async #schemas(): Promise<Schemas> {
    return this.#launch().schemas();
  }

  /** Runs the work with a configured launch, and returns the diagnostics. */
  async #during(
    configuration: Configuration,
    schemas: Schemas,
    signal: AbortSignal | undefined,
    work: (resources: ResourceWalk) => Promise<void>,
  ): Promise<readonly ShownDiagnostic[]> {
    const launch = this.#launch(schemas);
    const config = checkedArguments(launch, undefined, schemas.provider, providerArguments(configuration));
    if (config === undefined || !(await launch.configure(config))) return launch.diagnostics;
    const stop = (): void => void launch.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await work(new ResourceWalk(launch, schemas));
    } finally {
      signal?.removeEventListener("abort", stop);
    }
    return launch.diagnostics;
  }

  #launch(schemas?: Schemas): Launch {
    this.#launches += 1;
    const launch = this.#launches;
    const { terraformVersion = "1.11.4", onCall, log } = this.options;
    const { storesPlannedPrivate = false, storesIdentities = false } = this.options;
    const made = new Launch(this.provider(), {
      terraformVersion,
      storesPlannedPrivate,
      storesIdentities,
      log,
      onCall: (call) => onCall?.({ ...call, launch }),
    });
    return schemas === undefined ? made : made.withSchemas(schemas);
  }

  #walk(steps: readonly Step[], signal?: AbortSignal): Promise<void> {
    const { parallelism = 10, choose } = this.options;
    return walk(steps, { parallelism, choose, signal });
  }
}

/** The address of the provider under test, in calls that have it, without its name. */
const OWN_HOST = "terraform.local/test";

interface MovedState {
  readonly state: State;
  readonly moved: Readonly<Record<string, string>>;
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** An identity with null for what it does not have. */
function withMissing({ schemas }: ResourceWalk, typeName: string, identity: ObjectValue): ObjectValue {
  const names = Object.keys(schemas.identities.get(typeName)?.attributes ?? {});
  return Object.fromEntries(names.map((name) => [name, identity[name] ?? null]));
}

function providerArguments({ provider = {} }: Configuration): Readonly<Record<string, unknown>> {
  const noReferences = (address: string): never => {
    throw new Error(`The provider's configuration refers to ${address}, which is not supported.`);
  };
  return Object.fromEntries(
    Object.entries(argumentsOf(provider)).map(([name, value]) => [name, evaluate(value, noReferences)]),
  );
}

function resultOf(diagnostics: readonly ShownDiagnostic[]): Result {
  return { ok: !hasErrors(diagnostics), diagnostics };
}

function planOf(
  configuration: Configuration,
  { mode = "normal" }: PlanOptions,
  diagnostics: readonly ShownDiagnostic[],
  {
    refreshed,
    changes = new Map<string, PlannedChange>(),
    data = new Map<string, ObjectValue>(),
    drifted = [],
  }: Pick<Plan, "refreshed"> & Partial<Pick<Plan, "changes" | "data" | "drifted">>,
): Plan {
  return {
    ok: !hasErrors(diagnostics),
    mode,
    configuration,
    changes,
    actions: Object.fromEntries([...changes].map(([address, { action }]) => [address, action])),
    moved: {},
    refreshed,
    data,
    drifted,
    diagnostics,
  };
}
