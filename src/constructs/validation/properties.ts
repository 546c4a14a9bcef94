import { Annotations } from "cdktf";
import type { IConstruct } from "constructs";
import { isInput, isReadOnly, nameMeant, namesIn, unsupportedName, type Definition } from "../../model";
import { camelCase, isRecord } from "../../schema";
import { AppError, atCaller, type Called } from "../base/app-error";
import { checkFramework, pathOf } from "../base/framework";

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
 * Checks the arguments of a constructor. Names that are no property may be meant for something else: objects of a wider
 * type are valid configurations.
 *
 * @param created - The class. Mistakes are shown where the app calls its constructor.
 * @param id - Of the construct that is to be created in the scope.
 * @param others - The properties that are not in the definition.
 * @returns a warning for each name that is no property
 * @throws AppError if the scope is of the other framework; if there is no configuration; if a name is similar to a
 *   property, or another notation of it, and then with all such names
 */
export function checkConfiguration(
  created: Called,
  scope: IConstruct,
  id: string,
  config: unknown,
  definition: Definition,
  others: readonly string[],
): readonly string[] {
  return atCaller(created, () => {
    checkFramework(scope, id);
    return unsupportedProperties(pathOf(scope, id), config, definition, others);
  });
}

function unsupportedProperties(
  path: string,
  config: unknown,
  definition: Definition,
  others: readonly string[],
): readonly string[] {
  if (!isRecord(config)) throw new AppError(`[${path}] ${notAConfiguration(definition)}`);
  const supported = [...inputsOf(definition), ...others];
  const names = namesIn(config).filter((name) => !supported.includes(name));
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const isOutput = isComputed(name, definition);
    const meant = isOutput ? undefined : nameMeant(name, supported);
    if (meant !== undefined) errors.push(`[${path}] ${unsupportedName(name, meant)}`);
    else warnings.push(`${isOutput ? isReadOnly(`\`${name}\``) : unsupportedName(name, undefined)} It has no effect.`);
  }
  if (errors.length > 0) throw new AppError(errors.join("\n"));
  return warnings;
}

/** Shows warnings at synth. */
export function addWarnings(construct: IConstruct, warnings: readonly string[]): void {
  for (const warning of warnings) Annotations.of(construct).addWarning(warning);
}

/** For apps that are run without type checks. */
function notAConfiguration({ attributes, blocks = {} }: Definition): string {
  const required = [
    ...Object.entries(attributes).flatMap(([name, { mode }]) => (mode === "required" ? [name] : [])),
    ...Object.entries(blocks).flatMap(([type, { minItems }]) => (minItems > 0 ? [type] : [])),
  ].map((name) => `\`${camelCase(name)}\``);
  const members = required.length === 0 ? "" : `, with ${required.join(" and ")}`;
  return `The third argument must be an object, the configuration${members}.`;
}

function inputsOf({ attributes, blocks = {} }: Definition): readonly string[] {
  const inputs = Object.entries(attributes).flatMap(([name, attribute]) => (isInput(attribute) ? [name] : []));
  return [...inputs, ...Object.keys(blocks)].map(camelCase);
}

function isComputed(property: string, { attributes }: Definition): boolean {
  return Object.entries(attributes).some(([name, it]) => camelCase(name) === property && !isInput(it));
}
