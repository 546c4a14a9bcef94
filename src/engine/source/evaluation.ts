import { TFE_WORKSPACE, problemAt, type Diagnostic } from "../../model";
import type { ProjectReference } from "../organization";
import { isOwn } from "../../model/provider-address";
import { quote } from "../../reconcile/text";
import { locationOf, type Block, type Blocks, type Located } from "./blocks";
import { bool, isArray, number, string, type ValueType } from "../../schema";
import { parseQuoted, parseReference, parseTemplate, type TemplatePart } from "../../terraform/template";
import { ownMember } from "../../own-member";
import type { OnProblem } from "./read-block";
import { convert, duplicateKey, isMap, ProjectIdReference, projectWithId, valueIn, type Value } from "./value";

/** Thrown during an evaluation; reported as a problem of what is evaluated. */
export class Unresolvable extends Error {}

/** What is evaluated; undefined if only Terraform can do that. */
function attempt<T>(evaluate: () => T, onProblem?: OnProblem): T | undefined {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof Unresolvable)) throw error;
    onProblem?.(error.message);
    return undefined;
  }
}

/** The data source of outputs of another stack of the app. */
const CROSS_STACK = /^data\.terraform_remote_state\.cross-stack-reference-input-(.*)$/;

const ADVICE = "Use a literal value, or pass Terraform's plan.";

/** What evaluation needs besides a module's own blocks. */
export interface EvaluationContext {
  /** The organization of a resource that does not set one. @default unknown */
  readonly organizationOf?: (block: Block) => string | undefined;
  /** Evaluates another module of the same code; undefined if there is none. @default there is none */
  readonly evaluationOf?: ((module: string) => Evaluation | undefined) | undefined;
  /** The id that Terraform's state has of a workspace, by local address. @default there is no state */
  readonly workspaceIdAt?: ((address: string) => string | undefined) | undefined;
  /** What sets a variable, other than its default: `TF_VAR_team`, `terraform.tfvars`. @default nothing does */
  readonly variableSetBy?: ((name: string) => string | undefined) | undefined;
}

/** Evaluates the expressions of a module that need no Terraform. */
export class Evaluation {
  /** What only Terraform can evaluate. */
  readonly problems: Diagnostic[] = [];
  readonly #active = new Set<string>();

  constructor(
    private readonly blocks: Blocks,
    private readonly context: EvaluationContext,
  ) {}

  /** The value of an output of this module; undefined when there is none of that name. */
  output(name: string): Value | undefined {
    return this.blocks.outputs.has(name) ? this.#evaluate(this.blocks.outputs.get(name)) : undefined;
  }

  /** The project to whose name an output of this module refers. */
  projectInOutput(name: string): ProjectReference | undefined {
    return this.projectNamed(this.blocks.outputs.get(name));
  }

  /** The project of the code to whose name an expression refers. */
  projectNamed(source: unknown): ProjectReference | undefined {
    return attempt(() => this.#projectReferredTo(source));
  }

  /** The project to whose name an expression refers, also through local values and outputs of other modules. */
  #projectReferredTo(source: unknown): ProjectReference | undefined {
    const [first, ...others] = typeof source === "string" ? parseTemplate(source) : [];
    if (first?.kind !== "expression" || others.length > 0) return undefined;
    const { expression } = first;
    const steps = parseReference(expression) ?? [];
    const [root, name = ""] = steps;
    if (root === "local" && steps.length === 2) {
      return this.#withoutCycles(expression, () => this.#projectReferredTo(ownMember(this.blocks.locals, name)));
    }
    const stack = CROSS_STACK.exec(steps.slice(0, 3).join("."))?.[1];
    if (stack !== undefined && steps.length === 5) {
      return this.context.evaluationOf?.(stack)?.projectInOutput(steps[4] ?? "");
    }
    const block = this.blocks.byAddress.get(steps.slice(0, -1).join("."));
    if (block?.type !== "tfprojects_project" || steps.at(-1) !== "name") return undefined;
    return projectWithId(this.#projectId(block, "id"));
  }

  /** The key of an object, which is a template; undefined if only Terraform can evaluate it. */
  tryKey(source: string, onProblem?: OnProblem): string | undefined {
    return attempt(() => this.#key(source), onProblem);
  }

  /** The value of an expression; undefined if only Terraform can evaluate it. */
  tryEvaluate(source: unknown, onProblem?: OnProblem): Value | undefined {
    return attempt(() => this.#evaluate(source), onProblem);
  }

  /** The value of an expression; undefined, with a problem at this location, if only Terraform can evaluate it. */
  evaluate(source: unknown, at: Located, attribute?: string): Value | undefined {
    return this.tryEvaluate(source, (message) => this.problems.push(problemAt(locationOf(at, attribute), message)));
  }

  /** What `read` makes of a value; undefined, with a problem at this location, if it cannot or only Terraform can. */
  read<T>(source: unknown, at: Located, read: (value: Value) => T): T | undefined {
    const onProblem = (message: string) => this.problems.push(problemAt(locationOf(at), message));
    return attempt(() => read(this.#evaluate(source)), onProblem);
  }

  #evaluate(source: unknown): Value {
    if (source === undefined || source === null) return null;
    if (typeof source === "string") return this.#template(source);
    if (typeof source === "number" || typeof source === "boolean") return source;
    if (Array.isArray(source)) return source.map((item: unknown) => this.#evaluate(item));
    if (typeof source === "object") return this.#object(Object.entries(source));
    throw new Unresolvable(`A ${typeof source} is not a Terraform value.`);
  }

  /** Keys of objects are templates, as values are. */
  #object(members: readonly (readonly [string, unknown])[]): Value {
    const evaluated = new Map<string, Value>();
    for (const [source, value] of members) {
      const key = this.#key(source);
      if (evaluated.has(key)) throw new Unresolvable(duplicateKey(key));
      evaluated.set(key, this.#evaluate(value));
    }
    return Object.fromEntries(evaluated);
  }

  #key(source: string): string {
    const key = convert(string, this.#template(source));
    if (typeof key === "string") return key;
    throw new Unresolvable(`The object key ${source} is not a string, or only Terraform knows it. ${ADVICE}`);
  }

  #template(source: string): Value {
    const parts = parseTemplate(source);
    const [first] = parts;
    if (parts.length === 1 && first?.kind === "expression") return this.#expression(first.expression);
    let text = "";
    for (const part of parts) text += part.kind === "text" ? part.text : this.#interpolation(part);
    return text;
  }

  #interpolation({ kind, expression }: Exclude<TemplatePart, { readonly kind: "text" }>): string {
    if (kind === "directive") {
      throw new Unresolvable(`Only Terraform can evaluate the directive %{ ${expression} }. ${ADVICE}`);
    }
    const value = this.#expression(expression);
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    throw new Unresolvable(`\${${expression}} cannot be part of a string. ${ADVICE}`);
  }

  #expression(expression: string): Value {
    if (expression === "null") return null;
    if (expression === "true" || expression === "false") return expression === "true";
    if (/^-?\d+(\.\d+)?$/.test(expression)) return Number(expression);
    const quoted = parseQuoted(expression);
    if (quoted !== undefined) return quoted;
    const steps = parseReference(expression);
    if (steps === undefined) throw new Unresolvable(`Only Terraform can evaluate \${${expression}}. ${ADVICE}`);
    return this.#withoutCycles(expression, () => this.#reference(expression, steps));
  }

  #reference(expression: string, steps: readonly string[]): Value {
    const [root = "", second = "", third = ""] = steps;
    const isData = root === "data";
    const path = steps.slice(isData ? 3 : 2);
    if (root === "local") return member(this.#local(second), path, expression);
    if (root === "var") return member(this.#variable(second, expression), path, expression);
    const address = isData ? `data.${second}.${third}` : `${root}.${second}`;
    const block = this.blocks.byAddress.get(address);
    const stack = CROSS_STACK.exec(address)?.[1];
    if (stack !== undefined && path[0] === "outputs") {
      const value = this.context.evaluationOf?.(stack)?.output(path[1] ?? "");
      if (value !== undefined) return member(value, path.slice(2), expression);
    }
    if (block === undefined)
      throw new Unresolvable(`\${${expression}} refers to ${address}, which is not in the code.`);
    return this.#attributeOf(block, path, expression);
  }

  /**
   * A variable's default, which is literal, unless something with higher precedence may set it: only Terraform
   * evaluates that.
   */
  #variable(name: string, expression: string): Value {
    const body = this.blocks.variables.get(name);
    const setBy = this.context.variableSetBy?.(name);
    if (body === undefined || !("default" in body) || setBy !== undefined) {
      const why =
        setBy === undefined ? "" : ` It is set by ${setBy}, which is not read here and overrides its default.`;
      throw new Unresolvable(`Only Terraform knows the value of the variable \${${expression}}.${why} ${ADVICE}`);
    }
    const value = valueIn(body["default"]);
    const type = PRIMITIVE_TYPES.get(body["type"]);
    const converted = type === undefined ? value : convert(type, value);
    if (converted !== undefined) return converted;
    throw new Unresolvable(`The default of the variable ${quote(name)} does not have its type.`);
  }

  #local(name: string): Value {
    if (!Object.hasOwn(this.blocks.locals, name)) throw new Unresolvable(`The code has no local value ${name}.`);
    return this.#evaluate(this.blocks.locals[name]);
  }

  #attributeOf(block: Block, [attribute = "", ...path]: readonly string[], expression: string): Value {
    const { address } = block;
    const projectId = this.#projectId(block, attribute, path);
    if (projectId !== undefined) return projectId;
    if (isOwn(block.type) && attribute === "organization" && block.body["organization"] === undefined) {
      const organization = this.context.organizationOf?.(block);
      if (organization !== undefined) return organization;
    }
    const isWorkspace = block.type === TFE_WORKSPACE;
    const id = isWorkspace && attribute === "id" ? this.context.workspaceIdAt?.(block.localAddress) : undefined;
    if (id !== undefined) return member(id, path, expression);
    const isSetHere = isOwn(block.type) || (isWorkspace && attribute === "name");
    if (!isSetHere || !Object.hasOwn(block.body, attribute)) {
      throw new Unresolvable(`\${${expression}} is known only after Terraform has applied ${address}. ${ADVICE}`);
    }
    return member(this.#evaluate(block.body[attribute]), path, expression);
  }

  /** The value of an attribute that is the id of a project; undefined for others. */
  #projectId(block: Block, attribute: string, [name]: readonly string[] = []): Value | undefined {
    const { address, mode, type } = block;
    const isProject = type === "tfprojects_project";
    if (isProject && mode === "managed") {
      return attribute === "id" ? new ProjectIdReference({ by: "address", address }) : undefined;
    }
    if (isProject)
      return attribute === "id" || attribute === "project_id" ? this.#projectOfDataSource(block) : undefined;
    const isIdByName = mode === "data" && type === "tfprojects_projects" && attribute === "ids";
    return isIdByName && name !== undefined ? new ProjectIdReference({ by: "name", name }) : undefined;
  }

  /** The project that a `data "tfprojects_project"` block reads. */
  #projectOfDataSource(block: Block): Value {
    if (this.#evaluate(block.body["default"]) === true) return new ProjectIdReference({ by: "default" });
    const id = this.#evaluate(block.body["project_id"]);
    if (id instanceof ProjectIdReference) return id;
    if (typeof id === "string") return new ProjectIdReference({ by: "id", id });
    const name = this.#evaluate(block.body["name"]);
    if (typeof name === "string") return new ProjectIdReference({ by: "name", name });
    throw new Unresolvable(`${block.address} sets none of project_id, name and default.`);
  }

  #withoutCycles<T>(expression: string, evaluate: () => T): T {
    if (this.#active.has(expression)) throw new Unresolvable(`\${${expression}} refers to itself.`);
    this.#active.add(expression);
    try {
      return evaluate();
    } finally {
      this.#active.delete(expression);
    }
  }
}

/** Defaults of variables are converted to these types. */
const PRIMITIVE_TYPES: ReadonlyMap<unknown, ValueType> = new Map<unknown, ValueType>([
  ["string", string],
  ["number", number],
  ["bool", bool],
]);

/** The part of a value that a reference selects. */
function member(value: Value, [step, ...rest]: readonly string[], expression: string): Value {
  if (step === undefined) return value;
  const found = isArray(value) ? value[Number(step)] : isMap(value) ? ownMember(value, step) : undefined;
  if (found === undefined) throw new Unresolvable(`\${${expression}} refers to an element that does not exist.`);
  return member(found, rest, expression);
}
