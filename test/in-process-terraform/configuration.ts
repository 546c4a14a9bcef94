import { isArray, isRecord, UNKNOWN } from "../../src/schema";
import type { ObjectValue } from "../../src/plugin/value/value";

/** A reference to a value of another object, as `${type.name.attribute}` in HCL. */
export class Reference {
  constructor(
    readonly address: string,
    readonly path: readonly (string | number)[],
  ) {}
}

/**
 * References a value of another object.
 *
 * @param address - `TYPE.NAME`, or `data.TYPE.NAME`
 * @param path - The attribute, then indexes and keys.
 */
export function reference(address: string, ...path: readonly (string | number)[]): Reference {
  return new Reference(address, path);
}

/** An expression in the configuration. */
export type Expression =
  | string
  | number
  | bigint
  | boolean
  | null
  | Reference
  | readonly Expression[]
  | { readonly [name: string]: Expression };

/**
 * The arguments of a block; `depends_on` names other blocks, as in HCL, and `ignore_changes` arguments, as in its
 * `lifecycle`.
 */
export type Block = Readonly<Record<string, Expression>>;

/** A root module with one provider: no variables, modules, `count` or `for_each`. */
export interface Configuration {
  /** The provider's own arguments, without references. @default {} */
  readonly provider?: Block;
  /** Address (`TYPE.NAME`, or `data.TYPE.NAME`) → its arguments. */
  readonly resources: Readonly<Record<string, Block>>;
  /** `moved` blocks. @default none */
  readonly moved?: readonly Moved[];
}

/** A `moved` block. */
export interface Moved {
  /** `TYPE.NAME`; the type may be one of another provider. */
  readonly from: string;
  /** `TYPE.NAME` of the provider under test. */
  readonly to: string;
}

export function isData(address: string): boolean {
  return address.startsWith("data.");
}

/** `TYPE` of `TYPE.NAME` and of `data.TYPE.NAME`. @throws Error for any other text */
export function typeOf(address: string): string {
  const [type, name, ...rest] = address.replace(/^data\./, "").split(".");
  if (type === undefined || type === "" || name === undefined || name === "" || rest.length > 0) {
    throw new Error(`${JSON.stringify(address)} is not a resource address, such as "null_resource.example".`);
  }
  return type;
}

const META_ARGUMENTS: ReadonlySet<string> = new Set(["depends_on", "ignore_changes"]);

/** A block's arguments without `depends_on` and `ignore_changes`. */
export function argumentsOf(block: Block): Block {
  return Object.fromEntries(Object.entries(block).filter(([name]) => !META_ARGUMENTS.has(name)));
}

/** A configuration as it is planned: what it ignores is as before. */
export function withIgnored(config: ObjectValue, block: Block | undefined, prior: ObjectValue | null): ObjectValue {
  const ignored = block?.["ignore_changes"];
  if (prior === null || !isArray(ignored)) return config;
  return { ...config, ...Object.fromEntries(ignored.map(String).map((name) => [name, prior[name] ?? null])) };
}

/** The addresses that each block references or names in `depends_on`. @throws Error if one does not exist */
export function dependenciesOf({ resources }: Configuration): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(resources).map(([address, block]) => {
      const explicit = isArray(block["depends_on"]) ? block["depends_on"].map(String) : [];
      const all = [...new Set([...explicit, ...referencesIn(argumentsOf(block))])];
      const missing = all.find((other) => !Object.hasOwn(resources, other));
      if (missing !== undefined) throw new Error(`${address} refers to ${missing}, which is not in the configuration.`);
      return [address, all] as const;
    }),
  );
}

/** All direct and indirect dependencies of each block. @throws Error for a cycle */
export function transitiveDependencies(
  direct: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const visit = (address: string, path: readonly string[]): ReadonlySet<string> => {
    if (path.includes(address)) throw new Error(`Cycle: ${[...path, address].join(" → ")}`);
    const known = found.get(address);
    if (known !== undefined) return known;
    const ancestors = new Set<string>();
    for (const other of direct.get(address) ?? []) {
      ancestors.add(other);
      for (const further of visit(other, [...path, address])) ancestors.add(further);
    }
    found.set(address, ancestors);
    return ancestors;
  };
  for (const address of direct.keys()) visit(address, []);
  return found;
}

function referencesIn(expression: Expression): readonly string[] {
  if (expression instanceof Reference) return [expression.address];
  if (isArray(expression)) return expression.flatMap(referencesIn);
  return typeof expression === "object" && expression !== null ? Object.values(expression).flatMap(referencesIn) : [];
}

/** The value of the expression. @param valueOf - The object at an address, or `UNKNOWN`. */
export function evaluate(expression: Expression, valueOf: (address: string) => unknown): unknown {
  if (expression instanceof Reference) return valueAt(valueOf(expression.address), expression);
  if (isArray(expression)) return expression.map((element) => evaluate(element, valueOf));
  if (typeof expression !== "object" || expression === null) return expression;
  return Object.fromEntries(Object.entries(expression).map(([name, part]) => [name, evaluate(part, valueOf)]));
}

function valueAt(value: unknown, { address, path }: Reference): unknown {
  let current = value;
  for (const step of path) {
    if (current === UNKNOWN) return UNKNOWN;
    if (isArray(current) && typeof step === "number" && step in current) current = current[step];
    else if (isRecord(current) && Object.hasOwn(current, step)) current = current[step];
    else throw new Error(`${[address, ...path].join(".")}: there is no ${JSON.stringify(step)}.`);
  }
  return current;
}
