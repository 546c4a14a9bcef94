import {
  attributeOf,
  documentKeyOf,
  isSame,
  NO_SETTINGS,
  RESOURCES,
  SETTING_NAMES,
  settingsIn,
  unsetIn,
  visibleOf,
  type AttributeOf,
  type Project,
  type ProjectConfig,
  type ProjectPlan,
  type ProjectState,
  type SettingName,
  type SettingValue,
} from "../model";
import { isKnown, type ConfiguredContext, type KnownConfigOf, type Resource } from "../plugin";
import { ensureProject } from "../reconcile";
import { projectLabel, quote, warnOfAbsence, withDiagnostics } from "./diagnostics";
import { warnOfDeletion } from "./deletion-warnings";
import { findImported } from "./import";
import { managedResource } from "./managed-resource";
import { applyDeletion, planDeletion } from "./project-deletion";
import { projectIdentity } from "./project-identity";
import { tfeProject } from "./project-move";
import { NAME_KEPT } from "./project-name";
import { planCreate, planUpdate } from "./project-plan";
import { organizationOf, plannedOrganization, type ProviderData } from "./provider-data";

const definition = RESOURCES.tfprojects_project;
type Schema = typeof definition;
type ProjectContext = ConfiguredContext<ProviderData>;

/** `tfprojects_project` */
export const projectResource: Resource<Schema, ProviderData> = managedResource(definition, {
  stateLoaded(state, { provider }) {
    provider.projectsInState.load(state);
    provider.plannedNames.begin(state.id);
  },

  async read(state, context) {
    const { provider, diagnostics } = context;
    provider.projectsInState.read(state);
    // A project that was imported was not loaded.
    provider.plannedNames.begin(state.id);
    const read = async (): Promise<ProjectState | null> => {
      const project = await provider.organization(state.organization).projectComparedWith(state.id, settingsIn(state));
      await warnOfDeletion(state.id, context);
      if (project !== undefined) return observedState(project, state);
      warnOfAbsence(diagnostics, `Project ${projectLabel(state)}`, "It is removed from the state.");
      return null;
    };
    return withDiagnostics({ summary: `Cannot read project ${state.id}` }, read);
  },

  async plan(request, context) {
    const { config, prior, planned } = request;
    const { provider } = context;
    if (prior !== null) provider.projectsInState.plan(prior.id);
    const organization = plannedOrganization(config.organization, prior, provider);
    const plan: ProjectPlan = { ...planned, ...keptSettings(config, prior), organization };
    if (prior === null) {
      const created = await planCreate(plan, request, context);
      const { id } = created.planned;
      if (isKnown(id)) provider.plannedProjects.recordPlan(id, plan);
      return created;
    }
    // If the organization changes, Terraform plans the project again, as a new one.
    const isKept = isKnown(organization) && organization === prior.organization;
    if (isKept) {
      const view = provider.organization(organization);
      await provider.plannedNames.planning(prior.id, () => planUpdate(view, prior, plan, context));
      provider.plannedProjects.recordPlan(prior.id, plan);
    }
    return { planned: plan, requiresReplace: ["organization"] };
  },

  async planDelete(prior, context) {
    context.provider.projectsInState.plan(prior.id);
    const privateState = await planDeletion(prior, context);
    await warnOfDeletion(prior.id, context);
    return privateState;
  },

  async create({ config, planned }, context) {
    // The plan has an ID if it adopts or renames an existing project.
    return apply(config, null, isKnown(planned.id) ? planned.id : undefined, context);
  },

  async update({ config, prior }, context) {
    return apply(config, prior, prior.id, context);
  },

  delete: applyDeletion,

  import: importProject,

  identity: projectIdentity(importProject),

  movableFrom: [tfeProject],
});

async function importProject(id: string, { provider }: ProjectContext): Promise<ProjectState> {
  const project = await findImported(id, provider);
  return importedState(project, await provider.organization(project.organization).defaultProjectId());
}

/** The state of an imported project. */
export function importedState(project: Project, defaultProjectId: string): ProjectState {
  return observedState(project, {
    // The default project cannot be deleted.
    deletion_policy: project.id === defaultProjectId ? "retain" : "refuse",
    ignore_additional_tags: null,
    adopt_existing: null,
    previous_names: null,
  });
}

async function apply(
  config: KnownConfigOf<Schema>,
  prior: ProjectState | null,
  id: string | undefined,
  { provider, signal }: ProjectContext,
): Promise<ProjectState> {
  const { name } = config;
  const { plannedNames, projectsInState } = provider;
  const organization = organizationOf(config.organization, prior, provider);
  const desired = settingsIn(config);
  const isNew = id === undefined;
  const summary = `Cannot ${isNew ? "create" : "update"} project ${quote(name)}`;
  // A project in the state, or with a planned rename, belongs to another resource, even if the rename has failed.
  const isOfAnother = (project: Project): boolean =>
    projectsInState.has(project.id) || plannedNames.renameOf(project) !== undefined;
  const options = {
    id,
    adoptExisting: (project: Project): boolean => config.adopt_existing === true && !isOfAnother(project),
    previousNames: config.previous_names ?? [],
    inState: prior === null ? undefined : settingsIn(prior),
  };
  const view = provider.organization(organization);
  const taking = { organization, name, signal, deadlineMs: provider.client.deadlineMs };
  const ensure = (): Promise<Project> =>
    plannedNames.whenAvailable(
      taking,
      () => ensureProject(view, desired, options),
      async (holder) => (await view.projects.freshByName(name).catch(() => holder))?.id === holder.id,
    );
  const remedy = isNew ? undefined : NAME_KEPT;
  const project = await withDiagnostics({ summary, pointers: ATTRIBUTES, remedy }, () =>
    isNew ? ensure() : plannedNames.applying(id, ensure),
  );
  if (isNew) plannedNames.recordCreated(organization, project);
  return { ...config, ...keptSettings(config, prior), id: project.id, organization };
}

/** Attribute of the service → attribute of the resource. */
const ATTRIBUTES = Object.fromEntries(SETTING_NAMES.map((name) => [documentKeyOf(name), attributeOf(name)]));

/**
 * The computed values of settings that the code leaves unset: the value in the state if it stays, or if it is the empty
 * description of a moved `tfe_project`, which means the same as none.
 */
function keptSettings(config: ProjectConfig, prior: ProjectState | null): Partial<ProjectState> {
  const kept = COMPUTED_SETTINGS.filter((name) => config[attributeOf(name)] === null).map((name) => {
    const inState = prior?.[attributeOf(name)] ?? null;
    const stays = unsetIn(name) === undefined || isSame(name, inState, NO_SETTINGS[name]);
    return [attributeOf(name), stays ? inState : null] as const;
  });
  return Object.fromEntries(kept);
}

const COMPUTED_SETTINGS = SETTING_NAMES.filter(
  (name) => definition.attributes[attributeOf(name)].mode === "optional-computed",
);

/** Attributes that the service does not store, and previous values of settings. */
type InState = Pick<ProjectState, "deletion_policy" | "adopt_existing" | "previous_names" | "ignore_additional_tags"> &
  Partial<ProjectState>;

/** The state of a project. `kept` has attributes that the service does not store, and previous values of settings. */
function observedState(project: Project, kept: InState): ProjectState {
  const settings = SETTING_NAMES.map((name) => [attributeOf(name), observedSetting(name, project, kept)] as const);
  return {
    ...(Object.fromEntries(settings) as Pick<ProjectState, AttributeOf<SettingName>>),
    id: project.id,
    organization: kept.organization ?? project.organization,
    deletion_policy: kept.deletion_policy,
    adopt_existing: kept.adopt_existing,
    previous_names: kept.previous_names,
    ignore_additional_tags: kept.ignore_additional_tags,
  };
}

function observedSetting(name: SettingName, project: Project, kept: InState): SettingValue | null {
  const [found, inState] = [project[name], kept[attributeOf(name)]];
  // Keep the value in the state if the response has none.
  if (found === undefined) return inState ?? null;
  if (inState === undefined) return isSame(name, found, NO_SETTINGS[name]) ? null : found;
  if (inState === null) return unsetIn(name) === undefined ? null : found;
  const visible = visibleOf(name, found, inState, kept.ignore_additional_tags === true);
  return isSame(name, visible, inState) ? inState : visible;
}
