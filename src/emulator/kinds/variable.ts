import { boolean, nullable, oneOf, string } from "../decode";
import { attribute } from "../engine/attribute";
import { newId } from "../engine/id";
import type { ChangeOf, Kind, RecordOf, Scope, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { toOptional } from "../engine/relation";
import type { BaseRecord } from "../engine/table";
import { wordsOf } from "../engine/words";
import { settingOf } from "../engine/write";
import type { AttributeProblem } from "../errors";

/** The maximum length of a description, from the tests of HashiCorp's Go client: about 500 characters are too many. */
const DESCRIPTION_MAX_LENGTH = 512;

const definition = shape({
  type: "vars",
  label: "Variable",
  prefix: "var-",
  parameter: "variable",
  parent: "configurable",
  attributes: {
    key: attribute(string),
    /** Never returned if the variable is sensitive. */
    value: attribute(string, { initial: "", writeOnly: true }),
    category: attribute(oneOf(["terraform", "env", "policy-set"])),
    sensitive: attribute(boolean, { initial: false }),
    hcl: attribute(boolean, { initial: false }),
    description: attribute(nullable(string), { initial: null, maxLength: DESCRIPTION_MAX_LENGTH }),
    createdAt: attribute(string, { stamp: "created" }),
    /** Another one after each change. */
    versionId: attribute(string, { initial: "", writable: "never", documented: false }),
  },
  relations: {
    variableSet: toOptional("varsets", { as: "configurable", links: true }),
    policySet: toOptional("policy-sets", { as: "configurable", links: true }),
  },
});

export type VariableRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "variables",
  path: "/variables",
  summary: "Creates a variable in a variable set: `category` is `terraform` or `env`.",
  example: ({ variableSet }) => ({ variableSetId: variableSet, key: "region", value: "eu", category: "terraform" }),
  partOf: "variableSet",
});

/**
 * Variables of variable sets, and parameters of policy sets. Workspaces have none in the emulator. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/variable-sets and
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-set-params
 */
export const variables: Kind<VariableRecord, typeof made> = kind(definition, {
  access: { read: "read" },
  isPart: true,
  items: ["/varsets/:variableSet/relationships/vars/:variable", "/policy-sets/:policySet/parameters/:variable"],
  collection: ["/varsets/:variableSet/relationships/vars", "/policy-sets/:policySet/parameters"],
  list: { pages: "on-request" },
  computed: { value: { value: (_, { sensitive, value }) => (sensitive ? null : value) } },
  related: {
    varset: {
      to: "varsets",
      records: ({ store }, { variableSetId }) => store.of("varsets").get(variableSetId ?? ""),
      links: (_, { variableSetId }) =>
        variableSetId === null ? undefined : { related: `/api/v2/varsets/${variableSetId}` },
    },
    workspace: { constant: { data: null }, documented: false },
    overwritten: { constant: { data: [] }, documented: false },
    overwriter: { constant: { data: null }, documented: false },
  },
  links: (_, { id, variableSetId, policySetId }) => ({
    self:
      variableSetId === null
        ? `/api/v2/policy-sets/${policySetId}/parameters/${id}`
        : `/api/v2/varsets/${variableSetId}/relationships/vars/${id}`,
  }),
  outOfBand: made,
  rules: (change, scope, store) => [
    ...categoryProblems(change, scope, store),
    ...sensitiveProblems(change, scope.before),
    ...keyProblems(change, scope, store),
  ],
  settle: (variable) => ({ ...variable, versionId: newId("") }),
});

type Change = ChangeOf<VariableRecord>;
type VariableScope = Scope<VariableRecord>;

/** The variable set of a new or changed variable; undefined for a parameter of a policy set. */
function setOf({ parent }: VariableScope, store: Store): BaseRecord | undefined {
  return parent === undefined ? undefined : store.of("varsets").get(parent.id);
}

function categoryProblems({ category }: Change, scope: VariableScope, store: Store): readonly AttributeProblem[] {
  if (category === undefined) return [];
  const isParameter = setOf(scope, store) === undefined;
  if (isParameter === (category === "policy-set")) return [];
  return [{ attribute: "category", detail: `Category must be ${isParameter ? "policy-set" : "terraform or env"}` }];
}

/** Of a sensitive variable, the key cannot change, and it stays sensitive. */
function sensitiveProblems({ key, sensitive }: Change, before: VariableRecord | undefined): AttributeProblem[] {
  if (before?.sensitive !== true) return [];
  const changed = [
    ...(key !== undefined && key !== before.key ? ["key"] : []),
    ...(sensitive === false ? ["sensitive"] : []),
  ];
  return changed.map((attribute) => ({
    attribute,
    detail: `${wordsOf(attribute)} cannot be changed, because the variable is sensitive`,
  }));
}

/** What a variable is called; the same name can be used once in each category. */
type Name = Pick<VariableRecord, "key" | "category">;

/** No other variable of the same category has the key: in the set, and if it is global, in other global ones. */
function keyProblems(change: Change, scope: VariableScope, store: Store): readonly AttributeProblem[] {
  const { parent, before, organizationId } = scope;
  const { key = before?.key, category = before?.category } = change;
  if (parent === undefined || key === undefined || category === undefined) return [];
  const name = { key, category };
  const set = setOf(scope, store);
  const isTaken = namesake(store, parent, name, before) !== undefined;
  if (isTaken) return [{ attribute: "key", detail: "Key has already been taken" }];
  if (set === undefined || !isGlobal(store, set)) return [];
  const holder = conflictingSet(store, organizationId, set.id, name);
  return holder === undefined
    ? []
    : [{ attribute: "key", detail: `Key conflicts with a variable of the global variable set ${holder.id}` }];
}

/** The variable of an object that has a name. */
function namesake(
  store: Store,
  { id }: BaseRecord,
  { key, category }: Name,
  except?: BaseRecord,
): VariableRecord | undefined {
  const table = store.table(variables);
  const all = [...table.where("variableSetId", id).all(), ...table.where("policySetId", id).all()];
  return all.find((it) => it.key === key && it.category === category && it.id !== except?.id);
}

/** Another global variable set that has a variable of this name. */
export function conflictingSet(
  store: Store,
  organizationId: string,
  setId: string,
  name: Name,
): BaseRecord | undefined {
  const sets = store.of("varsets").where("organizationId", organizationId).all();
  return sets.find((set) => set.id !== setId && isGlobal(store, set) && namesake(store, set, name) !== undefined);
}

function isGlobal(store: Store, set: BaseRecord): boolean {
  return settingOf(store.kind("varsets"), set, "global") === true;
}
