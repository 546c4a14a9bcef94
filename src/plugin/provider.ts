import type { Diagnostics } from "./diagnostics";
import type { Logger } from "./logger";
import type { ConfigOf, IdentitySchema, KnownConfigOf, PlanOf, Schema, StateOf } from "../schema";

/** Passed to every handler. */
export interface Context {
  /** Warnings and errors to show. Adding an error fails the request, as throwing does. */
  readonly diagnostics: Diagnostics;
  /** Aborted when Terraform asks the provider to stop (Ctrl-C). */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Context of handlers that run after the provider is configured. `C` is the result of {@link Provider.configure}. */
export interface ConfiguredContext<C> extends Context {
  readonly provider: C;
}

/** Context of {@link Resource.read}, and of changes. */
interface StateContext<C> extends ImportContext<C>, PlannedDeletionContext<C> {}

/** Context of {@link Resource.import}. */
export interface ImportContext<C> extends ConfiguredContext<C> {
  /** Replaces the stored JSON. If the handler throws, the object keeps what was stored before. */
  readonly storePrivateState: (json: unknown) => void;
}

/** Context of {@link Resource.planDelete}. */
export interface PlannedDeletionContext<C> extends ConfiguredContext<C> {
  /**
   * JSON that is stored with the object, besides its state: passed to later reads, plans and changes of the object, and
   * not shown by Terraform. Undefined for a new object, and if its import has stored nothing.
   */
  readonly storedPrivateState: unknown;
}

/** Context of {@link Resource.create} and {@link Resource.update}. */
export interface ChangeContext<C> extends StateContext<C> {
  /** The {@link PlanResult.privateState} of the last plan of the change, if any. It was stored as JSON. */
  readonly privateState: unknown;
}

/** Context of {@link Resource.delete}. */
export interface DeletionContext<C> extends ConfiguredContext<C> {
  /**
   * The result of {@link Resource.planDelete}, if any; in a replacement, the {@link PlanResult.deletionPrivateState} of
   * the new object. It was stored as JSON.
   */
  readonly privateState: unknown;
}

/**
 * A provider: its configuration, resources and data sources.
 *
 * Handlers take and return typed values. To fail, add errors to `context.diagnostics` or throw a `DiagnosticError`. Of
 * any other error, the message is shown.
 */
export interface Provider<S extends Schema = Schema, C = unknown> {
  /** The prefix of all its resource types. */
  readonly name: string;
  readonly version: string;
  readonly schema: S;
  readonly resources: readonly Resource<Schema, C>[];
  readonly dataSources: readonly DataSource<Schema, C>[];
  /** Lists of objects, for `terraform query`. @default none */
  readonly listResources?: readonly ListResource<Schema, C>[];
  /** Validates the configuration without I/O. Values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;
  /**
   * Called once before any resource is read, planned or applied. `config` has no defaults, and its values may be
   * unknown during plan.
   */
  configure(config: ConfigOf<S>, context: Context & { readonly terraformVersion: string }): C | Promise<C>;
  /**
   * Texts to redact in logs and diagnostics, such as a token from the environment. Values of sensitive attributes are
   * always redacted.
   */
  secrets?(configured: C): readonly string[];
}

/** A managed resource, its members in the order in which Terraform calls them. */
export interface Resource<S extends Schema = Schema, C = unknown> {
  /** Terraform type, such as `null_resource`. */
  readonly type: string;
  readonly schema: S;

  /** Validates the configuration before the provider is configured. Values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;

  /**
   * Called for each object in the state when Terraform loads it, before reading (not with `-refresh=false`), planning
   * or applying it.
   */
  stateLoaded?(state: StateOf<S>, context: ConfiguredContext<C>): void;

  /** The current state; null if the object no longer exists. Must return equal values if nothing has changed. */
  read(state: StateOf<S>, context: StateContext<C>): Promise<StateOf<S> | null>;

  /**
   * Modifies the plan of a create or update. `planned` has the configured values, defaults and, for computed
   * attributes, the prior value (update) or unknown (create). Configured attributes must keep their value, or the prior
   * value if the two are equivalent. Mark values that an update computes as unknown; `changedAttributes` shows whether
   * there is an update. Without this method, the plan stays as proposed.
   */
  plan?(request: PlanRequest<S>, context: ConfiguredContext<C>): Promise<PlanResult<S>>;

  /**
   * Plans a deletion: adds errors or warnings to the diagnostics. The result (JSON, or undefined) is stored in the
   * plan, in plain text in plan files, and passed to `delete` as `context.privateState`.
   */
  planDelete?(prior: StateOf<S>, context: PlannedDeletionContext<C>): Promise<unknown>;

  /** Creates the object, and returns its state, which must match all known planned values. */
  create(request: CreateRequest<S>, context: ChangeContext<C>): Promise<StateOf<S>>;

  /**
   * Updates the object, and returns its state. If it fails after some changes, return the current state and add the
   * error to the diagnostics. If it throws, the state is unchanged.
   */
  update(request: UpdateRequest<S>, context: ChangeContext<C>): Promise<StateOf<S>>;

  /** Deletes the object. Succeeds if it no longer exists. */
  delete(prior: StateOf<S>, context: DeletionContext<C>): Promise<void>;

  /**
   * Upgrades a state stored with an older `version` of the schema. In any case, attributes that are not in the schema
   * are dropped, and missing ones are null.
   */
  upgrade?(stored: Readonly<Record<string, unknown>>, version: number): Readonly<Record<string, unknown>>;

  /** The state of the object with this import ID. Without this method, import is an error. */
  import?(id: string, context: ImportContext<C>): Promise<StateOf<S>>;

  /**
   * The permanent identity of objects, for `identity` in `import` blocks and for `terraform query`. Without it, objects
   * can only be imported by their import ID.
   */
  readonly identity?: ResourceIdentity<S, C>;

  /**
   * The types of other resources whose objects a `moved` block can move to this resource. Objects of the resource
   * itself can always be moved, even to another module or another address of the provider.
   */
  readonly movableFrom?: readonly MoveSource<S>[];
}

/**
 * The identity of the objects of a resource: attributes that never change while an object exists, and that no two
 * objects share. Stored with the state by Terraform and OpenTofu from 1.12; other versions ignore it.
 *
 * @see https://developer.hashicorp.com/terraform/language/import#import-by-identity
 */
export interface ResourceIdentity<S extends Schema, C = unknown, I extends IdentitySchema = IdentitySchema> {
  /**
   * Attributes that an import must have are `required`, others `optional`; there are no other modes. Increase `version`
   * when stored identities need an upgrade.
   */
  readonly schema: I;
  /** The identity of an object. A stored identity is kept, even if this later returns another one. */
  of(state: StateOf<S>, context: ConfiguredContext<C>): StateOf<I>;
  /** The state of the object with this identity, whose optional attributes may be null. */
  import(identity: StateOf<I>, context: ConfiguredContext<C>): Promise<StateOf<S>>;
  /** Upgrades an identity stored with an older `version` of the schema. By default its attributes are unchanged. */
  upgrade?(stored: Readonly<Record<string, unknown>>, version: number): Readonly<Record<string, unknown>>;
}

/**
 * A resource type, usually of another provider, whose objects can become objects of a resource with a `moved` block.
 *
 * @see https://developer.hashicorp.com/terraform/language/moved
 */
export interface MoveSource<S extends Schema> {
  /**
   * Addresses of the provider, such as `registry.terraform.io/hashicorp/null`. OpenTofu before 1.12 does not pass the
   * address, but the prefix of the type (`null`), which is accepted for the last part of each address.
   */
  readonly providers: readonly string[];
  /** Terraform type, such as `null_resource`. */
  readonly type: string;
  /** The versions of its schema that {@link move} can read. */
  readonly schemaVersions: readonly number[];
  /**
   * Converts the stored attributes of the object to its state. May be called before the provider is configured. Throw a
   * `DiagnosticError` for an object that cannot be moved.
   */
  move(stored: Readonly<Record<string, unknown>>): StateOf<S>;
}

export interface PlanRequest<S extends Schema> {
  readonly config: ConfigOf<S>;
  /** Null for a create. */
  readonly prior: StateOf<S> | null;
  /**
   * For a create that replaces an object: the replaced object, identical to the `prior` of the update that Terraform
   * planned first. Null otherwise, and for a tainted object, which Terraform does not pass.
   */
  readonly replaces: StateOf<S> | null;
  readonly planned: PlanOf<S>;
  /**
   * The JSON that an import, a read or a change has stored with the object, or with the one that it replaces; undefined
   * for other new objects.
   */
  readonly storedPrivateState: unknown;
  /**
   * Terraform plans a create or an update again just before applying it. In that plan, this is the {@link
   * PlanResult.privateState} of the first plan, even of a saved one, if Terraform {@link storesPlannedPrivate | stores
   * it}. Undefined in the first plan, and for an object that replaces another.
   */
  readonly privateState: unknown;
  /** Whether Terraform stores private state with the plan (protocol 6.11, Terraform 1.16 and later). */
  readonly storesPlannedPrivate: boolean;
}

export interface PlanResult<S extends Schema> {
  readonly planned: PlanOf<S>;
  /** Names of attributes that cannot be updated in place. */
  readonly requiresReplace?: readonly AttributeName<S>[];
  /** JSON for `request.privateState` of the plan just before the apply, and for `context.privateState` of an update. */
  readonly privateState?: unknown;
  /** For a replacement: JSON for `context.privateState` of the deletion. */
  readonly deletionPrivateState?: unknown;
}

/** Inferred, because with `keyof`, a `Resource<S>` would not be assignable to a `Resource` of any schema. */
type AttributeName<S extends Schema> = S extends { readonly attributes: infer A } ? Extract<keyof A, string> : never;

interface CreateRequest<S extends Schema> {
  /** The configuration with defaults. All values are known. */
  readonly config: KnownConfigOf<S>;
  /** The plan. Computed values that the plan does not know are unknown. */
  readonly planned: PlanOf<S>;
}

interface UpdateRequest<S extends Schema> extends CreateRequest<S> {
  readonly prior: StateOf<S>;
}

/** A data source. */
export interface DataSource<S extends Schema = Schema, C = unknown> {
  /** Terraform type. */
  readonly type: string;
  readonly schema: S;
  /** Validates the configuration. Values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;
  /** @param config - With defaults, and fully known. */
  read(config: KnownConfigOf<S>, context: ConfiguredContext<C>): Promise<StateOf<S>>;
}

/**
 * Lists all existing objects of a resource, in a state or not, for `list` blocks of `terraform query` (Terraform 1.14).
 *
 * @see https://developer.hashicorp.com/terraform/language/block/tfquery/list
 */
export interface ListResource<S extends Schema = Schema, C = unknown> {
  /** Terraform type of a resource with an identity. */
  readonly type: string;
  /** The attributes of the `config` block: `required` or `optional`. */
  readonly schema: S;
  /** Validates the configuration. Values may be unknown. */
  validate?(config: ConfigOf<S>, context: Context): void | Promise<void>;
  /** Yields the objects one by one. Terraform stops the iteration when it has reached its limit. */
  list(request: ListRequest<S>, context: ConfiguredContext<C>): AsyncIterable<ListedObject>;
}

interface ListRequest<S extends Schema> {
  readonly config: KnownConfigOf<S>;
  /** Whether {@link ListedObject.state} is needed: for `include_resource` and `-generate-config-out`. */
  readonly includesState: boolean;
}

/** An object in a list. */
export interface ListedObject {
  /** Name shown to users. */
  readonly displayName: string;
  /** Matches the schema of {@link Resource.identity}. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Matches the schema of the resource. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
}
