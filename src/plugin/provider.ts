import type { Diagnostics } from "./diagnostics";
import type { Logger } from "./logger";
import type { ConfigOf, KnownConfigOf, PlanOf, Schema, StateOf } from "../schema";

/** What every handler is given beside its values. */
export interface Context {
  /** Warnings and errors to show. Errors added here fail the request just as a thrown error does. */
  readonly diagnostics: Diagnostics;
  /** Aborted when Terraform asks the provider to stop (Ctrl-C). */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Context of a handler that runs after the provider was configured. `C` is what {@link Provider.configure} returned. */
export interface ConfiguredContext<C> extends Context {
  readonly provider: C;
}

/** Context of a handler that updates. */
export interface UpdateContext<C> extends ConfiguredContext<C> {
  /**
   * The {@link PlanResult.privateState} of the change, as it was planned last, after a way through JSON. Undefined when that was nothing.
   */
  readonly privateState: unknown;
}

/** Context of a handler that deletes. */
export interface DeletionContext<C> extends ConfiguredContext<C> {
  /**
   * What {@link Resource.planDelete} gave, after a way through JSON; when the object is replaced, the
   * {@link PlanResult.deletionPrivateState} of the new one. Undefined when that was nothing.
   */
  readonly privateState: unknown;
}

/**
 * A provider: its own configuration, its resources and data sources.
 *
 * Handlers are methods that take typed values and return typed values. To fail, add errors to `context.diagnostics` or
 * throw a `DiagnosticError`; any other thrown error is shown by its message.
 */
export interface Provider<S extends Schema = Schema, C = unknown> {
  /** Type name: the prefix of all its resource types. */
  readonly name: string;
  readonly version: string;
  readonly schema: S;
  readonly resources: readonly Resource<Schema, C>[];
  readonly dataSources: readonly DataSource<Schema, C>[];
  /** Checks the configuration without any I/O; values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;
  /**
   * Called once before any resource is read, planned or applied. `config` has no defaults filled in; its values may be
   * unknown during plan.
   */
  configure(config: ConfigOf<S>, context: Context & { readonly terraformVersion: string }): C | Promise<C>;
  /**
   * Texts that must never be shown, such as a token from the environment. They are taken out of logs and diagnostics, as
   * are the values of sensitive attributes without being named here.
   */
  secrets?(configured: C): readonly string[];
}

/** A managed resource, its members in the order in which Terraform uses them. */
export interface Resource<S extends Schema = Schema, C = unknown> {
  /** Terraform type, such as `null_resource`. */
  readonly type: string;
  readonly schema: S;

  /** Checks the configuration without the service; runs before the provider is configured. Values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;

  /**
   * Told of each object of the state when Terraform takes it up: before it is read (which `-refresh=false` leaves out), planned or applied.
   */
  stateLoaded?(state: StateOf<S>, context: ConfiguredContext<C>): void;

  /**
   * The state as it is now; null when the object is gone. Must return what it was given, to the byte, when nothing changed.
   */
  read(state: StateOf<S>, context: ConfiguredContext<C>): Promise<StateOf<S> | null>;

  /**
   * Adjusts the plan of a create or update. `planned` already has the configuration's values, defaults, and for what the
   * provider computes the prior value (update) or unknown (create). Attributes the configuration sets must stay as they
   * are (or keep the prior value, where the two differ only in writing). What an update computes anew has to be made
   * unknown here; `changedAttributes` tells whether there is one. Without this method the plan is as proposed.
   */
  plan?(request: PlanRequest<S>, context: ConfiguredContext<C>): Promise<PlanResult<S>>;

  /**
   * Checks a deletion before it is planned: add errors or warnings to the diagnostics. What it gives (JSON, or undefined)
   * is kept in the plan, also in a plan file where it can be read, and `delete` finds it as `context.note`.
   */
  planDelete?(prior: StateOf<S>, context: ConfiguredContext<C>): Promise<unknown>;

  /** Creates the object; returns the new state, which agrees with all known planned values. */
  create(request: CreateRequest<S>, context: ConfiguredContext<C>): Promise<StateOf<S>>;

  /**
   * Changes the object; returns the new state. When it fails half-way: return what exists now and add the error to the
   * diagnostics. When it throws, the state stays as it was.
   */
  update(request: UpdateRequest<S>, context: UpdateContext<C>): Promise<StateOf<S>>;

  /** Deletes the object; one that is gone already is a success. */
  delete(prior: StateOf<S>, context: DeletionContext<C>): Promise<void>;

  /**
   * Brings a state that was stored with an older `version` of the schema to the present one. What it gives is then read
   * as any stored state: attributes that the schema does not know are dropped, missing ones are null. Without this method
   * that is all that happens.
   */
  upgrade?(stored: Readonly<Record<string, unknown>>, version: number): Readonly<Record<string, unknown>>;

  /** The state that the text after `terraform import ADDRESS` stands for. Without this method import is refused. */
  import?(id: string, context: ConfiguredContext<C>): Promise<StateOf<S>>;
}

export interface PlanRequest<S extends Schema> {
  readonly config: ConfigOf<S>;
  /** Null when the object is to be created. */
  readonly prior: StateOf<S> | null;
  /**
   * When the object is created in place of another: that one, the very value that was `prior` when Terraform first planned
   * this resource, as a change. Null otherwise, and in place of a tainted object, of which Terraform says nothing here.
   */
  readonly replaces: StateOf<S> | null;
  readonly planned: PlanOf<S>;
  /**
   * Terraform plans a change again just before it applies it: then this is the {@link PlanResult.privateState} of the plan before, also where that was
   * saved. Undefined when that was nothing, while the plan is made, and always where Terraform {@link storesPlannedPrivate | keeps no notes}.
   */
  readonly privateState: unknown;
  /** Whether Terraform keeps notes of changes with the plan (protocol 6.11, Terraform 1.16 and later). */
  readonly storesPlannedPrivate: boolean;
}

export interface PlanResult<S extends Schema> {
  readonly planned: PlanOf<S>;
  /** Names of attributes whose change cannot be made in place. */
  readonly requiresReplace?: readonly AttributeName<S>[];
  /** Of a change in place: JSON that the update finds as `context.note`, and the plan that comes before that as `request.note`. */
  readonly privateState?: unknown;
  /** Where the object replaces another: JSON that the deletion of that one finds as `context.note`. */
  readonly deletionPrivateState?: unknown;
}

/** Inferred, rather than a plain `keyof`, so that a `Resource<S>` stays assignable to the `Resource` of any schema. */
type AttributeName<S extends Schema> = S extends { readonly attributes: infer A } ? Extract<keyof A, string> : never;

export interface CreateRequest<S extends Schema> {
  /** What the user wrote, with defaults; everything is known by now. */
  readonly config: KnownConfigOf<S>;
  /** As {@link config}, and what the provider computes: known where the plan said it, otherwise unknown. */
  readonly planned: PlanOf<S>;
}

export interface UpdateRequest<S extends Schema> extends CreateRequest<S> {
  readonly prior: StateOf<S>;
}

/** A data source: reads, and changes nothing. */
export interface DataSource<S extends Schema = Schema, C = unknown> {
  /** Terraform type. */
  readonly type: string;
  readonly schema: S;
  /** Checks the configuration without the service. Values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;
  /** `config` has defaults and is fully known here: Terraform waits until it is. */
  read(config: KnownConfigOf<S>, context: ConfiguredContext<C>): Promise<StateOf<S>>;
}
