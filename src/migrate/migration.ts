import type { GeneratedFile } from "../files/generated-file";
import type { StateResource } from "../terraform/state";
import { setsArgument, textIn, type Configuration } from "./code";
import { editsMade, manualSentences } from "./edited-lines";
import { withoutOverlap, type Change, type Edit, type ManualEdit } from "./edits";
import { filesOf, type Method } from "./files";
import { decideSettings } from "./fold";
import type { LiveProjects } from "./live";
import { editMentions, settingsByHand } from "./mention-edits";
import { mentionsByResource, type MentionsOf } from "./mentions";
import { changedInStateNotes, missingNote, NOT_READ, outsideNote, staysNote, type ChangedInState } from "./notes";
import { testsByHand } from "./other-edits";
import { obstaclesOf, renameProject } from "./project-edits";
import { configureProvider, explicitCalls, passProvider, requireProvider } from "./provider-edits";
import { isOutside } from "./real-path";
import { assignmentsOfTfe, projectAddress, projectIdOf, resourcesOfType, TFE_PROJECT_SETTINGS } from "./resources";
import type { ProjectResource, Resource, SelectedProjects } from "./resources";
import { isDefault, removeSettings, setSettings } from "./setting-edits";
import { stateBlocks } from "./state-blocks";

/** The plan for taking over an HCL configuration from `hashicorp/tfe`. */
export interface Migration {
  readonly organizations: readonly string[];
  /** The projects to take over. */
  readonly projects: readonly ProjectResource[];
  /** Those that wait until a person has changed something. */
  readonly waiting: readonly ProjectResource[];
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

/** What Terraform's plan shows after all edits if it changes nothing before, as far as code and state tell. */
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
  const of = mentionsByResource(configuration);
  const { projects, providers, first } = editable(selected.projects, of, method, configuration);
  const instances = projects.flatMap((project) => project.instances);
  const inState = resourcesOfType(state, TFE_PROJECT_SETTINGS, configuration);
  const settings = decideSettings(inState, projects, of);
  const leaving = [...settings.folded.map((it) => it.settings), ...settings.gone];
  const missing = live === undefined ? [] : instances.filter((instance) => !live.projects.has(projectIdOf(instance)));
  const changes: readonly Change[] = [
    ...selected.manual,
    ...first,
    ...projects.flatMap(renameProject),
    ...editMentions(projects.flatMap(of), method),
    ...settingsByHand(leaving.flatMap(of)),
    ...(projects.length === 0 ? [] : [...configuration.folders.values()].flatMap(testsByHand)),
    ...settings.folded.flatMap((it) => removeSettings(it, of(it.settings))),
    ...settings.staying.map(({ manual }) => manual),
    ...projects.flatMap((it) => setSettings(it, { live, inState, settings })),
    ...providers,
    ...stateBlocks(method, projects, leaving),
  ];
  const edits = withoutOverlap(changes.filter((it) => "line" in it));
  const changedInState = projects.flatMap((project) => changesInState(project, live, method));
  const staying = projects.length === 0 ? [] : assignmentsOfTfe(configuration);
  const folders = [...new Set(projects.map(({ folder }) => folder.realPath))];
  return {
    organizations: [...new Set(instances.map(({ values }) => String(values["organization"])))].sort(),
    projects,
    waiting: selected.projects.filter((project) => !projects.includes(project)),
    settings: leaving,
    files: filesOf(
      changes.filter((it) => "lines" in it && "folder" in it),
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
      ...changedInStateNotes(changedInState),
      ...missing.map(missingNote),
      ...folders.filter(isOutside).map(outsideNote),
      ...(staying.length === 0 ? [] : [staysNote(staying)]),
      ...(live === undefined && projects.length > 0 ? [NOT_READ] : []),
    ],
    expected: {
      import: method === "removed" ? instances.length - missing.length : 0,
      add: missing.length,
      change: new Set(changedInState.map(({ address }) => address)).size,
    },
  };
}

interface Editable {
  readonly projects: readonly ProjectResource[];
  readonly providers: readonly Change[];
  /** What a person has to do before the others can be taken over. */
  readonly first: readonly ManualEdit[];
}

/** The projects of which everything can be edited: what is written is always valid. */
function editable(
  selected: readonly ProjectResource[],
  mentionsOf: MentionsOf,
  method: Method,
  configuration: Configuration,
): Editable {
  const obstacles = new Map(selected.map((it) => [it, obstaclesOf(it, mentionsOf(it), method)]));
  const first = [...obstacles.values()].flat();
  const projects = selected.filter((project) => obstacles.get(project)?.length === 0);
  const byHand = providerChanges(selected, configuration).filter(
    (it): it is ManualEdit => "isFirst" in it && it.isFirst === true,
  );
  if (byHand.length > 0) return { projects: [], providers: [], first: [...first, ...byHand] };
  return { projects, providers: providerChanges(projects, configuration), first };
}

/** The changes that bring this package's provider to the modules of projects. */
function providerChanges(projects: readonly ProjectResource[], configuration: Configuration): readonly Change[] {
  if (projects.length === 0) return [];
  const calls = explicitCalls(projects, configuration);
  const folders = new Set([configuration.root, ...[...calls, ...projects].map(({ folder }) => folder)]);
  return [
    ...calls.flatMap(passProvider),
    ...[...folders].flatMap(requireProvider),
    ...configureProvider(configuration.root),
  ];
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
  const isSet = instances.length === 1 || setsArgument(code, "deletion_policy");
  const ofPolicy = method === "moved" && isSet ? instances.filter((it) => isDefault(it, live)) : [];
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
