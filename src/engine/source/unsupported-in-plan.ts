import { asObject, isObject } from "../../json";
import { providerDefinition, unsupportedInBlocks, type Definition } from "../../model";
import { formatPath } from "../../schema";
import { isOwn, PROVIDER_TYPE } from "../../model/provider-address";
import { formatAddress } from "../../terraform/address";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import type { ConfigurationProblem } from "../configuration-error";
import type { PlannedReferences } from "./planned-references";
import { checkSchemaVersion, OTHER_VERSION } from "./terraform-state";
import { definitionOf, unsupportedArguments, unsupportedType, type BlockKind } from "./validate-block";

/**
 * Types and arguments in a Terraform plan that this version does not have: another one has planned them.
 *
 * @throws UnsupportedDocumentError when a newer version has written objects of the state.
 */
export function unsupportedInPlan(
  { changes, prior, providers }: TerraformPlan,
  references: PlannedReferences,
): readonly ConfigurationProblem[] {
  for (const object of prior) checkSchemaVersion(object);
  const planned = changes.filter(({ type, action }) => isOwn(type) && action !== "forget");
  const dataSources = prior.filter(({ mode }) => mode === "data");
  const objects = [
    ...planned,
    ...dataSources.map(({ module, mode, type, name, ...it }) => {
      return { ...it, module, mode, type, resource: formatAddress({ mode, type, name }) };
    }),
  ];
  const found = [
    ...objects.flatMap((object) => {
      const { address, mode, type } = object;
      const definition = definitionOf(mode, type);
      if (definition === undefined) return [{ where: address, message: unsupportedType(mode, type) }];
      return problemsOfArguments(address, references.argumentsOf(object), mode, definition);
    }),
    ...planned.flatMap((change) => nestedProblems(change, definitionOf(change.mode, change.type))),
    ...[...providers.values()]
      .filter(({ name }) => name === PROVIDER_TYPE)
      .flatMap(({ address, arguments: set }) =>
        problemsOfArguments(address, Object.fromEntries(set), "provider", providerDefinition),
      ),
  ];
  return found.map(({ where, message }) => ({ where, message: `${message} ${OTHER_VERSION}` }));
}

function problemsOfArguments(
  address: string,
  set: Readonly<Record<string, unknown>>,
  kind: BlockKind,
  definition: Definition,
): readonly ConfigurationProblem[] {
  const found = unsupportedArguments(set, kind, definition);
  return found.map(({ attribute, message }) => ({ where: `${address}.${attribute}`, message }));
}

/** Finds names in nested blocks in planned values: the code in a plan has no `dynamic` blocks. */
function nestedProblems(
  { address, after, unknown }: PlannedChange,
  definition: Definition | undefined,
): readonly ConfigurationProblem[] {
  if (definition === undefined) return [];
  return [withoutUnset(after), withoutUnset(unknown)].flatMap((values) =>
    unsupportedInBlocks(definition, asObject(values), (name) => name).map(({ path, message }) => {
      return { where: `${address}.${formatPath(path)}`, message };
    }),
  );
}

/** Values, or marks of unknown ones, that are set, at any depth. */
function withoutUnset(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnset);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, it]) => it !== null && it !== false && !(Array.isArray(it) && it.length === 0))
      .map(([name, it]) => [name, withoutUnset(it)]),
  );
}
