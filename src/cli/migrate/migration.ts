import { TFE_PROJECT, TFE_WORKSPACE } from "../../model";
import { eitherCause, formatList, groupBy, pluralize } from "../../reconcile";
import {
  choosesProject,
  clearEmptyDescription,
  findProject,
  keepLiveSettings,
  passProvider,
  releaseWorkspace,
  remoteModule,
  renameProjects,
  takeOverSettings,
} from "./code-edits";
import type { ModuleFolder } from "./configuration";
import { attributeIn, withoutOverlap, type Edit, type ManualEdit } from "./edits";
import { KEPT_FILE } from "./file-names";
import type { LiveProjects } from "./live";
import { allOf, MEMBERSHIP, planMemberships, projectIdOf, type PlannedMembership } from "./memberships";
import { resourceAddress, resourcesOfType, TFE_PROJECT_SETTINGS, type Resource } from "./projects";
import { configureProvider, requireProvider, type ProviderConfigurations } from "./provider-edits";
import type { StateResource } from "./state";

/** How a configuration in HCL is taken over from `hashicorp/tfe`. */
export interface Migration {
  readonly organizations: readonly string[];
  /** The resources of the projects that are taken over. */
  readonly projects: readonly Resource[];
  /** `tfe_project_settings` resources that leave the state, without their settings being changed. */
  readonly settings: readonly Resource[];
  readonly memberships: readonly PlannedMembership[];
  /** Whether memberships are imported: then they have all workspaces of their projects. */
  readonly importsMemberships: boolean;
  readonly provider: ProviderConfigurations;
  /** Folders of the modules that need a `terraform` block, with its lines. */
  readonly requirements: ReadonlyMap<string, readonly string[]>;
  readonly edits: readonly Edit[];
  readonly manual: readonly ManualEdit[];
  /** Sentences about what the state or the organization has. */
  readonly notes: readonly string[];
}

export interface MigrationOptions {
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
    else notes.push(`${resourceAddress(resource)} is in the state, but not in the code: the next apply destroys it.`);
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

function sourceOf({ calls }: Resource, folders: ReadonlyMap<string, ModuleFolder>): string | undefined {
  let folder = folders.get("");
  for (const name of calls) {
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
  { keepProjectId }: MigrationOptions,
): Migration {
  const root = folders.get("") ?? EMPTY;
  const ids = new Set(projects.flatMap(({ instances }) => instances.map(projectIdOf)));
  const settings = resourcesOfType(state, TFE_PROJECT_SETTINGS, folders).filter(({ instances }) =>
    instances.every(({ values }) => ids.has(String(values["project_id"] ?? values["id"]))),
  );
  const chooses = (workspace: StateResource): boolean => {
    const [resource] = resourcesOfType([workspace], TFE_WORKSPACE, folders);
    return resource?.folder !== undefined && choosesOwnProject(workspace, resource.folder);
  };
  const memberships = planMemberships({ projects, state, live, choosesProject: chooses });
  const provider = configureProvider(root);
  const requirements = requiredIn(projects, folders).map((folder) => ({ folder, ...requireProvider(folder) }));
  const code = [
    ...[...groupBy(projects, ({ folder }) => folder?.path ?? "")].map(([path, own]) =>
      renameProjects(folders.get(path) ?? EMPTY, new Set(own.map(({ name }) => name))),
    ),
    ...projects.map(clearEmptyDescription),
    ...memberships.flatMap((membership) => releases(membership, folders, keepProjectId)),
    ...settings.map((it) => takeOverSettings(it, projects)),
    ...(live === undefined ? [] : projects.map((it) => keepLiveSettings(it, live, settings))),
    ...callsOf(projects, folders).map(({ folder, call }) => passProvider(folder, call)),
    ...requirements,
  ];
  return {
    organizations: [...new Set(projects.flatMap(({ instances }) => instances.map(organizationOf)))].sort(),
    projects,
    settings,
    memberships,
    importsMemberships: live !== undefined,
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
      ...growing(memberships, chooses),
      ...(live !== undefined ? missingProjects(projects, live) : memberships.length > 0 ? [NOT_READ] : []),
    ],
  };
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

/**
 * Whether instances choose their own projects. Once `project_id` has left the code, the file that an earlier migration
 * wrote knows.
 */
function choosesOwnProject({ name, key }: StateResource, folder: ModuleFolder): boolean {
  const inCode = choosesProject(folder, name);
  if (inCode !== undefined) return inCode;
  const text = [...folder.written.values()].join("\n");
  const address = `${TFE_WORKSPACE}.${name}`;
  return key !== undefined && !text.includes(allOf(address, key)) && text.includes(`${address}[`);
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
  const found = new Map<string, Call>();
  for (const { calls } of projects) {
    let folder = folders.get("");
    for (const call of calls) {
      if (folder === undefined) break;
      found.set(`${folder.path} ${call}`, { folder, call });
      folder = folders.get(folder.calls.get(call)?.folder ?? "");
    }
  }
  return [...found.values()];
}

/** The edits that leave the projects of workspaces to a membership. */
function releases(
  { name, instances }: PlannedMembership,
  folders: ReadonlyMap<string, ModuleFolder>,
  keepProjectId: boolean,
): readonly { readonly edits: readonly Edit[]; readonly manual: readonly ManualEdit[] }[] {
  const members = instances.flatMap(({ workspaces }) => workspaces.flatMap(({ resource }) => resource ?? []));
  const membership = `${MEMBERSHIP}.${name}`;
  return resourcesOfType(members, TFE_WORKSPACE, folders).map((resource) => {
    if (resource.folder !== undefined) {
      return releaseWorkspace(resource.folder, resource.name, { membership, keepProjectId });
    }
    const what =
      `If it sets project_id, it would fight ${membership} as soon as one of them changes: remove that, or ignore ` +
      "changes of it.";
    return { edits: [], manual: [{ where: resourceAddress(resource), what }] };
  });
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

/** What a membership has beside the workspaces of the state, and what is elsewhere by now. */
function notesOn({ instances }: PlannedMembership, live: LiveProjects | undefined): readonly string[] {
  const now = new Map(live?.workspaces.map(({ id, projectId }) => [id, projectId]));
  return instances.flatMap(({ address, projectId, workspaces }) => {
    const others = workspaces.filter(({ resource }) => resource === undefined).map(({ name }) => name);
    const absent = workspaces.filter(({ id }) => live !== undefined && !now.has(id));
    const moved = workspaces.filter(({ id }) => now.has(id) && now.get(id) !== projectId);
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
            `${formatList(absent.map(({ name }) => name))} of ${address} ${absent.length === 1 ? "was" : "were"} not ` +
              `found: ${eitherCause(absent.length === 1 ? "it" : "they")}. The plan will fail until the code lacks ` +
              "them, or the token sees them.",
          ]),
      ...(moved.length === 0
        ? []
        : [
            `${formatList(moved.map(({ name }) => name))} left the project of ${address} since the last refresh: the ` +
              "plan will move them back, as that of the present code does.",
          ]),
    ];
  });
}

/** Instances that the code adds later are in no membership where these are listed. */
function growing(
  memberships: readonly PlannedMembership[],
  chooses: (workspace: StateResource) => boolean,
): readonly string[] {
  const listed = memberships
    .filter(({ repetition }) => repetition.kind !== "each-project")
    .flatMap(({ instances }) =>
      instances.flatMap(({ workspaces }) => workspaces.flatMap(({ resource }) => resource ?? [])),
    )
    .filter((resource) => resource.key !== undefined && chooses(resource));
  return [...new Set(listed.map(({ address }) => address.replace(/\[[^[]*\]$/, "")))].map(
    (address) =>
      `Each instance of ${address} chooses its project, so the memberships list the present ones. Add new instances ` +
      "to a membership.",
  );
}

function missingProjects(projects: readonly Resource[], live: LiveProjects): readonly string[] {
  return projects
    .flatMap(({ instances }) => instances)
    .filter((instance) => !live.projects.has(projectIdOf(instance)))
    .map(
      (instance) =>
        `${instance.address} (${projectIdOf(instance)}) was not found: ${eitherCause("it")}. The plan will create it.`,
    );
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
