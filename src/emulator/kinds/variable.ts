import { boolean, nullable, oneOf, string } from "../decode";
import { managedWith } from "../engine/access";
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
import { MANAGE_POLICIES } from "./policy-kind";

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
    workspace: toOptional("workspaces", { as: "configurable", links: true }),
  },
});

export type VariableRecord = RecordOf<typeof definition>;

const COLLECTIONS = [
  "/varsets/:variableSet/relationships/vars",
  "/policy-sets/:policySet/parameters",
  "/workspaces/:workspace/vars",
];

const made = outOfBand(definition, {
  name: "variables",
  path: "/variables",
  summary: "Creates a variable in a variable set or workspace: `category` is `terraform` or `env`.",
  example: ({ variableSet }) => ({ variableSetId: variableSet, key: "region", value: "eu", category: "terraform" }),
  partOf: ["variableSet", "workspace"],
});

/**
 * Variables of variable sets and workspaces, and parameters of policy sets. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/variable-sets,
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspace-variables and
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-set-params
 */
export const variables: Kind<VariableRecord, typeof made> = kind(definition, {
  access: managedWith("manage-variable-sets", "read"),
  accessIn: {
    "policy-sets": MANAGE_POLICIES,
    workspaces: managedWith("write-variables", "read-variables"),
  },
  items: COLLECTIONS.map((path) => `${path}/:variable`),
  collection: COLLECTIONS,
  list: { pages: "on-request" },
  computed: { value: { value: (_, { sensitive, value }) => (sensitive ? null : value) } },
  related: {
    varset: {
      to: "varsets",
      records: ({ store }, { variableSetId }) => store.of("varsets").get(variableSetId ?? ""),
      links: (_, { variableSetId }) =>
        variableSetId === null ? undefined : { related: `/api/v2/varsets/${variableSetId}` },
    },
    workspace: {
      to: "workspaces",
      records: ({ store }, { workspaceId }) => store.of("workspaces").get(workspaceId ?? ""),
      documented: false,
    },
    overwritten: { constant: { data: [] }, documented: false },
    overwriter: { constant: { data: null }, documented: false },
  },
  links: (_, { id, variableSetId, policySetId, workspaceId }) => {
    if (workspaceId !== null) return { self: `/api/v2/workspaces/${workspaceId}/vars/${id}` };
    if (policySetId !== null) return { self: `/api/v2/policy-sets/${policySetId}/parameters/${id}` };
    return { self: `/api/v2/varsets/${variableSetId}/relationships/vars/${id}` };
  },
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

function categoryProblems({ category }: Change, { parent }: VariableScope, store: Store): readonly AttributeProblem[] {
  if (category === undefined) return [];
  const isParameter = store.of("policy-sets").get(parent?.id ?? "") !== undefined;
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

/** No other variable of the same category has the key: in the object, and in a global set, in other global ones. */
function keyProblems(change: Change, scope: VariableScope, store: Store): readonly AttributeProblem[] {
  const { parent, before, organizationId } = scope;
  const { key = before?.key, category = before?.category } = change;
  if (parent === undefined || key === undefined || category === undefined) return [];
  const name = { key, category };
  const isTaken = namesake(store, parent, name, before) !== undefined;
  if (isTaken) return [{ attribute: "key", detail: "Key has already been taken" }];
  const set = store.of("varsets").get(parent.id);
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
  const all = ["variableSetId", "policySetId", "workspaceId"].flatMap((member) => [...table.where(member, id).all()]);
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
