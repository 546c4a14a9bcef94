import { TFE_PROJECT, TFE_WORKSPACE } from "../model";
import { eitherCause, formatList, groupBy, pluralize, quote } from "../reconcile";
import { findProject, passProvider, releaseWorkspace, remoteModule, renameProjects } from "./code-edits";
import type { ModuleFolder } from "./configuration";
import { attributeIn, withoutOverlap, type Edit, type ManualEdit } from "./edits";
import type { ExpectedPlan } from "./expected-plan";
import { KEPT_FILE } from "./file-names";
import type { LiveProjects } from "./live";
import { Members, projectIdOf } from "./members";
import {
  MEMBERSHIP,
  planMemberships,
  type MembershipInstance,
  type ModuleOutput,
  type PlannedMembership,
} from "./memberships";
import {
  projectAddress,
  resourceAddresses,
  resourcesOfType,
  setsArgument,
  TFE_PROJECT_SETTINGS,
  type Resource,
} from "./projects";
import { configureProvider, requireProvider, type ProviderConfigurations } from "./provider-edits";
import {
  changedSince,
  clearEmptyDescription,
  keepSettings,
  settingsProjectId,
  takeOverSettings,
} from "./setting-edits";
import type { StateResource } from "../terraform/state";

/** How a configuration in HCL is taken over from `hashicorp/tfe`. */
export interface Migration {
  readonly organizations: readonly string[];
  /** The resources of the projects that are taken over. */
  readonly projects: readonly Resource[];
  /** `tfe_project_settings` resources that leave the state, without their settings being changed. */
  readonly settings: readonly Resource[];
  readonly memberships: readonly PlannedMembership[];
  /** What modules tell their callers from now on. */
  readonly outputs: readonly ModuleOutput[];
  /** The instances of memberships that are imported: they have all workspaces of their projects. */
  readonly imports: readonly MembershipInstance[];
  readonly provider: ProviderConfigurations;
  /** Folders of the modules that need a `terraform` block, with its lines. */
  readonly requirements: ReadonlyMap<string, readonly string[]>;
  readonly edits: readonly Edit[];
  readonly manual: readonly ManualEdit[];
  /** Sentences about what the state or the organization has. */
  readonly notes: readonly string[];
  readonly expected: ExpectedPlan;
}

/** How projects get to their new addresses in the state. */
export type Method = "moved" | "removed";

export interface MigrationOptions {
  readonly method: Method;
  /** Whether workspaces keep `project_id`, of which changes are ignored, instead of losing it. */
  readonly keepProjectId: boolean;
}

interface Input {
  readonly state: readonly StateResource[];
  readonly folders: ReadonlyMap<string, ModuleFolder>;
  /** Undefined if it was not read: memberships are not imported then. */
  readonly live: LiveProjects | undefined;
}

/** The projects of a state that can be taken over, and what has to be said of the others. */
export interface SelectedProjects {
  readonly projects: readonly Resource[];
  readonly manual: readonly ManualEdit[];
  readonly notes: readonly string[];
}

/** Selects the projects that are in the state and in code that can be read. */
export function selectProjects(
  state: readonly StateResource[],
  folders: ReadonlyMap<string, ModuleFolder>,
): SelectedProjects {
  const projects: Resource[] = [];
  const manual: ManualEdit[] = [];
  const notes: string[] = [];
  for (const resource of resourcesOfType(state, TFE_PROJECT, folders)) {
    if (resource.folder === undefined) manual.push(remoteModule(resource, sourceOf(resource, folders)));
    else if (isInCode(resource, resource.folder)) projects.push(resource);
    else {
      const addresses = formatList(resourceAddresses(resource));
      notes.push(`${addresses} is in the state, but not in the code: the next apply destroys it.`);
    }
  }
  const known = new Set(projects.map(({ folder, name }) => `${folder?.path ?? ""} ${name}`));
  for (const folder of folders.values()) {
    for (const name of namesIn(folder)) {
      if (known.has(`${folder.path} ${name}`) || state.some((it) => it.type === TFE_PROJECT && it.name === name))
        continue;
      notes.push(`${TFE_PROJECT}.${name} is in the code, but not in the state: it was left alone. Apply it first.`);
    }
  }
  return { projects, manual, notes };
}

/** Whether the code has it, as it was or already as it will be. */
function isInCode({ name }: Resource, folder: ModuleFolder): boolean {
  return findProject(folder, name) !== undefined;
}

function namesIn({ files }: ModuleFolder): readonly string[] {
  return files.flatMap(({ blocks }) =>
    blocks.flatMap(({ type, labels }) =>
      type === "resource" && labels[0]?.text === TFE_PROJECT ? [labels[1]?.text ?? ""] : [],
    ),
  );
}

function sourceOf({ calls: [path = []] }: Resource, folders: ReadonlyMap<string, ModuleFolder>): string | undefined {
  let folder = folders.get("");
  for (const name of path) {
    const call = folder?.calls.get(name);
    if (call?.folder === undefined) return call?.source;
    folder = folders.get(call.folder);
  }
  return undefined;
}

/** Plans a migration. Pure. */
export function planMigration(
  { projects, manual, notes }: SelectedProjects,
  { state, folders, live }: Input,
  { keepProjectId, method }: MigrationOptions,
): Migration {
  const root = folders.get("") ?? EMPTY;
  const ids = new Set(projects.flatMap(({ instances }) => instances.map(projectIdOf)));
  const settings = resourcesOfType(state, TFE_PROJECT_SETTINGS, folders).filter(({ instances }) =>
    instances.every((instance) => ids.has(settingsProjectId(instance))),
  );
  const members = new Members(state, live);
  const { memberships, outputs } = planMemberships({ projects, state, members, folders });
  const provider = configureProvider(root);
  const requirements = requiredIn(projects, folders).map((folder) => ({ folder, ...requireProvider(folder) }));
  const code = [
    ...[...groupBy(projects, ({ folder }) => folder?.path ?? "")].map(([path, own]) =>
      renameProjects(folders.get(path) ?? EMPTY, new Set(own.map(({ name }) => name))),
    ),
    ...projects.map(clearEmptyDescription),
    ...memberships.flatMap((membership) => releases(membership, folders, keepProjectId)),
    ...settings.map((it) => takeOverSettings(it, projects)),
    ...projects.map((it) => keepSettings(it, live, settings)),
    ...callsOf(projects, folders).map(({ folder, call }) => passProvider(folder, call)),
    ...requirements,
  ];
  const changed = live === undefined ? [] : projects.flatMap((project) => changedSince(project, live, settings));
  const missing = live === undefined ? [] : missingProjects(projects, live);
  const inState = projects.flatMap((project) => changedInState(project, method));
  const isMissing = new Set(missing.map(projectIdOf));
  const imported = live === undefined ? [] : memberships.flatMap(importedOf(isMissing));
  const all = memberships.flatMap(({ instances }) => instances);
  const moved = projects.flatMap(({ instances }) => instances).filter((it) => !isMissing.has(projectIdOf(it)));
  return {
    organizations: [...new Set(projects.flatMap(({ instances }) => instances.map(organizationOf)))].sort(),
    projects,
    settings,
    memberships,
    outputs,
    imports: imported,
    provider,
    requirements: new Map(
      requirements.flatMap(({ folder, block }) => (block.length === 0 ? [] : [[folder.path, block] as const])),
    ),
    edits: withoutOverlap(code.flatMap(({ edits }) => edits)),
    manual: distinct([
      ...manual,
      ...code.flatMap((it) => it.manual),
      ...provider.manual,
      ...memberships.flatMap((membership) => providersOutside(membership, folders)),
    ]),
    notes: [
      ...notes,
      ...memberships.flatMap((membership) => notesOn(membership, live)),
      ...elsewhere(state, members, memberships, live),
      ...changed.map(
        ({ address, attributes }) =>
          `${formatList(attributes)} of ${address} changed since the last refresh: the plan changes ` +
          `${attributes.length === 1 ? "it" : "them"} back, as that of the present code does.`,
      ),
      ...(inState.length === 0
        ? []
        : [
            `The plan shows ${pluralize(inState.length, "change")} of the state only: ignore_additional_tags of ` +
              `${formatList(inState)}.`,
          ]),
      ...missing.map(
        (it) => `${it.address} (${projectIdOf(it)}) was not found: ${eitherCause("it")}. The plan will create it.`,
      ),
      ...(live === undefined && memberships.length > 0 ? [NOT_READ] : []),
    ],
    expected: {
      import: (method === "removed" ? moved.length : 0) + imported.length,
      add: all.length - imported.length + missing.length,
      change: new Set([...changed.map(({ address }) => address), ...inState]).size,
    },
  };
}

/** The instances of a membership whose projects exist. */
function importedOf(isMissing: ReadonlySet<string>): (membership: PlannedMembership) => readonly MembershipInstance[] {
  return ({ instances }) => instances.filter(({ projectId }) => !isMissing.has(projectId));
}

/**
 * Addresses of projects of which the plan changes `ignore_additional_tags` in the state: an import does not know it,
 * and code without `tags` has to lose it.
 */
function changedInState({ folder, name, instances }: Resource, method: Method): readonly string[] {
  const code = folder === undefined ? undefined : findProject(folder, name);
  const keepsIt = code === undefined || setsArgument(code, "tags");
  if (keepsIt === (method === "moved")) return [];
  return instances.filter(({ values }) => values["ignore_additional_tags"] === true).map(projectAddress);
}

const EMPTY: ModuleFolder = {
  path: "",
  files: [],
  jsonFiles: [],
  sources: new Map(),
  written: new Map(),
  calls: new Map(),
};

const NOT_READ =
  "The organization was not read: memberships have only the workspaces of the state. Terraform adds them to its " +
  "state instead of importing them, and moves nothing.";

function organizationOf({ values }: StateResource): string {
  return String(values["organization"]);
}

/** The modules that have such projects, all that call them explicitly with providers, and the root module. */
function requiredIn(
  projects: readonly Resource[],
  folders: ReadonlyMap<string, ModuleFolder>,
): readonly ModuleFolder[] {
  if (projects.length === 0) return [];
  const passing = callsOf(projects, folders).filter(({ folder, call }) => isExplicit(folder, call));
  const all = [
    folders.get("") ?? EMPTY,
    ...passing.map(({ folder }) => folder),
    ...projects.flatMap(({ folder }) => (folder === undefined ? [] : [folder])),
  ];
  return [...new Map(all.map((folder) => [folder.path, folder])).values()];
}

/** Whether a call hands providers to its module. */
function isExplicit(folder: ModuleFolder, call: string): boolean {
  const found = folder.calls.get(call);
  return found?.block !== undefined && attributeIn(found.block.block, "providers") !== undefined;
}

interface Call {
  readonly folder: ModuleFolder;
  readonly call: string;
}

/** The calls that lead to the modules of projects, each once. */
function callsOf(projects: readonly Resource[], folders: ReadonlyMap<string, ModuleFolder>): readonly Call[] {
  const needing = new Set(projects.flatMap(({ folder }) => folder?.path ?? []));
  const found = new Map<string, Call>();
  // A module needs what those that it calls need.
  for (let before = -1; before < needing.size;) {
    before = needing.size;
    for (const folder of folders.values()) {
      for (const [call, { folder: called }] of folder.calls) {
        if (called === undefined || !needing.has(called)) continue;
        found.set(`${folder.path} ${call}`, { folder, call });
        needing.add(folder.path);
      }
    }
  }
  return [...found.values()];
}

/** The edits that leave the projects of workspaces to a membership. */
function releases(
  { name, instances, released }: PlannedMembership,
  folders: ReadonlyMap<string, ModuleFolder>,
  keepProjectId: boolean,
): readonly { readonly edits: readonly Edit[]; readonly manual: readonly ManualEdit[] }[] {
  const membership = `${MEMBERSHIP}.${name}`;
  const members = instances.flatMap(({ workspaces }) => workspaces.flatMap(({ resource }) => resource ?? []));
  const outside = resourcesOfType(members, TFE_WORKSPACE, folders).filter(({ folder }) => folder === undefined);
  return [
    ...released.map((workspace) => releaseWorkspace(workspace.folder, workspace.name, { membership, keepProjectId })),
    ...outside.map((resource) => {
      const what =
        `If it sets project_id, it would fight ${membership} as soon as one of them changes: remove that, or ignore ` +
        "changes of it.";
      return { edits: [], manual: resourceAddresses(resource).map((where) => ({ where, what })) };
    }),
  ];
}

/** A membership in the root module of a project whose module gets its providers explicitly. */
function providersOutside(
  { name, project, resource }: PlannedMembership,
  folders: ReadonlyMap<string, ModuleFolder>,
): readonly ManualEdit[] {
  if (project !== undefined) return [];
  const explicit = callsOf([resource], folders).filter(({ folder, call }) => isExplicit(folder, call));
  if (explicit.length === 0) return [];
  const call = explicit.map((it) => `module.${it.call}`).join(".");
  return [{ where: KEPT_FILE, what: `Check the provider of ${MEMBERSHIP}.${name}: ${call} has explicit providers.` }];
}

/** What a membership has beside the workspaces of the state, and which code it does not follow. */
function notesOn({ name, instances, reasons }: PlannedMembership, live: LiveProjects | undefined): readonly string[] {
  const now = new Set(live?.workspaces.map(({ id }) => id));
  const ofInstances = instances.flatMap(({ address, workspaces }) => {
    const others = workspaces.filter(({ resource }) => resource === undefined).map((it) => it.name);
    const absent = workspaces.filter(({ id }) => live !== undefined && !now.has(id));
    return [
      ...(others.length === 0
        ? []
        : [
            `${address} has ${pluralize(others.length, "workspace")} of the project that this state does not have: ` +
              `${formatList(others)}. If other code sets project_id for ${others.length === 1 ? "it" : "them"}, the ` +
              "two fight as soon as one of them changes.",
          ]),
      ...(absent.length === 0
        ? []
        : [
            `${formatList(absent.map((it) => it.name))} of ${address} ${absent.length === 1 ? "was" : "were"} not ` +
              `found: ${eitherCause(absent.length === 1 ? "it" : "they")}. The plan will fail until the code lacks ` +
              "them, or the token sees them.",
          ]),
    ];
  });
  return [
    ...ofInstances,
    ...[...new Set(reasons)].map(
      (reason) => `${MEMBERSHIP}.${name} has present workspaces one by one, and does not follow new ones: ${reason}.`,
    ),
  ];
}

/** Workspaces that are not where the state has them: nothing moves them. */
function elsewhere(
  state: readonly StateResource[],
  members: Members,
  memberships: readonly PlannedMembership[],
  live: LiveProjects | undefined,
): readonly string[] {
  const recorded = new Set(state.filter(({ type }) => type === TFE_PROJECT).map(projectIdOf));
  const owner = new Map(
    memberships.flatMap(({ instances }) => instances.map(({ projectId, address }) => [projectId, address] as const)),
  );
  return members.workspaces
    .filter((workspace) => members.hasMoved(workspace) && recorded.has(String(workspace.values["project_id"])))
    .map((workspace) => {
      const id = members.projectOf(workspace);
      const project = live?.projects.get(id)?.name;
      const where = project === undefined ? id : `${quote(project)} (${id})`;
      const membership = owner.get(id);
      return (
        `${String(workspace.values["name"])} (${workspace.address}) is in the project ${where} since the last ` +
        `refresh. ${membership ?? "No membership"} has it, so nothing moves it.`
      );
    });
}

function missingProjects(projects: readonly Resource[], live: LiveProjects): readonly StateResource[] {
  return projects.flatMap(({ instances }) => instances).filter((instance) => !live.projects.has(projectIdOf(instance)));
}

/** Whether the state was last written by a version that cannot move objects to another type. */
export function versionNote(version: string | undefined): readonly string[] {
  const [, major = "", minor = ""] = /^(\d+)\.(\d+)\./.exec(version ?? "") ?? [];
  if (version === undefined || major !== "1" || Number(minor) >= 8) return [];
  return [
    `The state was last written by version ${version}. Moving objects to another type needs Terraform 1.8 or ` +
      "OpenTofu 1.10: upgrade it, or use --no-moved.",
  ];
}

function distinct(manual: readonly ManualEdit[]): readonly ManualEdit[] {
  return [...new Map(manual.map((it) => [`${it.where} ${it.what}`, it])).values()];
}
