import { arrayOf, decode, nullable, object, oneOf, optional, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import { readAttribute } from "../engine/input";
import type { Kind, ReadPart, RecordOf, Scope, ServiceRequest, WriteContext } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { objectDocument } from "../engine/lists";
import { requirePermission, visible } from "../engine/path";
import { toOne } from "../engine/relation";
import { canReferTo, problemsWith } from "../engine/rules";
import { memberOf } from "../engine/table";
import { update } from "../engine/write";
import { invalidAt, notFound, rejectInvalid } from "../errors";
import type { RequestResource } from "../http/request-document";
import { readRelationshipToMany } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { ok } from "../http/route";
import type { PolicyKind } from "./policy-kind";
import {
  checkPolicyName,
  DEFAULT_POLICY_KIND,
  MANAGE_POLICIES,
  ofPolicyKind,
  policyKindOf,
  POLICY_KINDS,
} from "./policy-kind";

/** What happens if a policy fails, by its kind; see the documentation of policy enforcement. */
const LEVELS = {
  sentinel: ["hard-mandatory", "soft-mandatory", "advisory"],
  opa: ["mandatory", "advisory"],
} as const satisfies Record<PolicyKind, readonly string[]>;
const POLICY_LEVELS = ["hard-mandatory", "soft-mandatory", "mandatory", "advisory"] as const;
type PolicyLevel = (typeof POLICY_LEVELS)[number];

/** Documented levels of a policy whose path in `enforce` is another than its own. */
const DEFAULT_LEVELS: Readonly<Record<PolicyKind, PolicyLevel>> = { sentinel: "hard-mandatory", opa: "advisory" };

const EXTENSIONS: Readonly<Record<PolicyKind, string>> = { sentinel: "sentinel", opa: "rego" };

/** The deprecated form of `enforcement-level`. */
const enforce = attribute(arrayOf(object({ path: optional(string), mode: optional(oneOf(POLICY_LEVELS)) })));

const definition = shape({
  type: "policies",
  label: "Policy",
  prefix: "pol-",
  parameter: "policy",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true, writable: "create", check: checkPolicyName }),
    enforcementLevel: attribute(oneOf(POLICY_LEVELS)),
  },
  settings: {
    description: setting(nullable(string), null),
    kind: setting(oneOf(POLICY_KINDS), DEFAULT_POLICY_KIND, { writable: "create" }),
    /** Of a policy of OPA; null otherwise. */
    query: setting(nullable(string), null),
  },
  relations: { organization: toOne("organizations") },
  members: {
    /** Its code; undefined before it is uploaded. */
    code: optional(string),
    /** When the code was uploaded, or what has code was changed. */
    updatedAt: optional(string),
  },
});

export type PolicyRecord = RecordOf<typeof definition>;

const path = ({ id }: PolicyRecord): string => `/api/v2/policies/${id}`;

/** Policies, which the emulator does not run. See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policies */
export const policies: Kind<PolicyRecord> = kind(definition, {
  access: MANAGE_POLICIES,
  items: ["/policies/:policy"],
  collection: "/organizations/:organization/policies",
  list: {
    filters: { "search[name]": nameContains, "filter[kind]": ofPolicyKind },
    sort: { name: "name" },
    order: "name",
  },
  computed: {
    enforce: { value: (_, it) => (it.code === undefined ? [] : [{ path: fileOf(it), mode: it.enforcementLevel }]) },
    policySetCount: { value: ({ store }, { id }) => store.of("policy-sets").where("policyIds", id).size },
    updatedAt: { value: (_, { updatedAt }) => updatedAt ?? null },
  },
  related: {
    policySets: {
      to: "policy-sets",
      many: true,
      records: ({ store }, { id }) => store.of("policy-sets").where("policyIds", id).all(),
    },
  },
  links: (_, it) => ({
    self: path(it),
    upload: `${path(it)}/upload`,
    ...(it.code === undefined ? {} : { download: `${path(it)}/download` }),
  }),
  read,
  rules: ({ enforcementLevel, settings }, { before }) => {
    const levels: readonly string[] = LEVELS[settings?.kind ?? before?.settings.kind ?? DEFAULT_POLICY_KIND];
    if (enforcementLevel === undefined || levels.includes(enforcementLevel)) return [];
    return [{ attribute: "enforcement-level", detail: `Enforcement level must be one of ${levels.join(", ")}` }];
  },
  settle: (policy, _, before, store) => ({
    ...policy,
    updatedAt: policy.code === undefined ? undefined : store.clock.timestamp(),
    settings: policyKindOf(before ?? policy) === "opa" ? policy.settings : { ...policy.settings, query: null },
  }),
  written: (request, policy, resource, before) => {
    if (before === undefined) addToSets(request, policy, resource);
  },
  routes: [
    { method: "PUT", path: "/policies/:policy/upload", accepts: "text", handle: upload },
    { method: "GET", path: "/policies/:policy/download", handle: download },
  ],
});

/** The file of a policy in documents. */
function fileOf(policy: Pick<PolicyRecord, "name" | "settings">): string {
  return `${policy.name}.${EXTENSIONS[policyKindOf(policy)]}`;
}

/** Reads the level in `enforce`, unless there is an `enforcement-level`. */
function read({ attributes }: RequestResource, { before }: Scope<PolicyRecord>): ReadPart<PolicyRecord> {
  if (attributes["enforce"] === undefined) return { change: {}, problems: [] };
  const given = readAttribute(enforce, attributes["enforce"], "enforce");
  if ("problem" in given) return { change: {}, problems: [given.problem] };
  if (attributes["enforcement-level"] !== undefined || given.value.length === 0) return { change: {}, problems: [] };
  const kind = POLICY_KINDS.find((it) => it === attributes["kind"]) ?? DEFAULT_POLICY_KIND;
  const file = fileOf(before ?? { name: String(attributes["name"]), settings: { kind } });
  const own = given.value.find((it) => it.path === file);
  const fallback = DEFAULT_LEVELS[before === undefined ? kind : policyKindOf(before)];
  return { change: { enforcementLevel: own?.mode ?? fallback }, problems: [] };
}

/** Adds a new policy to the sets that its document names. @throws HttpError 422 unless it can be in all of them */
function addToSets({ store, principal }: WriteContext, policy: PolicyRecord, resource: RequestResource): void {
  const kind = store.kind("policy-sets");
  const ids = readRelationshipToMany(resource, "policy-sets", kind.type) ?? [];
  for (const [index, id] of ids.entries()) {
    const pointer = `/data/relationships/policy-sets/data/${index}/id`;
    const { organizationId } = policy;
    if (!canReferTo(store, kind.type, id, { organizationId, principal })) {
      throw invalidAt(pointer, `Policy set ${id} does not belong to the organization`);
    }
    const set = store.of(kind.type).expect(id);
    const change = { policyIds: [...decode(policyIds, memberOf(set, "policyIds")), policy.id] };
    const scope = { organizationId, parent: undefined, before: set, principal };
    rejectInvalid(problemsWith(store, kind, change, scope).map((problem) => ({ ...problem, pointer })));
    update(store, kind, set, change);
  }
}

const policyIds = arrayOf(string);

/** Stores the code, as text of any content. */
function upload(request: ServiceRequest): RouteResult {
  const policy = visible(request, policies);
  requirePermission(request, policies, policy, MANAGE_POLICIES.update);
  const code = typeof request.body === "string" ? request.body : "";
  const changed = update(request.store, policies, policy, { code });
  return ok(objectDocument(request, policies, changed, "update"));
}

/** @throws HttpError 404 before the upload */
function download(request: ServiceRequest): RouteResult {
  const { id, code } = visible(request, policies);
  if (code === undefined) throw notFound(`Code of policy ${id}`);
  return { status: 200, text: code, type: "application/octet-stream" };
}
