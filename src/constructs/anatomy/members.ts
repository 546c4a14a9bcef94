import type { IResolvable, TerraformMetaArguments } from "cdktf";
import { terraformName } from "./attribute";
import type { Attribute, AttributeOwner, Attributes, TerraformType } from "./attribute";
import { assignInput, inputOf } from "./inputs";

/** The attributes among the properties of a configuration: all but those that Terraform itself reads. */
export type InputNames<Config> = Exclude<keyof Config, keyof TerraformMetaArguments | "alias">;

/** What a member accepts: any text where the configuration lists the good ones, since it also gives references. */
export type MemberValue<Given> = [NonNullable<Given>] extends [string]
  ? string
  : [NonNullable<Given>] extends [boolean | IResolvable]
    ? boolean | IResolvable
    : NonNullable<Given>;

/**
 * The members that cdktf's resources have for each attribute that code can set, here for all properties of a
 * configuration: `x` (reading it gives a reference, assigning it replaces what was given), `xInput` (what was given)
 * and, where it may be left out, `resetX()`. Documentation is found at the configuration's property.
 */
export type InputMembers<Config, Names extends keyof Config = InputNames<Config>> = {
  -readonly [Name in Names]-?: MemberValue<Config[Name]>;
} & InputAccess<Config, Names>;

/** `xInput` and `resetX()` alone, see {@link InputMembers}. */
export type InputAccess<Config, Names extends keyof Config> = {
  readonly [Name in Names & string as `${Name}Input`]: MemberValue<Config[Name]> | undefined;
} & {
  readonly [Name in Names & string as undefined extends Config[Name] ? `reset${Capitalize<Name>}` : never]: () => void;
};

/** The attribute that each property of a configuration sets. */
export type InputAttributes<Config, Names extends keyof Config = InputNames<Config>> = {
  readonly [Name in Names]-?: Attribute<Reference<MemberValue<Config[Name]>>>;
};
/** Flags cannot be encoded in a boolean as texts and numbers are in theirs: a reference to one is an object. */
type Reference<Value> = [Value] extends [boolean | IResolvable] ? IResolvable : Value;

/** The attribute behind each computed member. */
export type OutputAttributes<Outputs> = { readonly [Name in keyof Outputs]: Attribute<Outputs[Name]> };

/** The attributes of a class as Terraform knows them, by their name there; what holds a class and the provider together. */
export interface TerraformAttributes {
  /** Those that code can set. */
  readonly inputs: Readonly<Record<string, TerraformType>>;
  /** Those that only the provider sets. */
  readonly outputs: Readonly<Record<string, TerraformType>>;
}

export function terraformAttributes(inputs: Attributes, outputs: Attributes): TerraformAttributes {
  return { inputs: terraformTypes(inputs), outputs: terraformTypes(outputs) };
}

export function terraformTypes(attributes: Attributes): Readonly<Record<string, TerraformType>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [terraformName(name), attribute.type]),
  );
}

/** Gives a class of resources or data sources the members {@link InputMembers} describes. */
export function defineInputs(prototype: AttributeOwner, inputs: Attributes): void {
  for (const [name, attribute] of Object.entries(inputs)) {
    defineInput(prototype, name, (owner: AttributeOwner) => attribute.refer(owner, terraformName(name)));
  }
}

/** Gives a class the members of one attribute; `read` says what reading it gives. */
export function defineInput<Owner extends object>(
  prototype: Owner,
  name: string,
  read: (owner: Owner) => unknown,
): void {
  Object.defineProperty(prototype, name, {
    get(this: Owner) {
      return read(this);
    },
    set(this: Owner, value: unknown) {
      assignInput(this, name, value);
    },
  });
  Object.defineProperty(prototype, `${name}Input`, {
    get(this: Owner) {
      return inputOf(this, name);
    },
  });
  Object.defineProperty(prototype, `reset${capitalize(name)}`, {
    value(this: Owner) {
      assignInput(this, name, undefined);
    },
  });
}

/** Gives a class a getter for each computed attribute. */
export function defineOutputs(prototype: AttributeOwner, outputs: Attributes): void {
  for (const [name, attribute] of Object.entries(outputs)) {
    Object.defineProperty(prototype, name, {
      get(this: AttributeOwner) {
        return attribute.refer(this, terraformName(name));
      },
    });
  }
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
