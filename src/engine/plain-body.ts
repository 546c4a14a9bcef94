import { asObjects, isObject, type JsonObject } from "../json";
import { isInput, type AssignmentType } from "../model";
import { camelCase, type Attribute, type Block, type Body } from "../schema";
import { valueIn } from "./source/value";

/*
 * Plain objects that say what a block says in Terraform, with the names of programs: `teamId`, and `teams` for any
 * number of blocks `team`.
 */

/** A project: by the name of one of the definition or of the organization, by ID, or the default project. */
export type DefinedProject = string | { readonly id: string } | { readonly default: true };

/** What plain objects call the list of resources of a type that assigns objects to projects: `teamAccess`. */
export function assignmentsMember(type: AssignmentType): string {
  return camelCase(type.replace("tfprojects_project_", ""));
}

/** The arguments that plain objects leave out: something else says them, or only Terraform uses them. */
const LEFT_OUT: readonly string[] = ["organization", "project_id", "deletion_policy", "adopt_existing", "on_destroy"];

/** The arguments of a body, by Terraform's names. */
export function plainArguments({ attributes }: Body): readonly (readonly [name: string, attribute: Attribute])[] {
  return Object.entries(attributes).filter(([name, it]) => isInput(it) && !LEFT_OUT.includes(name));
}

/** What a plain object calls a type of blocks. */
export function plainBlockName(type: string, { nesting }: Pick<Block, "nesting">): string {
  return nesting === "single" ? camelCase(type) : `${camelCase(type)}s`;
}

/** What a plain object calls the arguments and blocks of a body. */
export function plainNames(body: Body): readonly string[] {
  const blocks = Object.entries(body.blocks ?? {}).map(([type, block]) => plainBlockName(type, block));
  return [...plainArguments(body).map(([name]) => camelCase(name)), ...blocks];
}

/** What a plain object calls the attributes and blocks of a body, at any depth. */
export function plainNameOf(body: Body): (name: string) => string {
  return (name) => {
    const block = blockNamed(body, name);
    return block === undefined ? camelCase(name) : plainBlockName(name, block);
  };
}

function blockNamed({ blocks = {} }: Body, name: string): Block | undefined {
  return blocks[name] ?? Object.values(blocks).flatMap((it) => blockNamed(it, name) ?? [])[0];
}

/** The content of a plain object, by Terraform's names. */
export function plainBody(object: JsonObject, body: Body): JsonObject {
  return Object.fromEntries([
    ...plainArguments(body).map(([name]) => [name, valueIn(object[camelCase(name)] ?? null)] as const),
    ...Object.entries(body.blocks ?? {}).map(([type, block]) => {
      const value = object[plainBlockName(type, block)];
      const all = asObjects(value).map((it) => plainBody(it, block));
      // What is no block is left to the validation.
      return [type, value === undefined || isObject(value) || Array.isArray(value) ? all : value] as const;
    }),
  ]);
}
