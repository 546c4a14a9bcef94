import { boolean, nullable, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf, ServiceRequest } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import type { Listable } from "../engine/listable";
import { filterList } from "../engine/listable";
import { visible } from "../engine/path";
import { relatedTo } from "../engine/include";
import { toMany, toOne, toOptional } from "../engine/relation";
import type { ListOrder } from "../engine/table";
import { notEmulated } from "../errors";
import { globalSetProblems } from "./applied-to";
import { organizations } from "./organization";
import type { ProjectRecord } from "./project";
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
    /** Whether it applies to every workspace of the organization; not if a project owns it. */
    global: setting(boolean, false),
    priority: setting(boolean, false),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    projects: toMany("projects", { option: { name: "projects", id: "projectIds" } }),
    workspaces: toMany("workspaces", { option: { name: "workspaces", id: "workspaceIds" } }),
    /** The project that owns it; null if the organization does. */
    ownerProject: toOptional("projects", {
      onDelete: "cascade",
      hidden: true,
      option: { name: "owner", id: "ownerProjectId" },
    }),
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
        q: nameContains,
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
  rules: (change, { before }) => [
    ...globalSetProblems(change),
    ...(change.settings?.global === true && typeof (change.ownerProjectId ?? before?.ownerProjectId) === "string"
      ? [{ attribute: "global", detail: "Global must be false for a variable set that a project owns" }]
      : []),
  ],
  outOfBand: {
    name: "variableSets",
    path: "/variable-sets",
    summary:
      "Creates a variable set. Returns its ID. It applies to all workspaces with `global`, otherwise to " +
      "`projectIds` and `workspaceIds`. `ownerProjectId` is the project that owns it.",
    example: ({ organization, project }) => ({ organization, name: "aws-dev", projectIds: [project] }),
  },
});

function countOf(context: Parameters<typeof relatedTo>[0], set: VariableSetRecord, name: string): number {
  return relatedTo(context, variableSets, set, name).identifiers.length;
}

/** Sets that apply to a project, including its organization's global ones, and sets that it owns. */
const SCOPES = {
  applied: ({ settings, projectIds }: VariableSetRecord, { id }: ProjectRecord) =>
    settings.global === true || projectIds.includes(id),
  owned: ({ ownerProjectId }: VariableSetRecord, { id }: ProjectRecord) => ownerProjectId === id,
  all: (set: VariableSetRecord, project: ProjectRecord): boolean =>
    SCOPES.applied(set, project) || SCOPES.owned(set, project),
};

function isScope(name: string): name is keyof typeof SCOPES {
  return Object.hasOwn(SCOPES, name);
}

/** By default those that apply to it (our choice: undocumented). */
function ofProject(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const { store, query } = request;
  const project = visible(request, projects);
  const scope = query.get("scope") ?? "applied";
  if (!isScope(scope)) throw notEmulated(`Scope ${scope} of the variable sets of a project`);
  return filterList(store.table(variableSets).where("organizationId", project.organizationId, order), [
    (set) => SCOPES[scope](set, project),
  ]);
}
