import type { GeneratedFile } from "../files/generated-file";
import { textOf } from "../json";
import { eitherCause } from "../reconcile";
import type { StateResource } from "../terraform/state";
import { setsArgument, type Configuration, type ModuleFolder } from "./code";
import { editsMade, manualSentences } from "./edited-lines";
import { withoutOverlap, type Change, type Edit, type ManualEdit } from "./edits";
import { filesOf } from "./files";
import { decideSettings } from "./fold";
import type { LiveProjects } from "./live";
import { editMentions, referenceByHand, settingsByHand } from "./mention-edits";
import { mentionsByResource, type MentionsOf } from "./mentions";
import { testsByHand } from "./other-edits";
import { obstaclesOf, renameProject } from "./project-edits";
import { configureProvider, explicitCalls, passProvider, providerInJson, requireProvider } from "./provider-edits";
import { isOutside } from "./real-path";
import { projectIdOf, resourcesOfType, TFE_PROJECT_SETTINGS } from "./resources";
import type { ProjectResource, Resource, SelectedProjects } from "./resources";
import { removeSettings, setSettings } from "./setting-edits";
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
  /** The projects that were deleted: Terraform's plan creates them. */
  readonly missing: readonly StateResource[];
  /** The projects whose `ignore_additional_tags` the plan takes out of the state, which changes no tags. */
  readonly changing: readonly StateResource[];
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
export function planMigration(input: Input): Migration {
  const { configuration, state, selected, live, areEditsMade = false } = input;
  const of = mentionsByResource(configuration);
  const { projects, providers, first } = editable(selected.projects, of, configuration);
  const instances = projects.flatMap((project) => project.instances);
  const inState = resourcesOfType(state, TFE_PROJECT_SETTINGS, configuration);
  const settings = decideSettings(inState, projects, of);
  const leaving = [...settings.folded.map((it) => it.settings), ...settings.gone];
  const missing = live === undefined ? [] : instances.filter((instance) => !live.has(projectIdOf(instance)));
  const changes: readonly Change[] = [
    ...selected.manual,
    ...first,
    ...projects.flatMap(renameProject),
    ...editMentions(projects.flatMap(of)),
    ...referenceByHand(projects.flatMap(of)),
    ...settingsByHand(leaving.flatMap(of)),
    ...(projects.length === 0 ? [] : [...configuration.folders.values()].flatMap(testsByHand)),
    ...settings.folded.flatMap((it) => removeSettings(it, of(it.settings))),
    ...settings.staying.map(({ manual }) => manual),
    ...projects.flatMap((it) => setSettings(it, { live, inState, settings })),
    ...providers,
    ...stateBlocks(projects, leaving),
  ];
  const edits = withoutOverlap(changes.filter((it) => "line" in it));
  const folders = [...new Set(projects.map(({ folder }) => folder.realPath))];
  return {
    organizations: [...new Set(instances.map(({ values }) => textOf(values["organization"])))].sort(),
    projects,
    waiting: selected.projects.filter((project) => !projects.includes(project)),
    settings: leaving,
    files: filesOf(changes.filter((it) => "folder" in it)),
    edits: areEditsMade ? editsMade(edits) : edits,
    manual: manualSentences(
      changes.filter((it) => "where" in it),
      areEditsMade ? edits : [],
    ),
    notes: [
      ...selected.notes,
      ...missing.map(missingNote),
      ...folders.filter(isOutside).map(outsideNote),
      ...(live === undefined && projects.length > 0 ? [NOT_READ] : []),
    ],
    missing,
    changing: projects
      .filter(({ block }) => !setsArgument(block, "tags"))
      .flatMap((project) => project.instances.filter(({ values }) => values["ignore_additional_tags"] === true)),
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
  configuration: Configuration,
): Editable {
  const obstacles = new Map(selected.map((it) => [it, obstaclesOf(it, mentionsOf(it))]));
  const first = [...obstacles.values()].flat();
  const projects = selected.filter((project) => obstacles.get(project)?.length === 0);
  const byHand = [...modulesOf(selected, configuration)].flatMap(providerInJson);
  if (byHand.length > 0) return { projects: [], providers: [], first: [...first, ...byHand] };
  return { projects, providers: providerChanges(projects, configuration), first };
}

/** The modules whose code has to name this package's provider. */
function modulesOf(projects: readonly ProjectResource[], configuration: Configuration): ReadonlySet<ModuleFolder> {
  if (projects.length === 0) return new Set();
  const calls = explicitCalls(projects, configuration);
  return new Set([configuration.root, ...[...calls, ...projects].map(({ folder }) => folder)]);
}

/** The changes that bring this package's provider to the modules of projects. */
function providerChanges(projects: readonly ProjectResource[], configuration: Configuration): readonly Change[] {
  if (projects.length === 0) return [];
  return [
    ...explicitCalls(projects, configuration).flatMap(passProvider),
    ...[...modulesOf(projects, configuration)].flatMap(requireProvider),
    ...configureProvider(configuration.root),
  ];
}

function missingNote(project: StateResource): string {
  return `${project.address} (${projectIdOf(project)}) was not found: ${eitherCause("it")}. The plan will create it.`;
}

/** A note about a module that other configurations may call. @param folder - Its path. */
function outsideNote(folder: string): string {
  return (
    `${folder} is outside of this folder: run this command for each other configuration that uses it before its next ` +
    `plan, and keep what it writes into ${folder} until all of them are applied.`
  );
}

const NOT_READ =
  "The organization was not read: what was changed in it since the last refresh, and execution modes and agent pools " +
  "of projects without tfe_project_settings, are neither taken into the code nor announced.";
