import { providerDefinition, type Definition } from "../../model";
import { isOwn, PROVIDER_TYPE } from "../../model/provider-address";
import { formatAddress, type Mode } from "../../terraform/address";
import type { TerraformPlan } from "../../terraform/plan";
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
  return [
    ...objects.flatMap((object) => {
      const { address, mode, type } = object;
      const definition = definitionOf(mode, type);
      return definition === undefined
        ? [typeProblem(address, mode, type)]
        : argumentProblems(address, references.argumentsOf(object), mode, definition);
    }),
    ...[...providers.values()]
      .filter(({ name }) => name === PROVIDER_TYPE)
      .flatMap(({ address, arguments: set }) =>
        argumentProblems(address, Object.fromEntries(set), "provider", providerDefinition),
      ),
  ];
}

function typeProblem(where: string, mode: Mode, type: string): ConfigurationProblem {
  return { where, message: `${unsupportedType(mode, type)} ${OTHER_VERSION}` };
}

function argumentProblems(
  address: string,
  set: Readonly<Record<string, unknown>>,
  kind: BlockKind,
  definition: Definition,
): readonly ConfigurationProblem[] {
  return unsupportedArguments(set, kind, definition).map(({ attribute, message }) => {
    return { where: `${address}.${attribute}`, message: `${message} ${OTHER_VERSION}` };
  });
}
