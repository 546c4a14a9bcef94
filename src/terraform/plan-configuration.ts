import { asObject, asObjects, getString, isObject, textOf, type JsonObject } from "../json";
import { callPath } from "./address";

/** The code in a Terraform plan: expressions are reduced to constants and the names that they refer to. */
export interface PlanConfiguration {
  readonly root: ModuleConfiguration;
  /** Configurations of providers, by the key that resources have. */
  readonly providers: ReadonlyMap<string, ProviderConfiguration>;
}

export interface ModuleConfiguration {
  /** By address in the module: `tfprojects_project.team`, `data.tfprojects_project.shared`. */
  readonly resources: ReadonlyMap<string, ResourceConfiguration>;
  readonly calls: ReadonlyMap<string, ModuleCall>;
  readonly outputs: Arguments;
}

interface Body {
  readonly arguments: Arguments;
  /** The names of all arguments and nested blocks. */
  readonly names: readonly string[];
  readonly forEach: PlanExpression | undefined;
}

export interface ResourceConfiguration extends Body {
  readonly providerKey: string | undefined;
}

export interface ModuleCall extends Body {
  readonly module: ModuleConfiguration;
}

interface ProviderConfiguration {
  /** `tfprojects` */
  readonly name: string;
  /** `provider.tfprojects`, `provider.tfprojects.other` */
  readonly address: string;
  /** Names of the calls that lead to the module that has it; none for the root module. */
  readonly modulePath: readonly string[];
  readonly arguments: Arguments;
}

/** The arguments that the code sets, by name. */
type Arguments = ReadonlyMap<string, PlanExpression>;

export interface PlanExpression {
  /** The value, if it refers to nothing; undefined otherwise. */
  readonly constant: unknown;
  /** What it refers to, each in its longest form, with what follows: `tfprojects_project.a.id`, `each.key`. */
  readonly references: readonly string[];
}

/** Reads the `configuration` of a plan. */
export function readPlanConfiguration({
  root_module: root,
  provider_config: providers,
}: JsonObject): PlanConfiguration {
  return {
    root: moduleIn(root),
    providers: new Map(membersIn(providers).map(([key, it]) => [key, providerIn(it)] as const)),
  };
}

function providerIn({ name, alias, module_address: module, expressions }: JsonObject): ProviderConfiguration {
  return {
    name: textOf(name),
    address: `provider.${textOf(name)}${typeof alias === "string" ? `.${alias}` : ""}`,
    modulePath: typeof module === "string" ? callPath(module) : [],
    arguments: argumentsIn(expressions),
  };
}

function moduleIn(value: unknown): ModuleConfiguration {
  const { resources, module_calls: calls, outputs } = asObject(value);
  return {
    resources: new Map(
      asObjects(resources).map((it) => [
        textOf(it["address"]),
        { ...bodyIn(it), providerKey: getString(it, "provider_config_key") },
      ]),
    ),
    calls: new Map(
      membersIn(calls).map(([name, it]) => [name, { ...bodyIn(it), module: moduleIn(it["module"]) }] as const),
    ),
    outputs: argumentsIn(Object.fromEntries(membersIn(outputs).map(([name, it]) => [name, it["expression"]]))),
  };
}

function membersIn(value: unknown): readonly (readonly [string, JsonObject])[] {
  return Object.entries(asObject(value)).map(([name, it]) => [name, asObject(it)]);
}

/** What resources and calls have in common. */
function bodyIn({ expressions, for_each_expression: forEach }: JsonObject): Body {
  const names = Object.keys(asObject(expressions));
  return { arguments: argumentsIn(expressions), names, forEach: expressionIn(forEach) };
}

/** Nested blocks are left out: `dynamic` ones are not in the configuration, so they are read from planned values. */
function argumentsIn(value: unknown): Arguments {
  return new Map(
    Object.entries(asObject(value)).flatMap(([name, it]) => {
      const expression = expressionIn(it);
      return expression === undefined ? [] : [[name, expression] as const];
    }),
  );
}

function expressionIn(value: unknown): PlanExpression | undefined {
  if (!isObject(value)) return undefined;
  const { constant_value: constant, references } = value;
  const names = Array.isArray(references) ? references.filter((it): it is string => typeof it === "string") : [];
  return { constant, references: longestForms(names) };
}

/** Terraform lists each reference with all that it begins with: `a.b.id`, `a.b`. */
function longestForms(references: readonly string[]): readonly string[] {
  return references.filter((reference, index) => {
    const previous = references[index - 1];
    return previous === undefined || previous === reference || !isPrefix(reference, previous);
  });
}

function isPrefix(prefix: string, of: string): boolean {
  return of.startsWith(prefix) && [".", "["].includes(of.charAt(prefix.length));
}
