import type { ProjectReference } from "../desired";
import type { Block, Blocks } from "./blocks";
import type { ConfigurationProblem } from "./problem";
import { parseQuoted, parseReference, parseTemplate } from "./template";

/** A value of the code that is known without Terraform. A reference to a project's id stands for itself. */
export type Value =
  string | number | boolean | null | readonly Value[] | { readonly [member: string]: Value } | ProjectIdReference;

/** The id of a project that need not be there yet. */
export class ProjectIdReference {
  constructor(readonly reference: ProjectReference) {}
}

/** Thrown inside an evaluation; becomes a problem at the attribute that is evaluated. */
class Unresolvable extends Error {}

const ADVICE = "Give it as a value, or deploy this code with Terraform.";

/** Works out what expressions of the code stand for, as far as that can be known without Terraform. */
export class Evaluation {
  readonly problems: ConfigurationProblem[] = [];
  readonly #blocks: ReadonlyMap<string, Block>;
  readonly #underway = new Set<string>();

  constructor(
    private readonly code: Blocks,
    /** The organization of a resource that names none. */
    private readonly organizationOf: (block: Block) => string | undefined,
    /** The output of another module of the same code; undefined where there is none such. */
    private readonly outputOf: (module: string, output: string) => Value | undefined = () => undefined,
    /** What else than its default gives a variable its value, as far as that can be seen: `TF_VAR_team`, `terraform.tfvars`. */
    private readonly variableSetBy: (name: string) => string | undefined = () => undefined,
  ) {
    this.#blocks = new Map([...code.resources, ...code.dataSources].map((block) => [block.localAddress, block]));
  }

  /** What an output of this module gives; undefined when there is none of that name. */
  output(name: string): Value | undefined {
    return this.code.outputs.has(name) ? this.#evaluate(this.code.outputs.get(name)) : undefined;
  }

  /** The value of an attribute; null when it is absent; undefined when it cannot be known, which is then among the problems. */
  attribute(block: Block, name: string): Value | undefined {
    return this.evaluate(block.body[name], `${block.address}.${name}`, block.constructPath);
  }

  /** The value of an expression, where it is known; nothing is noted where it is not. */
  tryEvaluate(source: unknown): Value | undefined {
    try {
      return this.#evaluate(source);
    } catch (error) {
      if (!(error instanceof Unresolvable)) throw error;
      return undefined;
    }
  }

  evaluate(source: unknown, where: string, constructPath?: string): Value | undefined {
    try {
      return this.#evaluate(source);
    } catch (error) {
      if (!(error instanceof Unresolvable)) throw error;
      const path = constructPath === undefined ? "" : ` (${constructPath})`;
      this.problems.push({ where: `${where}${path}`, message: error.message });
      return undefined;
    }
  }

  #evaluate(source: unknown): Value {
    if (source === undefined || source === null) return null;
    if (typeof source === "string") return this.#template(source);
    if (typeof source === "number" || typeof source === "boolean") return source;
    if (Array.isArray(source)) return source.map((item: unknown) => this.#evaluate(item));
    if (typeof source === "object") {
      return Object.fromEntries(
        Object.entries(source).map(([name, value]: [string, unknown]) => [name, this.#evaluate(value)]),
      );
    }
    throw new Unresolvable(`A ${typeof source} is no value of Terraform's.`);
  }

  #template(source: string): Value {
    const parts = parseTemplate(source);
    const [first] = parts;
    if (parts.length === 1 && first?.kind === "expression") return this.#expression(first.expression);
    return parts
      .map((part) => {
        if (part.kind === "text") return part.text;
        if (part.kind === "directive")
          throw new Unresolvable(`Only Terraform can carry out %{ ${part.expression} }. ${ADVICE}`);
        const value = this.#expression(part.expression);
        if (typeof value === "string") return value;
        if (typeof value === "number" || typeof value === "boolean") return String(value);
        throw new Unresolvable(`\${${part.expression}} is no text that could be a part of one. ${ADVICE}`);
      })
      .join("");
  }

  #expression(expression: string): Value {
    if (expression === "null") return null;
    if (expression === "true" || expression === "false") return expression === "true";
    if (/^-?\d+(\.\d+)?$/.test(expression)) return Number(expression);
    const quoted = parseQuoted(expression);
    if (quoted !== undefined) return quoted;
    const steps = parseReference(expression);
    if (steps === undefined) throw new Unresolvable(`Only Terraform can work out \${${expression}}. ${ADVICE}`);
    return this.#once(expression, () => this.#reference(expression, steps));
  }

  #reference(expression: string, steps: readonly string[]): Value {
    const [root = "", second = "", third = "", ...rest] = steps;
    if (root === "local") return member(this.#local(second), [third, ...rest].filter(Boolean), expression);
    if (root === "var") return member(this.#variable(second, expression), [third, ...rest].filter(Boolean), expression);
    const isData = root === "data";
    const address = isData ? `data.${second}.${third}` : `${root}.${second}`;
    const path = isData ? rest : [third, ...rest].filter(Boolean);
    const block = this.#blocks.get(address);
    const stack = /^data\.terraform_remote_state\.cross-stack-reference-input-(.*)$/.exec(address)?.[1];
    if (stack !== undefined && path[0] === "outputs") {
      const value = this.outputOf(stack, path[1] ?? "");
      if (value !== undefined) return member(value, path.slice(2), expression);
    }
    if (block === undefined)
      throw new Unresolvable(`\${${expression}} refers to ${address}, which is not in the code.`);
    return this.#attributeOf(block, path, expression);
  }

  /** The default of a variable, unless anything that Terraform reads before it may say otherwise: only Terraform can read all of that. */
  #variable(name: string, expression: string): Value {
    const body = this.code.variables.get(name);
    const setBy = this.variableSetBy(name);
    if (body === undefined || !("default" in body) || setBy !== undefined) {
      const why =
        setBy === undefined ? "" : ` It is set by ${setBy}, which is not read here; its default does not hold then.`;
      throw new Unresolvable(`The variable \${${expression}} is known to Terraform alone.${why} ${ADVICE}`);
    }
    return this.#evaluate(body["default"]);
  }

  #local(name: string): Value {
    if (!(name in this.code.locals)) throw new Unresolvable(`The code has no local value ${name}.`);
    return this.#evaluate(this.code.locals[name]);
  }

  #attributeOf(block: Block, [attribute = "", ...path]: readonly string[], expression: string): Value {
    const { address } = block;
    const reference = projectReference(block, attribute, path);
    if (reference === "named") return this.#namedProject(block);
    if (reference !== undefined) return new ProjectIdReference(reference);
    if (attribute === "organization" && block.body["organization"] === undefined) {
      const organization = this.organizationOf(block);
      if (organization !== undefined) return organization;
    }
    if (!block.type.startsWith("tfprojects_") || !(attribute in block.body)) {
      throw new Unresolvable(`\${${expression}} is known only after Terraform has deployed ${address}. ${ADVICE}`);
    }
    return member(this.#evaluate(block.body[attribute]), path, expression);
  }

  /** The project that `data "tfprojects_project"` names. */
  #namedProject(block: Block): Value {
    if (this.#evaluate(block.body["default"]) === true) return new ProjectIdReference({ by: "default" });
    const id = this.#evaluate(block.body["project_id"]);
    if (id instanceof ProjectIdReference) return id;
    if (typeof id === "string") return new ProjectIdReference({ by: "id", id });
    const name = this.#evaluate(block.body["name"]);
    if (typeof name === "string") return new ProjectIdReference({ by: "name", name });
    throw new Unresolvable(`${block.address} says neither project_id nor name nor default.`);
  }

  /** A value that refers to itself has none. */
  #once(expression: string, evaluate: () => Value): Value {
    if (this.#underway.has(expression)) throw new Unresolvable(`\${${expression}} refers to itself.`);
    this.#underway.add(expression);
    try {
      return evaluate();
    } finally {
      this.#underway.delete(expression);
    }
  }
}

/** The project whose id the attribute is; "named" for that of a data source, whose own attributes say which. */
function projectReference(
  { address, localAddress, type }: Block,
  attribute: string,
  path: readonly string[],
): ProjectReference | "named" | undefined {
  const isData = localAddress.startsWith("data.");
  if (!isData && type === "tfprojects_project" && attribute === "id") return { by: "address", address };
  if (isData && type === "tfprojects_project" && (attribute === "id" || attribute === "project_id")) return "named";
  const [name] = path;
  if (isData && type === "tfprojects_projects" && attribute === "ids" && name !== undefined)
    return { by: "name", name };
  return undefined;
}

/** What a reference finds inside a value, step by step. */
function member(value: Value, [step, ...rest]: readonly string[], expression: string): Value {
  if (step === undefined) return value;
  const found = isList(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  if (found === undefined) throw new Unresolvable(`\${${expression}} refers to what is not there.`);
  return member(found, rest, expression);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isObject(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === "object" && value !== null && !isList(value) && !(value instanceof ProjectIdReference);
}
