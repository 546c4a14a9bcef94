import { isObject } from "../../json";
import { groupBy } from "../../lists";
import type {
  ModuleCall,
  ModuleConfiguration,
  PlanExpression,
  ResourceConfiguration,
} from "../../terraform/plan-configuration";
import { parseReference } from "../../terraform/template";
import {
  calledModule,
  callPath,
  moduleSteps,
  parseKey,
  type InstanceKey,
  type ModuleStep,
} from "../../terraform/address";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import type { AttributePath } from "../../schema";
import { ownMember } from "../../own-member";

/**
 * What a value that Terraform knows only after apply may come from: an object of the plan, or a local value, whose
 * expression no plan has.
 */
export type Origin = OriginalObject | "local";

interface OriginalObject {
  readonly change: PlannedChange;
  /** The steps to its attribute, as the reference has it: `id`, or `ids` and `api`; none if the plan does not say. */
  readonly path: readonly string[];
  /** Whether the reference is to a module, and the plan does not say to which of its outputs. */
  readonly isAnyOutput: boolean;
}

/** Where an expression is: this decides what `each`, `count` and `var` mean. */
interface Scope {
  /** The path of its module. */
  readonly module: string;
  readonly key: InstanceKey;
  readonly forEach: PlanExpression | undefined;
}

/**
 * Finds what unknown values come from. A plan has the names that each expression refers to, but not the expression
 * itself, so if it refers to all instances of a resource, and to nothing else but keys, such as that of its own
 * instance, it is the instances with these keys.
 */
export class PlannedReferences {
  readonly #active = new Set<unknown>();
  /** What can be the reason why values are not known, by resource and module. */
  readonly #objects: ReadonlyMap<string, Instances<PlannedChange>>;
  /** Instances of called modules that have objects, by call and calling module. */
  readonly #calls: ReadonlyMap<string, Instances<ModuleStep>>;

  constructor(private readonly plan: TerraformPlan) {
    const unknown = plan.changes.filter((it) => !it.isDeposed && isUnknown(it));
    this.#objects = instancesBy(unknown, ({ resource, module }) => inModule(resource, module));
    const steps = new Map(
      [...new Set(plan.changes.map(({ module }) => module))].flatMap(moduleSteps).map((step) => [step.module, step]),
    );
    this.#calls = instancesBy([...steps.values()], ({ call, parent }) => inModule(call, parent));
  }

  /** What an attribute of an object refers to, directly or via modules, and is not known either; each once. */
  originsOf(change: PlannedChange, attribute: string): readonly Origin[] {
    const resource = this.#codeOf(change);
    const scope = { module: change.module, key: change.key, forEach: resource?.forEach };
    const found = this.#ofExpression(resource?.arguments.get(attribute), scope);
    const keyOf = (it: Origin): string =>
      it === "local" ? it : JSON.stringify([it.change.address, it.path, it.isAnyOutput]);
    return [...new Map(found.map((it) => [keyOf(it), it])).values()];
  }

  /** Whether the code sets an attribute of an object; true if the plan does not have its code. */
  isSet(change: PlannedChange, attribute: string): boolean {
    return this.#codeOf(change)?.arguments.has(attribute) ?? true;
  }

  /** What an attribute of an object refers to, for messages. */
  referencesOf(change: PlannedChange, attribute: string): readonly string[] {
    return this.#codeOf(change)?.arguments.get(attribute)?.references ?? [];
  }

  /** The names of what the code of an object sets: arguments and blocks. */
  argumentsOf(object: Pick<PlannedChange, "module" | "resource">): Readonly<Record<string, true>> {
    return Object.fromEntries(this.#codeOf(object)?.names.map((name) => [name, true]) ?? []);
  }

  /** The key of the configuration of the provider that an object uses. */
  providerKeyOf(change: PlannedChange): string | undefined {
    return this.#codeOf(change)?.providerKey;
  }

  /**
   * The value of an expression that is a constant or a variable; undefined for others. A plan cannot tell a variable
   * from a string that contains it.
   *
   * @param modulePath - Names of the calls that lead to its module.
   */
  valueOf(expression: PlanExpression, modulePath: readonly string[]): unknown {
    const { constant, references } = expression;
    const [reference, ...others] = references;
    if (reference === undefined) return constant;
    const [root, name = "", ...path] = parseReference(reference) ?? [];
    if (root !== "var" || others.length > 0) return undefined;
    if (modulePath.length === 0) return memberOf(this.plan.variables.get(name), path);
    const callPath = modulePath.slice(0, -1);
    const argument = this.#callAt(modulePath)?.arguments.get(name);
    return argument === undefined ? undefined : memberOf(this.valueOf(argument, callPath), path);
  }

  /** @param forced - The keys of the relevant elements of a `for_each` expression. */
  #ofExpression(
    expression: PlanExpression | undefined,
    scope: Scope,
    forced: readonly InstanceKey[] = [],
  ): readonly Origin[] {
    if (expression === undefined || this.#active.has(expression)) return [];
    this.#active.add(expression);
    try {
      const others = new Set(expression.references.filter((reference) => !OBJECT.test(reference)));
      const keys = others.size === 0 ? forced : this.#keysIn([...others], scope);
      return expression.references.flatMap((reference) => this.#ofReference(reference, scope, keys));
    } finally {
      this.#active.delete(expression);
    }
  }

  /**
   * The keys with which an expression selects instances, if there is nothing else that may be the key.
   *
   * @param references - What it refers to, apart from objects.
   */
  #keysIn([reference = "", ...others]: readonly string[], scope: Scope): readonly InstanceKey[] {
    if (others.length > 0) return [];
    if (reference === "each.key" || reference === "count.index") return [scope.key];
    return reference.startsWith("each.value") ? this.#eachValue(reference, scope) : [];
  }

  /** The strings and numbers in `each.value`, if `for_each` is a constant, a variable or a set of literals. */
  #eachValue(reference: string, { module, key, forEach }: Scope): readonly InstanceKey[] {
    const path = parseReference(reference)?.slice(2) ?? [];
    const modulePath = callPath(module);
    // The plan leaves out an expression that is not constant and has no references, such as `toset(["a", "b"])`.
    const elements = forEach === undefined ? [] : this.valueOf(forEach, modulePath);
    // The values of a set are its keys.
    const value = Array.isArray(elements) ? key : memberOf(elements, [String(key)]);
    const part = memberOf(value, path);
    const parts: readonly unknown[] = Array.isArray(part) ? part : [part];
    return parts.filter((it) => typeof it === "string" || typeof it === "number");
  }

  #ofReference(reference: string, scope: Scope, keys: readonly InstanceKey[]): readonly Origin[] {
    const { module } = scope;
    const [root, name = ""] = parseReference(reference) ?? [];
    if (root === "each") {
      if (!reference.startsWith("each.value")) return [];
      return this.#ofExpression(scope.forEach, { ...scope, forEach: undefined }, [scope.key]);
    }
    if (root === "var") return this.#ofVariable(name, module);
    if (root === "local") return ["local"];
    const match = OBJECT.exec(reference);
    if (match === null) return [];
    const [, object = "", keyText, rest = ""] = match;
    const selection = keyText === undefined ? { keys, isExact: false } : { keys: [parseKey(keyText)], isExact: true };
    const path = parseReference(`it${rest}`)?.slice(1) ?? [];
    return object.startsWith("module.")
      ? this.#ofModule(object.slice("module.".length), selection, path, module)
      : selected(this.#objects.get(inModule(object, module)), selection).map((change) => {
          return { change, path, isAnyOutput: false };
        });
  }

  /** A variable of a called module has what the call says; one of the root module is known. */
  #ofVariable(name: string, module: string): readonly Origin[] {
    const last = moduleSteps(module).at(-1);
    if (last === undefined) return [];
    const call = this.#callAt(callPath(module));
    const scope = { module: last.parent, key: last.key, forEach: call?.forEach };
    return this.#ofExpression(call?.arguments.get(name), scope);
  }

  #ofModule(name: string, selection: MeantInstances, [output]: readonly string[], module: string): readonly Origin[] {
    const call = this.#moduleAt(module)?.calls.get(name);
    if (call === undefined) return [];
    // Without any that has objects, it has no keys that matter.
    const instances: Instances<Pick<ModuleStep, "module">> =
      this.#calls.get(inModule(name, module)) ?? new Map([[undefined, [{ module: calledModule(module, name) }]]]);
    return selected(instances, selection).flatMap((instance) => {
      const scope = { module: instance.module, key: undefined, forEach: undefined };
      if (output !== undefined) return this.#ofExpression(call.module.outputs.get(output), scope);
      // With a key that is not constant, the plan does not say which output is meant.
      const all = [...call.module.outputs.values()].flatMap((it) => this.#ofExpression(it, scope));
      return all.map((it) => (it === "local" ? it : { ...it, isAnyOutput: true }));
    });
  }

  #codeOf({ module, resource }: Pick<PlannedChange, "module" | "resource">): ResourceConfiguration | undefined {
    return this.#moduleAt(module)?.resources.get(resource);
  }

  #moduleAt(module: string): ModuleConfiguration | undefined {
    const path = callPath(module);
    return path.length === 0 ? this.plan.root : this.#callAt(path)?.module;
  }

  #callAt(path: readonly string[]): ModuleCall | undefined {
    const parent = path.length > 1 ? this.#callAt(path.slice(0, -1))?.module : this.plan.root;
    return parent?.calls.get(path.at(-1) ?? "");
  }
}

const ADDRESS = /data\.[\w-]+\.[\w-]+|(?!(?:each|count|var|local|path|terraform|self|data)\.)[\w-]+\.[\w-]+/.source;
const KEY_AND_REST = /(?:\[("(?:[^"\\]|\\.)*"|\d+)\])?(.*)$/.source;

/** A resource, data source or module: its address in the module, the key of one instance, and what follows. */
const OBJECT = new RegExp(`^(${ADDRESS})${KEY_AND_REST}`, "s");

/** Which of several instances are meant. */
interface MeantInstances {
  /** The list is empty if nothing says it. */
  readonly keys: readonly InstanceKey[];
  /** Whether the code has this key. Otherwise it is likely, and if there is no such instance, all are possible. */
  readonly isExact: boolean;
}

/** Those of a resource or module, by their keys. */
type Instances<T> = ReadonlyMap<InstanceKey, readonly T[]>;

function instancesBy<T extends { readonly key: InstanceKey }>(
  items: readonly T[],
  nameOf: (item: T) => string,
): ReadonlyMap<string, Instances<T>> {
  return new Map([...groupBy(items, nameOf)].map(([name, its]) => [name, groupBy(its, ({ key }) => key)]));
}

/** One text for the name of a resource or call in a module. */
function inModule(name: string, module: string): string {
  return `${name} ${module}`;
}

function selected<T>(instances: Instances<T> = new Map(), { keys, isExact }: MeantInstances): readonly T[] {
  const found = [...new Set(keys)].flatMap((key) => (key === undefined ? [] : (instances.get(key) ?? [])));
  return found.length > 0 || isExact ? found : [...instances.values()].flat();
}

/** Whether an object can be the reason why a value is not known. Other data sources were read for the plan. */
function isUnknown({ mode, action, unknown }: PlannedChange): boolean {
  return mode === "data" ? action === "read" : hasTrue(unknown);
}

/** Whether a part of a value is marked: as unknown, or as sensitive. */
export function hasTrue(marks: unknown): boolean {
  return pathsOfTrue(marks).length > 0;
}

/** The places of the marked parts of a value. */
export function pathsOfTrue(marks: unknown): readonly AttributePath[] {
  if (marks === true) return [[]];
  const parts: readonly (readonly [string | number, unknown])[] = Array.isArray(marks)
    ? marks.map((part: unknown, index) => [index, part])
    : isObject(marks)
      ? Object.entries(marks)
      : [];
  return parts.flatMap(([step, part]) => pathsOfTrue(part).map((path) => [step, ...path]));
}

/** Whether a part of an object is not known, or not all of it. @param marks - Those of the object. */
export function isUnknownAt(marks: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || marks === true) return hasTrue(marks);
  return isUnknownAt(memberOf(marks, [step]), rest);
}

function memberOf(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  const member = Array.isArray(value)
    ? (value[Number(step)] as unknown)
    : isObject(value)
      ? ownMember(value, step)
      : undefined;
  return memberOf(member, rest);
}
