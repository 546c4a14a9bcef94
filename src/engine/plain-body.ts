import { asObjects, isObject, type JsonObject } from "../json";
import {
  isInput,
  placementRuleBlock,
  RESOURCES,
  unsupportedNames,
  type AssignmentType,
  type UnsupportedName,
} from "../model";
import { camelCase, type Attribute, type Block, type Body } from "../schema";

/*
 * Plain objects that say what a block says in Terraform, with the names of programs: `teamId`, and `teams` for any
 * number of blocks `team`.
 */

/** What plain objects call the list of resources of a type that assigns objects to projects: `teamAccess`. */
export function assignmentsMember(type: AssignmentType): string {
  return camelCase(type.replace("tfprojects_project_", ""));
}

/** What plain objects leave out, because something else says it. */
const LEFT_OUT: readonly string[] = ["organization", "project_id"];

/** What plain objects have of the resources with members of their own. */
export const DEFINED_ATTRIBUTES = {
  project: plainArguments(RESOURCES.tfprojects_project, ["organization", "deletion_policy", "adopt_existing"]),
  membership: plainArguments(RESOURCES.tfprojects_workspace_membership, ["organization", "project_id", "on_destroy"]),
  placement: plainArguments(RESOURCES.tfprojects_workspace_placement),
  rule: plainArguments(placementRuleBlock, ["project"]),
} as const;

/**
 * The arguments of a body, by Terraform's names.
 *
 * @param leftOut - Those that only Terraform uses, or that something else says.
 */
export function plainArguments(
  { attributes }: Body,
  leftOut: readonly string[] = LEFT_OUT,
): readonly (readonly [name: string, attribute: Attribute])[] {
  return Object.entries(attributes).filter(([name, it]) => isInput(it) && !leftOut.includes(name));
}

/** What a plain object calls a type of blocks. */
export function plainBlockName(type: string, { nesting }: Pick<Block, "nesting">): string {
  return nesting === "single" ? camelCase(type) : `${camelCase(type)}s`;
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
    ...plainArguments(body).map(([name]) => [name, object[camelCase(name)] ?? null] as const),
    ...blocksOf(body).map(([type, block, member]) => {
      const value = object[member];
      const all = asObjects(value).map((it) => plainBody(it, block));
      // What is no block is left to the validation.
      return [type, value === undefined || isObject(value) || Array.isArray(value) ? all : value] as const;
    }),
  ]);
}

/** Members of a plain object, and of those in it, that nothing has. @param also - Further members. */
export function unsupportedMembers(
  object: JsonObject,
  body: Body,
  also: readonly string[] = [],
): readonly UnsupportedName[] {
  const known = [
    ...also,
    ...plainArguments(body).map(([name]) => camelCase(name)),
    ...blocksOf(body).map(([, , member]) => member),
  ];
  const nested = blocksOf(body).flatMap(([, block, member]) =>
    asObjects(object[member]).flatMap((it, index) =>
      unsupportedMembers(it, block).map(({ attribute, message }) => {
        const place = block.nesting === "single" ? member : `${member}[${index}]`;
        return { attribute: `${place}.${attribute}`, message };
      }),
    ),
  );
  return [...unsupportedNames(object, known), ...nested];
}

function blocksOf({ blocks = {} }: Body): readonly (readonly [type: string, block: Block, member: string])[] {
  return Object.entries(blocks).map(([type, block]) => [type, block, plainBlockName(type, block)]);
}
