import type { Decoded, ObjectSchema } from "../decode";
import type { ValueOf } from "./attribute";
import type { AnyOutOfBand, OutOfBand, StateOf, Statement } from "./out-of-band";

/*
 * The types of objects in seeds, in the control API and in the state: `All` is a union of what kinds state, and `O` one
 * of them.
 */

/** Those whose objects objects of a type have: as parts of them, or an organization all that are no parts. */
type PartsOf<All, Type extends string> = All extends AnyOutOfBand
  ? All extends { readonly partOf: readonly (infer O)[] }
    ? All["definition"]["relations"] extends infer L
      ? Type extends TypeOf<L[keyof L & O]>
        ? All
        : never
      : never
    : Type extends "organizations"
      ? All
      : never
  : never;
/** In a seed, an organization also has the objects of its default owners. */
type SeedPartsOf<All, Type extends string> =
  | PartsOf<All, Type>
  | (Type extends "organizations" ? OfDefaultOwner<All> : never);
type OfDefaultOwner<All> = All extends AnyOutOfBand
  ? All extends { readonly defaultOwner: (...args: never) => unknown }
    ? All
    : never
  : never;
type TypeOf<Relation> = Relation extends { readonly to: infer To } ? To : never;

type ShortOf<O> = O extends {
  readonly definition: { readonly attributes: infer A };
  readonly pair: { readonly short: infer S extends string };
}
  ? S extends keyof A
    ? ValueOf<A[S]>
    : never
  : never;

type ByName<O extends AnyOutOfBand> = Decoded<ObjectSchema<O["byName"]>>;

/** An object in a seed, or the value that can stand for it. */
export type SeedObject<All, O extends AnyOutOfBand> =
  | (ByName<O> & {
      readonly [P in SeedPartsOf<All, O["definition"]["type"]> as P["name"]]?: SeedParts<All, P> | undefined;
    })
  | (O extends { readonly short: string } ? string : never);

type SeedParts<All, P extends AnyOutOfBand> = P extends { readonly pair: object }
  ? Readonly<Record<string, ShortOf<P> | ByName<P>>>
  : readonly SeedObject<All, P>[];

type OwnState<O> = O extends OutOfBand<infer D, infer T> ? StateOf<D, T> : never;

/** An object in the state. */
export type ObjectState<All, O extends AnyOutOfBand> = OwnState<O> & {
  readonly [P in PartsOf<All, O["definition"]["type"]> as P["name"]]: P extends { readonly pair: object }
    ? Readonly<Record<string, ShortOf<P>>>
    : readonly ObjectState<All, P>[];
};

type Given<O extends AnyOutOfBand> = Decoded<ObjectSchema<O["byId"]>>;
type PairOf<P> = P extends {
  readonly partOf: readonly [infer O extends string];
  readonly pair: { readonly with: infer W extends string };
}
  ? Readonly<Record<`${O}Id` | `${W}Id`, string>>
  : never;
type Pairs<All, O extends AnyOutOfBand> = Extract<
  PartsOf<All, O["definition"]["type"]>,
  AnyOutOfBand & { readonly pair: NonNullable<Statement["pair"]> }
>;

/** The operations on the objects of a kind. */
type Operations<All, O extends AnyOutOfBand> = {
  /** @throws ControlError for options that the service would reject, or that refer to what does not exist */
  create(options: Given<O>): ObjectState<All, O>;
  /** Undefined keeps a value, null clears it. @throws ControlError as `create`, or if there is no such object */
  update(id: string, options: Decoded<ObjectSchema<O["changes"]>>): ObjectState<All, O>;
  /** @throws ControlError if there is no such object, or the service would refuse to delete it */
  delete(id: string): void;
} & Finding<O, ObjectState<All, O>> & {
    readonly [P in Pairs<All, O> as P["pair"]["set"]]: (options: Given<P>) => { readonly id: string };
  } & { readonly [P in Pairs<All, O> as P["pair"]["unset"]]: (pair: PairOf<P>) => void };

/** Objects of an organization that must have a name are found by it. */
type Finding<O, State> = O extends {
  readonly definition: { readonly attributes: { readonly name: { readonly initial: undefined } } };
  readonly byId: { readonly organization: unknown };
}
  ? {
      /** Ignores case. @returns undefined if there is none */
      find(organization: string, name: string): State | undefined;
    }
  : unknown;

/** The groups of operations. */
export type Groups<All extends AnyOutOfBand> = {
  readonly [O in Exclude<All, { readonly pair: object }> as O["name"]]: Operations<All, O>;
};
