import {
  checkAutoDestroyActivityDuration,
  checkProjectName,
  EXECUTION_MODES,
  idPrefix,
  nameKey,
  normalizeDescription,
  PROJECT_DESCRIPTION_MAX_LENGTH,
  PROJECT_NAME_MAX_LENGTH,
  PROJECT_NAME_MIN_LENGTH,
} from "../../model";
import type { DurationRule, ProjectNameRule } from "../../model";
import { isObject, nullable, oneOf, string } from "../decode";
import type { ProjectPermission } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { Json } from "../engine/documents";
import type { View } from "../engine/documents-option";
import type { Condition, Context, Kind, RecordOf, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { visible } from "../engine/path";
import { documentOption, outOfBand } from "../engine/out-of-band";
import { permissionsDocument } from "../engine/permissions-document";
import { toOne, toOptional } from "../engine/relation";
import { memberOf } from "../engine/table";
import { create, settingOf } from "../engine/write";
import { conflict, forbidden, unprocessable } from "../errors";
import { queryValue } from "../http/query-parameters";
import type { RequestResource } from "../http/request-document";
import type { EffectiveExecution, ExecutionMode, ExecutionScope } from "./execution";
import { effective, executionMode, readExecution, settingOverwrites, PROJECT_EXECUTION_KEYS } from "./execution";
import type { OrganizationRecord } from "./organization";
import { organizationExecution, organizations } from "./organization";
import type { EffectiveTag } from "./tag-binding";
import { readTagBindings, TAG_FILTERS, TAGS_OPTION, tagBindings, tagRelationships, tagRoutes } from "./tag-binding";

/** The service's error messages where they are known, otherwise similar ones. */
const NAME_DETAILS: Readonly<Record<ProjectNameRule, string>> = {
  "too-short": `Name is too short (minimum is ${PROJECT_NAME_MIN_LENGTH} characters)`,
  "too-long": `Name is too long (maximum is ${PROJECT_NAME_MAX_LENGTH} characters)`,
  characters: "Name may only contain letters, numbers, spaces, hyphens, and underscores",
  "outer-space": "Name may only contain spaces between other characters, not at its beginning or end",
};
const DURATION_DETAILS: Readonly<Record<DurationRule, string>> = {
  format:
    "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' or 'h')",
  zero: "Auto destroy activity duration must be greater than 0",
};

/** What is wrong with a duration, of a project or workspace; null is valid. */
export function checkDuration(duration: string | null | undefined): readonly string[] {
  if (duration === null || duration === undefined) return [];
  return checkAutoDestroyActivityDuration(duration).map(({ rule }) => DURATION_DETAILS[rule]);
}

/** Permissions that a list can be restricted to; their value has no meaning. */
const PERMISSION_FILTERS: Readonly<Record<string, ProjectPermission>> = {
  "filter[permissions][create-workspace]": "create-workspace",
  "filter[permissions][update]": "update",
};

const definition = shape({
  type: "projects",
  label: "Project",
  prefix: idPrefix("project"),
  parameter: "project",
  parent: "organization",
  attributes: {
    name: attribute(string, {
      unique: true,
      check: (name) => checkProjectName(name).map(({ rule }) => NAME_DETAILS[rule]),
    }),
    /** At most 256 characters. */
    description: attribute(nullable(string), {
      initial: null,
      maxLength: PROJECT_DESCRIPTION_MAX_LENGTH,
      normalize: normalizeDescription,
    }),
    /** Up to four digits and `d` or `h`, such as `14d`. */
    autoDestroyActivityDuration: attribute(nullable(string), {
      initial: null,
      check: checkDuration,
      documented: ["show"],
    }),
    createdAt: attribute(string, { stamp: "created", documented: false }),
  },
  settings: {
    /** Its own; null inherits. */
    stacksDefaultExecutionMode: setting(nullable(oneOf(["remote", "agent"])), null, { writeOnly: true }),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    defaultAgentPool: toOptional("agent-pools", { onDelete: "refuse" }),
  },
  members: { executionMode, tagBindings },
});

export type ProjectRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "projects",
  path: "/projects",
  summary:
    "Creates a project. Its settings are optional: `description`, `autoDestroyActivityDuration`, " +
    "`defaultExecutionMode` (`remote`, `local` or `agent`; by default, the organization's), `defaultAgentPoolId` " +
    "(required by mode `agent`), and `tags`, an object of keys and values.",
  example: ({ organization }) => ({
    organization,
    name: "Payments",
    autoDestroyActivityDuration: "14d",
    defaultExecutionMode: "local",
    tags: { team: "payments" },
  }),
  settings: [],
  documentOptions: {
    /** Its own; null inherits mode and agent pool from the organization. */
    defaultExecutionMode: documentOption({
      schema: nullable(oneOf(EXECUTION_MODES)),
      at: ["attributes", PROJECT_EXECUTION_KEYS.mode],
      sent: (mode) => mode ?? PROJECT_EXECUTION_KEYS.inheriting,
      shown: ({ executionMode: own }: ProjectRecord) => own ?? null,
    }),
    /** ID of an agent pool of the organization. Mode `agent` requires one, and every other mode clears it. */
    defaultAgentPoolId: documentOption({
      schema: nullable(string),
      at: ["attributes", PROJECT_EXECUTION_KEYS.agentPool[0]],
      shown: ({ defaultAgentPoolId }: ProjectRecord) => defaultAgentPoolId,
    }),
    /** All key-value tags, at most 10; null or an empty object clears them. A tag without a value has null. */
    tags: TAGS_OPTION,
  },
  derived: {
    isDefault: (store: Store, project: ProjectRecord): boolean => isDefaultProject(store, project),
    /** The execution mode that applies, own or inherited. */
    executionMode: (store: Store, project: ProjectRecord): ExecutionMode => projectExecution(store, project).mode,
  },
  existing: (store, organizationId) => defaultProjectOf(store, store.table(organizations).expect(organizationId)),
});

/** Whether a client has ever set execution settings, or tags: documents of the documentation have them only then. */
const hasExecution = (project: ProjectRecord): boolean => project.executionMode !== undefined;
const hasTags = (project: ProjectRecord): boolean => project.tagBindings !== undefined;

/** Projects; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects */
export const projects: Kind<ProjectRecord, typeof made> = kind(definition, {
  access: { read: "read", create: "create-project", update: "update", delete: "destroy" },
  place: ({ id, organizationId }) => ({ organizationId, projectId: id }),
  items: ["/projects/:project"],
  collection: "/organizations/:organization/projects",
  list: {
    filters: {
      // Ignored beside filter[names].
      q: (text, { query }) => (queryValue(query, "filter[names]") === undefined ? nameContains(text) : () => true),
    },
    conditions: {
      parameters: ["filter[names]", ...Object.keys(PERMISSION_FILTERS), ...TAG_FILTERS.parameters],
      of: (request) => [
        ...permissionConditions(request),
        ...TAG_FILTERS.of(request).map((holds) => (it: ProjectRecord) => holds(projectTags(it))),
      ],
    },
    notEmulated: ["filter[permissions][move-stack]"],
    sort: { name: "name" },
    order: "name",
    found: named,
    meta: (all, matching) => ({ "status-counts": { total: all.size, matching: matching.size } }),
  },
  computed: {
    workspaceCount: {
      value: ({ store }, { id }) => store.of("workspaces").where("projectId", id).size,
      documented: ["update", "list", "show", "included"],
    },
    teamCount: {
      value: ({ store }, { id }) => teamsWithAccess(store, id),
      documented: ["update", "list", "show", "included"],
    },
    // There are no stacks.
    stackCount: { constant: 0, documented: false },
    defaultExecutionMode: { value: ({ store }, it) => projectExecution(store, it).mode, documented: hasExecution },
    settingOverwrites: {
      value: ({ store, documents }, it) => ({
        ...settingOverwrites(projectExecution(store, it), "default-execution-mode", "default-agent-pool"),
        ...(documents === "full" ? stacksOverwrites(it) : {}),
      }),
      documented: hasExecution,
    },
    stacksDefaultExecutionMode: {
      value: ({ store }, { organizationId, settings }) =>
        settings.stacksDefaultExecutionMode ??
        settingOf(organizations, store.table(organizations).expect(organizationId), "stacksDefaultExecutionMode"),
      documented: false,
    },
    hcpId: { constant: null, documented: false },
    isUnified: { constant: false, documented: false },
    permissions: { value: permissionsOf },
  },
  related: {
    defaultAgentPool: {
      to: "agent-pools",
      records: ({ store }, it) => store.of("agent-pools").get(projectExecution(store, it).agentPoolId ?? ""),
      documented: hasExecution,
    },
    stacksDefaultAgentPool: { constant: { data: null }, documented: false },
    ...tagRelationships<ProjectRecord>(
      ({ id }) => `/api/v2/projects/${id}`,
      (_, it) => projectTags(it),
      hasTags,
    ),
  },
  includes: ["effective-tag-bindings"],
  read: (resource, { organizationId, before }, { store }) => {
    const scope = executionScope(store, store.table(organizations).expect(organizationId), before);
    const { execution, problems } = readExecution(resource, PROJECT_EXECUTION_KEYS, scope);
    const tags = readTagBindings(resource, before, store);
    return {
      change: {
        ...tags.change,
        ...(inheritsStacksMode(resource) ? { settings: { stacksDefaultExecutionMode: null } } : {}),
        ...(execution === undefined
          ? {}
          : { executionMode: execution.mode, defaultAgentPoolId: execution.agentPoolId }),
      },
      problems: [...problems, ...tags.problems],
    };
  },
  outOfBand: made,
  madeWith: { type: "organizations", make: makeDefaultProject },
  refuseDelete,
  routes: tagRoutes(
    "/projects/:project",
    () => projects,
    (_, it) => projectTags(it),
  ),
});

/** Teams without a name, which hold the permissions of a single token, are no teams of the organization. */
function teamsWithAccess(store: Store, id: string): number {
  const access = store.of("team-projects").where("projectId", id).all();
  const teams = access.map((it) => store.of("teams").get(String(memberOf(it, "teamId"))));
  return teams.filter((team) => team !== undefined && memberOf(team, "anonymous") !== true).length;
}

function stacksOverwrites({ settings }: ProjectRecord): object {
  const isOwn = (settings.stacksDefaultExecutionMode ?? null) !== null;
  return { "stacks-default-execution-mode": isOwn, "stacks-default-agent-pool": false };
}

/** `setting-overwrites` says so. */
function inheritsStacksMode({ attributes }: RequestResource): boolean {
  const overwrites = attributes["setting-overwrites"];
  return isObject(overwrites) && overwrites["stacks-default-execution-mode"] === false;
}

/** The initial name of the default project. It can be renamed. */
const DEFAULT_PROJECT_NAME = "Default Project";

function makeDefaultProject(store: Store, { id }: { readonly id: string }): void {
  const project = create(store, projects, { organizationId: id, name: DEFAULT_PROJECT_NAME });
  const table = store.table(organizations);
  table.put({ ...table.expect(id), defaultProjectId: project.id });
}

/** The default project of an organization: every one has it. */
export function defaultProjectOf(store: Store, { defaultProjectId }: OrganizationRecord): ProjectRecord {
  return store.table(projects).expect(defaultProjectId ?? "");
}

function isDefaultProject(store: Store, { id, organizationId }: ProjectRecord): boolean {
  return store.table(organizations).expect(organizationId).defaultProjectId === id;
}

export function projectExecution(store: Store, project: ProjectRecord): EffectiveExecution {
  const inherited = organizationExecution(store.table(organizations).expect(project.organizationId));
  return effective({ mode: project.executionMode, agentPoolId: project.defaultAgentPoolId }, inherited);
}

/** What execution settings of a project are changed. */
function executionScope(
  store: Store,
  organization: OrganizationRecord,
  project: ProjectRecord | undefined,
): ExecutionScope {
  return {
    store,
    organizationId: organization.id,
    own: { mode: project?.executionMode, agentPoolId: project?.defaultAgentPoolId ?? null },
    inherited: organizationExecution(organization).mode,
  };
}

/** The effective tags of a project, which inherits none. */
function projectTags(project: ProjectRecord): readonly EffectiveTag[] {
  return project.tagBindings ?? [];
}

function permissionConditions({ principal, query }: ServiceRequest): readonly Condition<ProjectRecord>[] {
  return Object.entries(PERMISSION_FILTERS).flatMap(([parameter, permission]) =>
    query.has(parameter)
      ? [({ id, organizationId }: ProjectRecord) => principal.can(permission, { organizationId, projectId: id })]
      : [],
  );
}

/** Those with exactly the names of `filter[names]`, which contain no commas. */
function named(request: ServiceRequest): readonly ProjectRecord[] | undefined {
  const names = queryValue(request.query, "filter[names]");
  if (names === undefined) return undefined;
  const { id } = visible(request, organizations);
  const keys = new Set(names.split(",").map((name) => nameKey(name.trim())));
  return [...keys].flatMap((key) => request.store.table(projects).find("name", id, key) ?? []);
}

/**
 * Checked in this order: the default project (409), workspaces in the project. Deleting a project with workspaces is a
 * force delete: 403 for a principal who lacks that permission, otherwise the status from the options.
 */
function refuseDelete(
  { store, principal }: Parameters<NonNullable<Kind["refuseDelete"]>>[0],
  project: ProjectRecord,
): void {
  if (isDefaultProject(store, project)) throw conflict("The default project of an organization cannot be deleted.");
  const { size } = store.of("workspaces").where("projectId", project.id);
  if (size === 0) return;
  const { organizationId } = project;
  const mayForce = principal?.can("force-delete-projects", { organizationId }) === true;
  const status = principal === undefined ? 409 : mayForce ? store.choices.projectDeletionBehavior : 403;
  if (status === 403) throw forbidden("Not authorized to perform a force delete on the project");
  const detail = `A project that contains workspaces cannot be deleted; this one contains ${size}.`;
  throw status === 409 ? conflict(detail) : unprocessable(detail);
}

/** Those in documents that HashiCorp's documentation shows. */
const DOCUMENTED_PERMISSIONS = {
  "can-update": "update",
  "can-destroy": "destroy",
  "can-create-workspace": "create-workspace",
} as const;

const PERMISSIONS = {
  /** The documented response to the creation of a project has a single one. */
  created: permissionsDocument({ "can-update": DOCUMENTED_PERMISSIONS["can-update"] }),
  documented: permissionsDocument(DOCUMENTED_PERMISSIONS),
  full: permissionsDocument({
    "can-read": "read",
    ...DOCUMENTED_PERMISSIONS,
    "can-move-workspace": "move-workspaces",
    "can-manage-tags": "update",
    "can-manage-teams": "manage-teams",
    "can-read-teams": "read-teams",
    "can-manage-varsets": "manage-variable-sets",
    "can-manage-ephemeral-workspace-for-projects": "update",
    "can-manage-in-hcp": false,
    "can-deploy-no-code-modules": false,
    "can-move-stack": false,
    "can-manage-stacks": false,
    "can-view-stacks": false,
    "can-update-stacks": false,
  }),
};

function permissionsOf({ principal, documents }: Context, { id, organizationId }: ProjectRecord, view: View): Json {
  const shown = documents === "documented" && view === "create" ? "created" : documents;
  return PERMISSIONS[shown]((permission) => principal.can(permission, { organizationId, projectId: id }));
}
