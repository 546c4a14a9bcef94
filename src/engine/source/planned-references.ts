import type { ProjectReference } from "../organization";
import { isOwn } from "../../model/provider-address";
import { isObject } from "../../json";
import type {
  ModuleCall,
  ModuleConfiguration,
  PlanExpression,
  ResourceConfiguration,
} from "../../terraform/plan-configuration";
import { parseReference } from "../../terraform/template";
import { calledModule, callPath, moduleSteps, parseKey, type InstanceKey } from "../../terraform/address";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import { ownMember } from "../../own-member";

/** The projects that an attribute may refer to, if Terraform knows its value only after apply. */
export interface PossibleProjects {
  readonly projects: readonly ProjectReference[];
  /** References to other values that are known only after apply. */
  readonly unknown: readonly string[];
}

/** Where an expression is: this decides what `each`, `count` and `var` mean. */
interface Scope {
  /** The path of its module. */
  readonly module: string;
  readonly key: InstanceKey;
  readonly forEach: PlanExpression | undefined;
}

/**
 * Finds the projects that unknown ids belong to. A plan has the names that each expression refers to, but not the
 * expression itself, so:
 *
 * - if an expression refers to one new project, its unknown value is that project's id;
 * - if it refers to all instances of a resource and to the key of its own instance, it is the instance with that key;
 * - a local value, whose references the plan does not have, may be any new project.
 */
export class PlannedReferences {
  readonly #active = new Set<unknown>();

  constructor(private readonly plan: TerraformPlan) {}

  /** The projects that an attribute of an object may refer to. */
  possibleProjects(change: PlannedChange, attribute: string): PossibleProjects {
    const resource = this.#codeOf(change);
    const scope = { module: change.module, key: change.key, forEach: resource?.forEach };
    const found = this.#ofExpression(resource?.arguments.get(attribute), scope);
    return {
      projects: [...new Map(found.projects.map((it) => [JSON.stringify(it), it])).values()],
      unknown: [...new Set(found.unknown)],
    };
  }

  /** Whether the code sets an attribute of an object; true if the plan does not have its code. */
  isSet(change: PlannedChange, attribute: string): boolean {
    return this.#codeOf(change)?.arguments.has(attribute) ?? true;
  }

  /** What an attribute of an object refers to, for messages. */
  referencesOf(change: PlannedChange, attribute: string): readonly string[] {
    return this.#codeOf(change)?.arguments.get(attribute)?.references ?? [];
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

  /** @param forced - The key of the relevant elements of a `for_each` expression. */
  #ofExpression(expression: PlanExpression | undefined, scope: Scope, forced?: InstanceKey): PossibleProjects {
    if (expression === undefined || this.#active.has(expression)) return NONE;
    this.#active.add(expression);
    try {
      const others = new Set(expression.references.filter((reference) => !OBJECT.test(reference)));
      const key = others.size === 0 ? forced : this.#keyIn([...others], scope);
      return union(expression.references.map((reference) => this.#ofReference(reference, scope, key)));
    } finally {
      this.#active.delete(expression);
    }
  }

  /**
   * The key with which an expression selects an instance, if there is nothing else that may be the key.
   *
   * @param references - What it refers to, apart from objects.
   */
  #keyIn([reference = "", ...others]: readonly string[], scope: Scope): InstanceKey {
    if (others.length > 0) return undefined;
    if (reference === "each.key" || reference === "count.index") return scope.key;
    return reference.startsWith("each.value") ? this.#eachValue(reference, scope) : undefined;
  }

  /** A string or number in `each.value`, if `for_each` is a constant, a variable or a set of literals. */
  #eachValue(reference: string, { module, key, forEach }: Scope): InstanceKey {
    const path = parseReference(reference)?.slice(2) ?? [];
    const modulePath = callPath(module);
    // The plan leaves out an expression that is not constant and has no references, such as `toset(["a", "b"])`.
    const elements = forEach === undefined ? [] : this.valueOf(forEach, modulePath);
    // The values of a set are its keys.
    const value = Array.isArray(elements) ? key : memberOf(elements, [String(key)]);
    const part = memberOf(value, path);
    return typeof part === "string" || typeof part === "number" ? part : undefined;
  }

  #ofReference(reference: string, scope: Scope, key: InstanceKey): PossibleProjects {
    const { module } = scope;
    const [root, name = ""] = parseReference(reference) ?? [];
    if (root === "each") {
      return reference.startsWith("each.value")
        ? this.#ofExpression(scope.forEach, { ...scope, forEach: undefined }, scope.key)
        : NONE;
    }
    if (root === "var") return this.#ofVariable(name, module);
    if (root === "local") return this.#anyNewProject();
    const match = OBJECT.exec(reference);
    if (match === null) return NONE;
    const [, object = "", keyText, rest = ""] = match;
    const selection = keyText === undefined ? { key, isExact: false } : { key: parseKey(keyText), isExact: true };
    if (object.startsWith("module.")) return this.#ofModule(object.slice("module.".length), selection, rest, module);
    return object.startsWith("data.")
      ? this.#ofDataSource(object, selection, rest, module)
      : this.#ofResource(object, selection, module);
  }

  /** A variable of a called module has what the call says; one of the root module is known. */
  #ofVariable(name: string, module: string): PossibleProjects {
    const last = moduleSteps(module).at(-1);
    if (last === undefined) return NONE;
    const call = this.#callAt(callPath(module));
    const scope = { module: last.parent, key: last.key, forEach: call?.forEach };
    return this.#ofExpression(call?.arguments.get(name), scope);
  }

  #ofModule(name: string, selection: Selection, rest: string, module: string): PossibleProjects {
    const call = this.#moduleAt(module)?.calls.get(name);
    if (call === undefined) return NONE;
    const output = /^\.([\w-]+)/.exec(rest)?.[1];
    return union(
      selected(this.#instancesOf(name, module), selection).flatMap((instance) => {
        const scope = { module: instance, key: undefined, forEach: undefined };
        if (output !== undefined) return [this.#ofExpression(call.module.outputs.get(output), scope)];
        // With a key that is not constant, the plan does not say which output is meant. Only ids of projects fit.
        const all = [...call.module.outputs.values()].map((it) => this.#ofExpression(it, scope));
        return all.map(({ projects }) => ({ projects, unknown: [] }));
      }),
    );
  }

  /** The instances of a called module that have objects; without any it has no keys that matter. */
  #instancesOf(name: string, module: string): readonly Keyed<string>[] {
    const found = this.plan.changes.flatMap((change) =>
      moduleSteps(change.module).filter(({ parent, call }) => parent === module && call === name),
    );
    if (found.length === 0) return [{ key: undefined, value: calledModule(module, name) }];
    return [...new Map(found.map((it) => [it.key, { key: it.key, value: it.module }])).values()];
  }

  #ofDataSource(resource: string, selection: Selection, rest: string, module: string): PossibleProjects {
    // Terraform has read the others while it planned, so what they have is known.
    const deferred = this.#changesOf(resource, module, ({ action }) => action === "read");
    const named = /^\.ids(\[".*"\])$/.exec(rest)?.[1];
    return union(
      selected(deferred, selection).map((change) => {
        if (change.type === "tfprojects_project") return this.deferredProject(change);
        const name = named === undefined ? undefined : parseReference(`ids${named}`)?.[1];
        return change.type === "tfprojects_projects" && name !== undefined
          ? { projects: [{ by: "name", name }], unknown: [] }
          : { projects: [], unknown: [change.address] };
      }),
    );
  }

  /** The project that a data source will read during apply. */
  deferredProject(change: PlannedChange): PossibleProjects {
    const { default: isDefault, project_id: id, name } = change.after;
    if (isDefault === true) return { projects: [{ by: "default" }], unknown: [] };
    if (typeof id === "string") return { projects: [{ by: "id", id }], unknown: [] };
    if (typeof name === "string") return { projects: [{ by: "name", name }], unknown: [] };
    const found = this.possibleProjects(change, "project_id");
    return found.projects.length === 0 ? { projects: [], unknown: [change.address] } : found;
  }

  #ofResource(resource: string, selection: Selection, module: string): PossibleProjects {
    const changes = selected(this.#changesOf(resource, module, isUnknown), selection);
    return union(
      changes.map((change) => {
        if (change.type === "tfprojects_project") return { projects: [referenceTo(change)], unknown: [] };
        // Its id is that of its project.
        if (change.type === "tfprojects_workspace_membership") return this.possibleProjects(change, "project_id");
        return { projects: [], unknown: [change.address] };
      }),
    );
  }

  #changesOf(
    resource: string,
    module: string,
    isMeant: (change: PlannedChange) => boolean,
  ): readonly Keyed<PlannedChange>[] {
    return this.plan.changes
      .filter((it) => it.resource === resource && it.module === module && !it.isDeposed && isMeant(it))
      .map((value) => ({ key: value.key, value }));
  }

  #anyNewProject(): PossibleProjects {
    const created = this.plan.changes.filter((it) => it.mode === "managed" && !it.isDeposed && hasUnknownId(it));
    return {
      projects: created.filter(({ type }) => type === "tfprojects_project").map(referenceTo),
      // Projects that another provider creates.
      unknown: created.filter(({ type }) => type === "tfe_project").map(({ address }) => address),
    };
  }

  #codeOf({ module, resource }: PlannedChange): ResourceConfiguration | undefined {
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

/** A resource, data source or module: its address in the module, the key of one instance, and what follows. */
const OBJECT = new RegExp(
  [
    /^(data\.[\w-]+\.[\w-]+|(?!(?:each|count|var|local|path|terraform|self|data)\.)[\w-]+\.[\w-]+)/,
    /(?:\[("(?:[^"\\]|\\.)*"|\d+)\])?(.*)$/,
  ]
    .map(({ source }) => source)
    .join(""),
  "s",
);

const NONE: PossibleProjects = { projects: [], unknown: [] };

interface Keyed<T> {
  readonly key: InstanceKey;
  readonly value: T;
}

/** Which of several instances is meant. */
interface Selection {
  readonly key: InstanceKey;
  /** Whether the code has this key. Otherwise it is likely, and if there is no such instance, all are possible. */
  readonly isExact: boolean;
}

function selected<T>(instances: readonly Keyed<T>[], { key, isExact }: Selection): readonly T[] {
  const found = key === undefined ? [] : instances.filter((it) => it.key === key);
  return (found.length > 0 || isExact ? found : instances).map(({ value }) => value);
}

function union(parts: readonly PossibleProjects[]): PossibleProjects {
  return { projects: parts.flatMap(({ projects }) => projects), unknown: parts.flatMap(({ unknown }) => unknown) };
}

/** Whether an object can be the reason why an id of a project is not known. */
function isUnknown(change: PlannedChange): boolean {
  return isOwn(change.type) ? hasUnknownId(change) : hasTrue(change.unknown);
}

function hasUnknownId({ unknown }: PlannedChange): boolean {
  return unknown["id"] === true;
}

/** Whether a part of a value is marked: as unknown, or as sensitive. */
export function hasTrue(marks: unknown): boolean {
  if (Array.isArray(marks)) return marks.some(hasTrue);
  return marks === true || (isObject(marks) && Object.values(marks).some(hasTrue));
}

function referenceTo({ address }: PlannedChange): ProjectReference {
  return { by: "address", address };
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
