import type { GeneratedFile } from "../files/generated-file";
import { TFE_WORKSPACE } from "../model";
import { groupBy } from "../reconcile";
import { setsArgument, type Configuration } from "./code";
import { releaseWorkspace, renameProjects } from "./code-edits";
import { withoutOverlap, type Change, type Edit, type ManualEdit } from "./edits";
import { filesOf, KEPT_FILE, nameIn, type Method } from "./files";
import type { LiveProjects } from "./live";
import { Members, projectIdOf } from "./members";
import { planMemberships, type MembershipInstance, type PlannedMembership } from "./memberships";
import { changedInStateNotes, changedNote, membershipNotes, missingNote, movedNotes, NOT_READ } from "./notes";
import { configureProvider, explicitCalls, passProvider, requireProvider } from "./provider-edits";
import {
  MEMBERSHIP,
  projectAddress,
  resourceAddresses,
  resourcesOfType,
  TFE_PROJECT_SETTINGS,
  type ProjectResource,
  type Resource,
  type SelectedProjects,
} from "./resources";
import {
  changedSince,
  clearEmptyDescription,
  keepSettings,
  settingsProjectId,
  takeOverSettings,
} from "./setting-edits";
import type { StateResource } from "../terraform/state";
import { stateBlocks } from "./state-blocks";

/** The plan for taking over an HCL configuration from `hashicorp/tfe`. */
export interface Migration {
  readonly organizations: readonly string[];
  /** The projects to take over. */
  readonly projects: readonly ProjectResource[];
  /** `tfe_project_settings` resources that leave the state. Their settings stay unchanged. */
  readonly settings: readonly Resource[];
  readonly memberships: readonly PlannedMembership[];
  /** The instances of memberships to import, with all workspaces of their projects. */
  readonly imports: readonly MembershipInstance[];
  /** The new files, for each module that needs some. */
  readonly files: readonly GeneratedFile[];
  readonly edits: readonly Edit[];
  readonly manual: readonly ManualEdit[];
  /** Sentences about the state or the organization. */
  readonly notes: readonly string[];
  readonly expected: ExpectedPlan;
}

/** What Terraform's plan shows after all edits. It never destroys anything. */
interface ExpectedPlan {
  readonly import: number;
  readonly add: number;
  readonly change: number;
}

export interface MigrationOptions {
  readonly method: Method;
  /** Whether workspaces keep `project_id`, and ignore changes of it. */
  readonly keepProjectId: boolean;
}

interface Input {
  readonly configuration: Configuration;
  readonly state: readonly StateResource[];
  readonly selected: SelectedProjects;
  /** Undefined if the organization was not read. Then memberships are not imported. */
  readonly live: LiveProjects | undefined;
}

/** Plans a migration. Pure. */
export function planMigration(
  { configuration, state, selected, live }: Input,
  { keepProjectId, method }: MigrationOptions,
): Migration {
  const { projects } = selected;
  const instances = projects.flatMap((project) => project.instances);
  const ids = new Set(instances.map(projectIdOf));
  const settings = resourcesOfType(state, TFE_PROJECT_SETTINGS, configuration).filter((resource) =>
    resource.instances.every((instance) => ids.has(settingsProjectId(instance))),
  );
  const members = new Members(state, live);
  const { memberships, outputs } = planMemberships(configuration, projects, state, members);
  const calls = explicitCalls(projects, configuration);
  const roots = projects.length === 0 ? [] : [configuration.root];
  const requiring = new Set([...roots, ...[...calls, ...projects].map(({ folder }) => folder)]);
  const missing = live === undefined ? [] : instances.filter((instance) => !live.projects.has(projectIdOf(instance)));
  const isMissing = new Set(missing.map(projectIdOf));
  const added = memberships.flatMap((membership) => membership.instances);
  const imports = live === undefined ? [] : added.filter(({ projectId }) => !isMissing.has(projectId));
  const changes: readonly Change[] = [
    ...selected.manual,
    ...[...groupBy(projects, ({ folder }) => folder)].flatMap(([folder, own]) =>
      renameProjects(folder, new Set(own.map(({ name }) => name))),
    ),
    ...projects.flatMap(clearEmptyDescription),
    ...memberships.flatMap((membership) => releases(membership, configuration, keepProjectId)),
    ...settings.flatMap((it) => takeOverSettings(it, projects)),
    ...projects.flatMap((it) => keepSettings(it, live, settings)),
    ...calls.flatMap(passProvider),
    ...[...requiring].flatMap(requireProvider),
    ...roots.flatMap(configureProvider),
    ...memberships.flatMap((membership) => [membership.block, ...providersToCheck(membership, configuration)]),
    ...outputs,
    ...stateBlocks(method, projects, settings, imports),
  ];
  const changed = projects.flatMap((project) => changedSince(project, live, settings));
  const changedInState = projects.flatMap((project) => changesInState(project, method));
  return {
    organizations: [...new Set(instances.map(({ values }) => String(values["organization"])))].sort(),
    projects,
    settings,
    memberships,
    imports,
    files: filesOf(
      changes.filter((it) => "lines" in it),
      method,
      configuration,
    ),
    edits: withoutOverlap(changes.filter((it) => "line" in it)),
    manual: [...new Map(changes.filter((it) => "where" in it).map((it) => [`${it.where} ${it.what}`, it])).values()],
    notes: [
      ...selected.notes,
      ...memberships.flatMap((membership) => membershipNotes(membership, live)),
      ...movedNotes(state, members, memberships, live),
      ...changed.map(changedNote),
      ...changedInStateNotes(changedInState),
      ...missing.map(missingNote),
      ...(live === undefined && memberships.length > 0 ? [NOT_READ] : []),
    ],
    expected: {
      import: (method === "removed" ? instances.length - missing.length : 0) + imports.length,
      add: added.length - imports.length + missing.length,
      change: new Set([...changed.map(({ address }) => address), ...changedInState]).size,
    },
  };
}

/**
 * Addresses of projects for which the plan changes `ignore_additional_tags`, only in the state: an import does not set
 * it, and code without `tags` must not have it.
 */
function changesInState({ code, instances }: ProjectResource, method: Method): readonly string[] {
  if (setsArgument(code, "tags") === (method === "moved")) return [];
  return instances.filter(({ values }) => values["ignore_additional_tags"] === true).map(projectAddress);
}

/** The edits that let only a membership decide on the project of workspaces. */
function releases(
  { name, instances, released }: PlannedMembership,
  configuration: Configuration,
  keepProjectId: boolean,
): readonly Change[] {
  const membership = `${MEMBERSHIP}.${name}`;
  const workspaces = instances.flatMap((instance) => instance.workspaces.flatMap(({ resource }) => resource ?? []));
  const outside = resourcesOfType(workspaces, TFE_WORKSPACE, configuration).filter(
    ({ folder }) => folder === undefined,
  );
  const what =
    `If it sets project_id, it would fight ${membership} as soon as one of them changes: remove that, or ignore ` +
    "changes of it.";
  return [
    ...released.flatMap((code) => releaseWorkspace(code, membership, keepProjectId)),
    ...outside.flatMap(resourceAddresses).map((where) => ({ where, what })),
  ];
}

/** A manual check of a membership outside of its project's module, if that gets its providers explicitly. */
function providersToCheck(
  { name, block, project }: PlannedMembership,
  configuration: Configuration,
): readonly ManualEdit[] {
  const calls = block.folder === project.folder.path ? [] : explicitCalls([project], configuration);
  if (calls.length === 0) return [];
  const path = calls.map(({ call }) => `module.${call.name}`).join(".");
  return [
    {
      where: nameIn(configuration.root, KEPT_FILE),
      what: `Check the provider of ${MEMBERSHIP}.${name}: ${path} has explicit providers.`,
    },
  ];
}
