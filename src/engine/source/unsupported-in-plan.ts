import { asObject, isObject, type JsonObject } from "../../json";
import { placedAt, problemAt, unsupportedInBlocks, type Diagnostic } from "../../model";
import { isOwn, PROVIDER_TYPE } from "../../model/provider-address";
import { formatAddress } from "../../terraform/address";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import type { PlannedReferences } from "./planned-references";
import { checkSchemaVersion, OTHER_VERSION } from "./terraform-state";
import { definitionOf, unsupportedArguments, unsupportedType, type BlockKind } from "./read-block";

/**
 * Types and arguments in a Terraform plan that this version does not have: another one has planned them.
 *
 * @throws UnsupportedDocumentError when a newer version has written objects of the state.
 */
export function unsupportedInPlan(
  { changes, prior, providers }: TerraformPlan,
  references: PlannedReferences,
): readonly Diagnostic[] {
  for (const object of prior) checkSchemaVersion(object);
  const planned = changes.filter(({ type, action }) => isOwn(type) && action !== "forget");
  const read = prior
    .filter(({ mode }) => mode === "data")
    .map((object) => ({ ...object, resource: formatAddress({ ...object, module: "", key: undefined }) }));
  const found = [
    ...[...planned, ...read].flatMap((object) => unsupportedIn(object, references.argumentsOf(object))),
    ...planned.flatMap(unsupportedInBlocksOf),
    ...[...providers.values()]
      .filter(({ name }) => name === PROVIDER_TYPE)
      .flatMap(({ address, name: type, arguments: set }) =>
        unsupportedIn({ address, mode: "provider", type }, Object.fromEntries(set)),
      ),
  ];
  return found.map((it) => ({ ...it, detail: `${it.detail} ${OTHER_VERSION}` }));
}

function unsupportedIn(
  { address, mode, type }: { readonly address: string; readonly mode: BlockKind; readonly type: string },
  set: JsonObject,
): readonly Diagnostic[] {
  const definition = definitionOf(mode, type);
  if (definition === undefined) return [problemAt(address, unsupportedType(mode, type))];
  return unsupportedArguments(set, mode, definition).map((it) => placedAt(address, it));
}

/** Finds names in nested blocks in planned values: the code in a plan has no `dynamic` blocks. */
function unsupportedInBlocksOf({ address, mode, type, after, unknown }: PlannedChange): readonly Diagnostic[] {
  const definition = definitionOf(mode, type);
  if (definition === undefined) return [];
  return [withoutUnset(after), withoutUnset(unknown)].flatMap((values) =>
    unsupportedInBlocks(definition, asObject(values), (name) => name).map((it) => placedAt(address, it)),
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
