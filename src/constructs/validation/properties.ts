import { Annotations } from "cdktf";
import type { IConstruct } from "constructs";
import { isInput, isReadOnly, nameMeant, namesIn, unsupportedName, type Definition } from "../../model";
import { camelCase } from "../../schema";
import { pathOf } from "../base/framework";

/*
 * The names in a configuration. Apps can be run without type checks, and TypeScript itself accepts any name where an
 * object is not written in place. A wrong name would be without effect: the default would apply.
 */

/** The properties that configurations can have besides attributes. */
export const META_ARGUMENTS = {
  element: ["connection", "count", "dependsOn", "forEach", "lifecycle", "provider", "provisioners"],
  provider: ["alias"],
} as const;

/**
 * Rejects names that are similar to a property, or another notation of it.
 *
 * @param id - Of the construct that is to be created in the scope.
 * @param others - The properties that are not in the definition.
 * @throws Error with all of them
 */
export function checkProperties(
  scope: IConstruct,
  id: string,
  config: object,
  definition: Definition,
  others: readonly string[],
): void {
  const supported = [...inputsOf(definition), ...others];
  const errors = unknownNames(config, definition, others).flatMap((name) => {
    const meant = isComputed(name, definition) ? undefined : nameMeant(name, supported);
    return meant === undefined ? [] : [`[${pathOf(scope, id)}] ${unsupportedName(name, meant)}`];
  });
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

/**
 * Warns of all other names. They may be meant for something else: objects of a wider type are valid configurations.
 *
 * @param config - As {@link checkProperties} accepts it.
 */
export function warnOfUnknownProperties(
  construct: IConstruct,
  config: object,
  definition: Definition,
  others: readonly string[],
): void {
  for (const name of unknownNames(config, definition, others)) {
    const message = isComputed(name, definition) ? isReadOnly(`\`${name}\``) : unsupportedName(name, undefined);
    Annotations.of(construct).addWarning(`${message} It has no effect.`);
  }
}

function unknownNames(config: object, definition: Definition, others: readonly string[]): readonly string[] {
  const supported = new Set([...inputsOf(definition), ...others]);
  return namesIn(config).filter((name) => !supported.has(name));
}

function inputsOf({ attributes }: Definition): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => (isInput(attribute) ? [camelCase(name)] : []));
}

function isComputed(property: string, { attributes }: Definition): boolean {
  return Object.entries(attributes).some(([name, it]) => camelCase(name) === property && !isInput(it));
}
