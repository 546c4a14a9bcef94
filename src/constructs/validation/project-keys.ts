import { DefaultTokenResolver, StringConcat, TerraformOutput, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { literal } from "./literal";

/** Tells which constructs in a scope refer to the same project. Use it for one validation: it finds outputs once. */
export class ProjectKeys {
  #outputs: ReadonlyMap<string, TerraformOutput> | undefined;

  constructor(private readonly scope: IConstruct) {}

  /** The ID of a project, or the stack and the expression of the project that it is a reference to. */
  ofId(construct: IConstruct, id: unknown): string | undefined {
    return this.#of(construct, id, "id");
  }

  /** The same for a name. */
  ofName(construct: IConstruct, name: unknown): string | undefined {
    return this.#of(construct, name, "name");
  }

  #of(construct: IConstruct, value: unknown, attribute: "id" | "name"): string | undefined {
    const stack = TerraformStack.of(construct);
    const text = resolveIn(stack, value);
    if (text === undefined || literal(text) !== undefined)
      return text === undefined ? undefined : `${attribute} ${text}`;
    // In a reference between stacks, cdktf uses an output of the other stack.
    const [, path = "", name = ""] = CROSS_STACK.exec(text) ?? [];
    this.#outputs ??= outputsIn(this.scope);
    const output = this.#outputs.get(outputKey(path, name));
    const origin = output === undefined ? stack : TerraformStack.of(output);
    const expression = output === undefined ? text : String(resolveIn(origin, output.value));
    return `${origin.node.path} ${expression.replace(`.${attribute}}`, "}")}`;
  }
}

const CROSS_STACK = /^\$\{data\.terraform_remote_state\.cross-stack-reference-input-(.+)\.outputs\.(.+)\}$/;

/** All outputs in a scope by the stacks that they belong to, and their names. */
function outputsIn(scope: IConstruct): ReadonlyMap<string, TerraformOutput> {
  const outputs = scope.node.findAll().filter((it) => TerraformOutput.isTerraformOutput(it));
  return new Map(outputs.map((it) => [outputKey(TerraformStack.of(it).node.path, it.friendlyUniqueId), it]));
}

function outputKey(stackPath: string, name: string): string {
  return `${stackPath} ${name}`;
}

const RESOLVING = { resolver: new DefaultTokenResolver(new StringConcat()), preparing: false };

/** A value with the expressions that synth writes for Terraform. */
export function resolvedIn(stack: TerraformStack, value: unknown): unknown {
  return Tokenization.resolve(value, { ...RESOLVING, scope: stack });
}

/** The same of a string; undefined of anything else. */
export function resolveIn(stack: TerraformStack, value: unknown): string | undefined {
  const resolved = resolvedIn(stack, value);
  return typeof resolved === "string" ? resolved : undefined;
}
