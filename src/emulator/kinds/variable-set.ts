import { nameKey } from "../../model";
import { boolean, nullable, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import type { Listable } from "../engine/listable";
import { filterList } from "../engine/listable";
import { visible } from "../engine/path";
import { relatedTo } from "../engine/include";
import { toMany, toOne, toOptional } from "../engine/relation";
import type { ListOrder } from "../engine/table";
import { notEmulated } from "../errors";
import { globalSetProblems } from "./applied-to";
import { organizations } from "./organization";
import { projects } from "./project";

const definition = shape({
  type: "varsets",
  label: "Variable set",
  prefix: "varset-",
  parameter: "variableSet",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    /** Whether it applies to every workspace of the organization, or of the project that owns it. */
    global: setting(boolean, false),
    priority: setting(boolean, false),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    projects: toMany("projects"),
    workspaces: toMany("workspaces"),
    /** The project that owns it; null if the organization does. */
    ownerProject: toOptional("projects", { onDelete: "cascade", hidden: true }),
  },
});

export type VariableSetRecord = RecordOf<typeof definition>;

/** Variable sets, without variables. Read-only; seeds and the control API create them. */
export const variableSets: Kind<VariableSetRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/varsets/:variableSet"],
  offers: [],
  lists: [
    {
      path: "/projects/:project/varsets",
      filters: {
        q:
          (text) =>
          ({ name }) =>
            nameKey(name).includes(nameKey(text)),
      },
      parameters: ["scope"],
      order: "name",
      source: ofProject,
    },
  ],
  computed: {
    varCount: { constant: 0 },
    workspaceCount: { value: (context, it) => countOf(context, it, "workspaces") },
    projectCount: { value: (context, it) => countOf(context, it, "projects") },
    stackCount: { constant: 0, documented: false },
    permissions: {
      value: ({ principal }, { organizationId }) => ({ "can-update": principal.can("manage", { organizationId }) }),
    },
  },
  related: {
    vars: { constant: { data: [] } },
    stacks: { constant: { data: [] }, documented: false },
    parent: {
      identifiers: ({ store }, { organizationId, ownerProjectId }) => [
        ownerProjectId === null
          ? { id: store.table(organizations).expect(organizationId).name, type: organizations.type }
          : { id: ownerProjectId, type: projects.type },
      ],
    },
  },
  includes: ["projects", "workspaces"],
  includesNotEmulated: ["vars", "stacks"],
  rules: globalSetProblems,
});

function countOf(context: Parameters<typeof relatedTo>[0], set: VariableSetRecord, name: string): number {
  return relatedTo(context, variableSets, set, name).identifiers.length;
}

/** The sets that apply to a project, including its organization's global ones. */
function ofProject(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const { store, query } = request;
  const project = visible(request, projects);
  const scope = query.get("scope") ?? "all";
  if (scope !== "all" && scope !== "applied") throw notEmulated(`Scope ${scope} of the variable sets of a project`);
  return filterList(store.table(variableSets).where("organizationId", project.organizationId, order), [
    ({ settings, ownerProjectId, projectIds }) =>
      settings.global === true
        ? ownerProjectId === null || ownerProjectId === project.id
        : projectIds.includes(project.id),
  ]);
}
