import type { Condition, ListDefinition, ServiceRequest } from "../../engine/kind";
import type { Listable } from "../../engine/listable";
import { filterList, nameContains } from "../../engine/listable";
import { visible } from "../../engine/path";
import type { ListOrder } from "../../engine/table";
import { badRequest } from "../../errors";
import { queryValue, readBoolean } from "../../http/query-parameters";
import { appliesToWorkspace } from "../applied-to";
import { organizations } from "../organization";
import type { ProjectRecord } from "../project";
import { projects } from "../project";
import { workspaces } from "../workspace";
import type { VariableSetRecord } from "./shape";
import { variableSetShape } from "./shape";

/** The variable sets of an organization. */
export const organizationSets: ListDefinition<VariableSetRecord> = {
  filters: { q: nameContains, "filter[global]": isGlobal },
  parameters: ["scope"],
  order: "name",
  source: ofOrganization,
};

/** Those of a project and of a workspace. */
export const otherSets: readonly (ListDefinition<VariableSetRecord> & { readonly path: string })[] = [
  { path: "/projects/:project/varsets", source: ofProject, parameters: ["scope"] },
  { path: "/workspaces/:workspace/varsets", source: ofWorkspace },
  { path: "/workspaces/:workspace/applicable-varsets", source: ofWorkspace },
].map((list) => ({ ...list, filters: { q: nameContains }, order: "name" }));

function isGlobal(value: string): Condition<VariableSetRecord> {
  const wanted = readBoolean("filter[global]", value);
  return ({ settings }) => (settings.global ?? false) === wanted;
}

/** All, or those that the organization itself owns. */
function ofOrganization(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const all = allIn(request, visible(request, organizations).id, order);
  if (scopeOf(request, ["owned"]) === undefined) return all;
  return filterList(all, [({ ownerProjectId }) => ownerProjectId === null]);
}

type OfProject = (set: VariableSetRecord, project: ProjectRecord) => boolean;

const applies: OfProject = ({ settings, projectIds }, { id }) => settings.global === true || projectIds.includes(id);
const isOwned: OfProject = ({ ownerProjectId }, { id }) => ownerProjectId === id;

const SCOPE_NAMES = ["applied", "shared", "owned", "all"] as const;
/** Sets of a project; what `shared` and `applied` mean is our choice: undocumented. */
const SCOPES: Readonly<Record<(typeof SCOPE_NAMES)[number], OfProject>> = {
  applied: applies,
  shared: (set, project) => applies(set, project) && !isOwned(set, project),
  owned: isOwned,
  all: (set, project) => applies(set, project) || isOwned(set, project),
};

/** By default those that apply to it (our choice: undocumented). */
function ofProject(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const project = visible(request, projects);
  const isInScope = SCOPES[scopeOf(request, SCOPE_NAMES) ?? "applied"];
  return filterList(allIn(request, project.organizationId, order), [(set) => isInScope(set, project)]);
}

/** Those that apply to it, also as a workspace of its project or organization. */
function ofWorkspace(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const workspace = visible(request, workspaces);
  return filterList(allIn(request, workspace.organizationId, order), [(set) => appliesToWorkspace(set, workspace)]);
}

function allIn({ store }: ServiceRequest, organizationId: string, order: ListOrder): Listable<VariableSetRecord> {
  return store.table(variableSetShape).where("organizationId", organizationId, order);
}

/** @throws HttpError 400 for an unknown scope (our choice: undocumented) */
function scopeOf<T extends string>({ query }: ServiceRequest, names: readonly T[]): T | undefined {
  const given = queryValue(query, "scope");
  const scope = names.find((name) => name === given);
  if (given !== undefined && scope === undefined) {
    throw badRequest(`Invalid scope: ${given}. Expected one of ${names.join(", ")}.`);
  }
  return scope;
}
