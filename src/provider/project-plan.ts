import {
  attributeOf,
  CDK_APP,
  changedSettings,
  sameName,
  SETTING_NAMES,
  settingsIn,
  settingsToCompare,
  type DesiredSettings,
  type Project,
  type ProjectPlan,
  type ProjectSettings,
  type ProjectState,
  type RESOURCES,
} from "../model";
import { DiagnosticError, isFullyKnown, isKnown, type ConfiguredContext, type PlanResult } from "../plugin";
import { findProject, ProjectNameTakenError, type OrganizationView } from "../reconcile";
import { DESTROY_HINT, projectConflict, projectLabel, quote, withDiagnostics } from "./diagnostics";
import { planReplacement } from "./project-deletion";
import type { ProviderData } from "./provider-data";

type ProjectContext = ConfiguredContext<ProviderData>;

/** Plans a new project. If it adopts or renames an existing project instead, the plan has the ID of that project. */
export async function planCreate(
  plan: ProjectPlan,
  replaces: ProjectState | null,
  context: ProjectContext,
): Promise<PlanResult<typeof RESOURCES.tfprojects_project>> {
  const { provider } = context;
  const { name, organization } = plan;
  const resource = replaces ?? {};
  const deletionPrivateState = replaces === null ? undefined : await planReplacement(resource, replaces, name, context);
  const asNew = { planned: plan, requiresReplace: ["organization" as const], deletionPrivateState };
  if (!isKnown(organization) || !isKnown(name)) return asNew;

  const view = provider.organization(organization);
  reserveName(resource, view, name, provider);
  const found = await findExisting(view, plan, name, replaces?.id, provider);
  if (found === undefined) {
    await warnIfPossiblyHidden(view, name, context);
    return asNew;
  }
  const tainted = taintedObject(found, context);
  if (tainted !== undefined) {
    return { ...asNew, deletionPrivateState: await planReplacement(resource, tainted, name, context) };
  }
  if (!provider.plannedChanges.use(resource, found.id, "takes")) throw projectConflict(found);
  await warnOfAdoption(view, found, plan, name, context);
  return { ...asNew, planned: { ...plan, id: found.id } };
}

/** Warns that a new project may exist already, unless the token sees every project. */
async function warnIfPossiblyHidden(view: OrganizationView, name: string, context: ProjectContext): Promise<void> {
  if ((await view.organization()).canCreateProjects !== false) return;
  context.diagnostics.warning(
    "Project not found",
    `Project ${quote(name)} does not exist in the organization ${quote(view.name)}, or the token is not authorized ` +
      "to see it. It will be created, which fails if another project has the name, or if the token may not create it.",
    ["name"],
  );
}

/** Plans an update of a project, and checks that a new name is available. */
export async function planUpdate(
  view: OrganizationView,
  prior: ProjectState,
  { name }: ProjectPlan,
  { provider }: ProjectContext,
): Promise<void> {
  const { plannedChanges } = provider;
  if (!plannedChanges.use(prior, prior.id, "keeps")) {
    const project = await view.projects.byId(prior.id);
    if (project !== undefined) throw projectConflict(project);
  }
  if (!isKnown(name)) return;
  reserveName(prior, view, name, provider);
  if (sameName(name, prior.name)) return;
  const remedy =
    "If another resource in your configuration is giving up this name, add it to depends_on, or rename one project " +
    "after the other. If the two exchange their names, rename one to a third name first, and apply. Otherwise choose " +
    "a different name.";
  await withDiagnostics({ summary: "Cannot rename the project", attribute: ["name"], remedy }, async () => {
    const holder = await view.projects.byName(name, { confirmAbsence: false });
    const isFree = holder === undefined || holder.id === prior.id || plannedChanges.isFreed(view.name, name);
    if (!isFree) throw new ProjectNameTakenError(name, holder);
  });
  plannedChanges.addFreedName(view.name, prior.name);
}

/** The existing project that a new one would adopt or rename, or that has its name. Ignores the one it replaces. */
async function findExisting(
  view: OrganizationView,
  plan: ProjectPlan,
  name: string,
  replacedId: string | undefined,
  { plannedChanges, projectsInState, existingProjects }: ProviderData,
): Promise<Project | undefined> {
  return withDiagnostics({ summary: "Cannot plan the project", attribute: ["name"] }, async () => {
    const holder = await view.projects.byName(name, { confirmAbsence: false });
    if (holder !== undefined && (plannedChanges.isFreed(view.name, name) || holder.id === replacedId)) return undefined;
    // A project in the state that no resource has planned yet may be this one, if it is tainted: see taintedObject.
    if (holder !== undefined && projectsInState.has(holder.id) && !plannedChanges.isUsed(holder.id)) return holder;
    const adoptExisting = isKnown(plan.adopt_existing) && plan.adopt_existing === true;
    const previousNames = knownNames(plan.previous_names);
    const found = await findProject(view, name, { adoptExisting, previousNames }).catch((error: unknown) => {
      throw existingProjects.report(error);
    });
    return found?.id === replacedId ? undefined : found;
  });
}

/**
 * The state of a project that is replaced because it is tainted. Terraform plans the replacement as a new object, after
 * it has refreshed the old one. If another resource manages the project, it is planned later and rejects the conflict.
 */
function taintedObject(
  found: Project,
  { provider: { plannedChanges, projectsInState } }: ProjectContext,
): ProjectState | undefined {
  if (!projectsInState.has(found.id) || plannedChanges.isUsed(found.id)) return undefined;
  const state = projectsInState.refreshed(found.id);
  if (state !== undefined) return state;
  throw DiagnosticError.of(
    "Cannot plan the project",
    `A resource in the state already manages project ${projectLabel(found)}. If it is this resource, it is tainted, ` +
      "which the provider cannot detect with -refresh=false: keep the project with `untaint ADDRESS`, or " +
      `plan without -refresh=false to replace it. If it is another resource, use a \`moved\` block (in a ${CDK_APP}: ` +
      `moveTo) to move the project to this one.${DESTROY_HINT}`,
    ["name"],
  );
}

function reserveName(resource: object, view: OrganizationView, name: string, { plannedChanges }: ProviderData): void {
  if (plannedChanges.reserveName(resource, view.name, name)) return;
  throw DiagnosticError.of(
    "Duplicate project name",
    `Another resource in this plan also has the name ${quote(name)} in the organization ${quote(view.name)}. Project ` +
      `names are unique in an organization, ignoring case. Choose a different name for one of them.${DESTROY_HINT}`,
    ["name"],
  );
}

/** Shows the changes to an adopted project, because Terraform's plan shows a create. */
async function warnOfAdoption(
  view: OrganizationView,
  found: Project,
  plan: ProjectPlan,
  name: string,
  { diagnostics }: ProjectContext,
): Promise<void> {
  const desired = desiredSettings(plan);
  const actual =
    (await view.projectWithSettings(found.id, desired === undefined ? undefined : settingsToCompare(desired))) ?? found;
  const changes = desired === undefined ? {} : changedSettings(actual, desired);
  diagnostics.warning(
    sameName(found.name, name) ? "An existing project is adopted" : "An existing project is renamed",
    `Project ${projectLabel(found)} already exists, and is adopted instead of creating a new one. ` +
      describeChanges(actual, changes),
    ["name"],
  );
}

/** The planned settings; undefined if some are unknown. */
function desiredSettings(plan: ProjectPlan): DesiredSettings | undefined {
  const isKnownPlan = [...SETTING_NAMES.map(attributeOf), "ignore_additional_tags" as const].every((name) =>
    isFullyKnown(plan[name]),
  );
  return isKnownPlan ? settingsIn(plan as Parameters<typeof settingsIn>[0]) : undefined;
}

function knownNames(names: ProjectPlan["previous_names"]): readonly string[] {
  return isKnown(names) ? (names ?? []).filter(isKnown) : [];
}

function describeChanges(actual: Project, changes: Partial<ProjectSettings>): string {
  const parts = SETTING_NAMES.filter((name) => Object.hasOwn(changes, name)).map(
    (name) => `${name}: ${JSON.stringify(actual[name] ?? null)} → ${JSON.stringify(changes[name])}`,
  );
  return parts.length === 0 ? "It does not change." : `Changes: ${parts.join("; ")}.`;
}
