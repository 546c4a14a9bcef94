import type { Attribute, Attributes } from "./attribute";
import type { Block, Blocks, Body } from "./block";
import type { Unknown } from "./unknown";
import type { MaybeUnknown } from "./value-type";

/** The attributes and blocks of a provider, resource or data source. */
export interface Schema<
  A extends Attributes = Attributes,
  B extends Blocks | undefined = Blocks | undefined,
> extends Body<A, B> {
  /**
   * Increased when stored states need an upgrade.
   *
   * @default 0
   */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
}

/** The schema of an identity, which has no blocks. */
export type IdentitySchema<A extends Attributes = Attributes> = Schema<A, undefined>;

/** A stored state: all values known; optional attributes may be null. */
export type StateOf<S extends Schema> = {
  readonly [K in NameIn<S>]: K extends keyof S["attributes"]
    ? StateValue<S["attributes"][K]>
    : StateBlock<BlockOf<S, K>>;
};

/** A configuration: any value may be unknown; omitted attributes are null. */
export type ConfigOf<S extends Schema> = {
  readonly [K in NameIn<S>]: K extends keyof S["attributes"]
    ? ConfigValue<S["attributes"][K]>
    : PlanBlock<BlockOf<S, K>>;
};

/** A fully known configuration with defaults; omitted attributes without a default are null. */
export type KnownConfigOf<S extends Schema> = {
  readonly [K in NameIn<S>]: K extends keyof S["attributes"]
    ? KnownConfigValue<S["attributes"][K]>
    : StateBlock<BlockOf<S, K>>;
};

/** A planned state: like the state, but any value may be unknown. */
export type PlanOf<S extends Schema> = {
  readonly [K in NameIn<S>]: K extends keyof S["attributes"]
    ? MaybeUnknown<StateValue<S["attributes"][K]>>
    : PlanBlock<BlockOf<S, K>>;
};

/** The names of attributes and blocks. */
export type NameIn<S extends Schema> = Extract<keyof S["attributes"] | keyof BlocksOf<S>, string>;
type BlocksOf<S> = S extends { readonly blocks?: infer B } ? B : undefined;
type BlockOf<S, K> = K extends keyof BlocksOf<S> ? BlocksOf<S>[K] : never;

type StateValue<X> = X extends Attribute<infer T, infer M> ? (M extends "optional" ? T | null : T) : never;
type KnownConfigValue<X> =
  X extends Attribute<infer T, infer M>
    ? M extends "required" | "defaulted"
      ? T
      : M extends "computed"
        ? null
        : T | null
    : never;
type ConfigValue<X> =
  X extends Attribute<infer T, infer M>
    ? M extends "required"
      ? MaybeUnknown<T>
      : M extends "computed"
        ? null
        : MaybeUnknown<T> | null
    : never;

/** The blocks of a type in a state or in a known configuration: the same, without computed values and defaults. */
type StateBlock<X> =
  X extends Block<infer N, infer A, infer B>
    ? N extends "single"
      ? StateBody<A, B> | null
      : readonly StateBody<A, B>[]
    : never;
type StateBody<A, B> = {
  readonly [K in keyof A | keyof B]: K extends keyof A
    ? StateValue<A[K]>
    : K extends keyof B
      ? StateBlock<B[K]>
      : never;
};

/** The blocks of a type in a plan or a configuration. With `dynamic` blocks, it may be unknown which there are. */
type PlanBlock<X> =
  X extends Block<infer N, infer A, infer B>
    ? Unknown | (N extends "single" ? PlanBody<A, B> | null : readonly PlanBody<A, B>[])
    : never;
type PlanBody<A, B> = {
  readonly [K in keyof A | keyof B]: K extends keyof A
    ? MaybeUnknown<StateValue<A[K]>>
    : K extends keyof B
      ? PlanBlock<B[K]>
      : never;
};
