import type { GeneratedFile } from "../files/generated-file";
import { groupBy } from "../reconcile";
import type { StateResource } from "../terraform/state";
import { changedSince, possiblyChanged } from "./changed-settings";
import { setsArgument, textIn, type Configuration } from "./code";
import { renameProjects } from "./code-edits";
import { editsMade, manualSentences } from "./edited-lines";
import { withoutOverlap, type Change, type Edit, type ManualEdit } from "./edits";
import { filesOf, type Method } from "./files";
import { isOutside } from "./real-path";
import type { LiveProjects } from "./live";
import { editOtherFiles } from "./other-edits";
import {
  changedInStateNotes,
  changedNotes,
  missingNote,
  NOT_READ,
  outsideNote,
  possiblyChangedNote,
  staysNote,
  type ChangedInState,
} from "./notes";
import { configureProvider, explicitCalls, passProvider, requireProvider } from "./provider-edits";
import { assignmentsOfTfe, projectAddress, projectIdOf, resourcesOfType, TFE_PROJECT_SETTINGS } from "./resources";
import type { ProjectResource, Resource, SelectedProjects } from "./resources";
import { isDefault, keepDefaultProject, removeSettings, setSettings } from "./setting-edits";
import { settingsProjectId } from "./settings";
import { stateBlocks } from "./state-blocks";

/** The plan for taking over an HCL configuration from `hashicorp/tfe`. */
export interface Migration {
  readonly organizations: readonly string[];
  /** The projects to take over. */
  readonly projects: readonly ProjectResource[];
  /** `tfe_project_settings` resources that leave the state. Their settings stay unchanged. */
  readonly settings: readonly Resource[];
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

interface Input {
  readonly configuration: Configuration;
  readonly state: readonly StateResource[];
  readonly selected: SelectedProjects;
  /** Undefined if the organization was not read. */
  readonly live: LiveProjects | undefined;
  /** Whether the edits are made. @default - only shown */
  readonly areEditsMade?: boolean | undefined;
}

/** Plans a migration. Pure. */
export function planMigration(input: Input, method: Method): Migration {
  const { configuration, state, selected, live, areEditsMade = false } = input;
  const { projects } = selected;
  const instances = projects.flatMap((project) => project.instances);
  const ids = new Set(instances.map(projectIdOf));
  const settings = resourcesOfType(state, TFE_PROJECT_SETTINGS, configuration).filter((resource) =>
    resource.instances.every((instance) => ids.has(settingsProjectId(instance))),
  );
  const calls = explicitCalls(projects, configuration);
  const roots = projects.length === 0 ? [] : [configuration.root];
  const requiring = new Set([...roots, ...[...calls, ...projects].map(({ folder }) => folder)]);
  const names = (resources: readonly Resource[]): ReadonlySet<string> => new Set(resources.map(({ name }) => name));
  const namesByFolder = new Map([...groupBy(projects, ({ folder }) => folder)].map(([it, own]) => [it, names(own)]));
  const allNames = { projects: names(projects), settings: names(settings) };
  const missing = live === undefined ? [] : instances.filter((instance) => !live.projects.has(projectIdOf(instance)));
  const changes: readonly Change[] = [
    ...selected.manual,
    ...[...namesByFolder].flatMap(([folder, own]) => renameProjects(folder, own)),
    ...[...configuration.folders.values()].flatMap((folder) =>
      editOtherFiles(folder, configuration, allNames, namesByFolder),
    ),
    ...settings.flatMap((it) => removeSettings(it, projects)),
    ...projects.flatMap((it) => setSettings(it, live, settings, projects)),
    ...projects.flatMap((it) => keepDefaultProject(it, live)),
    ...calls.flatMap(passProvider),
    ...[...requiring].flatMap(requireProvider),
    ...roots.flatMap(configureProvider),
    ...stateBlocks(method, projects, settings),
  ];
  const edits = withoutOverlap(changes.filter((it) => "line" in it));
  const changed = projects.flatMap((project) => changedSince(project, live, settings));
  const changedInState = projects.flatMap((project) => changesInState(project, live, method));
  const staying = projects.length === 0 ? [] : assignmentsOfTfe(configuration);
  return {
    organizations: [...new Set(instances.map(({ values }) => String(values["organization"])))].sort(),
    projects,
    settings,
    files: filesOf(
      changes.filter((it) => "lines" in it),
      method,
      configuration,
    ),
    edits: areEditsMade ? editsMade(edits) : edits,
    manual: manualSentences(
      changes.filter((it) => "where" in it),
      areEditsMade ? edits : [],
    ),
    notes: [
      ...selected.notes,
      ...changed.flatMap(changedNotes),
      ...changedInStateNotes(changedInState),
      ...projects.flatMap((it) => possiblyChanged(it, live, settings)).map(possiblyChangedNote),
      ...missing.map(missingNote),
      ...[...namesByFolder.keys()].flatMap(({ realPath }) => (isOutside(realPath) ? [outsideNote(realPath)] : [])),
      ...(staying.length === 0 ? [] : [staysNote(staying)]),
      ...(live === undefined && projects.length > 0 ? [NOT_READ] : []),
    ],
    expected: {
      import: method === "removed" ? instances.length - missing.length : 0,
      add: missing.length,
      change: new Set([...changed, ...changedInState].map(({ address }) => address)).size,
    },
  };
}

/** What the plan changes only in the state, once all edits are made. */
function changesInState(
  { code, instances }: ProjectResource,
  live: LiveProjects | undefined,
  method: Method,
): readonly ChangedInState[] {
  // An import does not set it, and code without `tags` must not have it.
  const changesTags = setsArgument(code, "tags") !== (method === "moved");
  const ofTags = changesTags ? instances.filter(({ values }) => values["ignore_additional_tags"] === true) : [];
  // A move sets what is right for all other projects.
  const ofPolicy = method === "moved" ? instances.filter((it) => isDefault(it, live)) : [];
  // An import records none, which means the same.
  const isEmptyText = method === "removed" && textIn(code, "description") === '""';
  const ofDescription = isEmptyText ? instances.filter(({ values }) => values["description"] === "") : [];
  const changed = (attribute: string, its: readonly StateResource[]): readonly ChangedInState[] =>
    its.map((it) => ({ attribute, address: projectAddress(it) }));
  return [
    ...changed("description", ofDescription),
    ...changed("ignore_additional_tags", ofTags),
    ...changed("deletion_policy", ofPolicy),
  ];
}
