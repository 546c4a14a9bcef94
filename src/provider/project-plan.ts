import {
  attributeOf,
  changedSettings,
  normalized,
  sameName,
  SETTING_NAMES,
  settingsFrom,
  type Project,
  type ProjectPlan,
  type ProjectSettings,
  type ProjectState,
  type RESOURCES,
} from "../model";
import { DiagnosticError, isKnown, type ConfiguredContext, type PlanResult } from "../plugin";
import { findProject, ProjectNameTakenError, type OrganizationView } from "../reconcile";
import { DESTROY_HINT, withDiagnostics, projectConflict } from "./diagnostics";
import { planReplacement } from "./project-deletion";
import type { ProviderData } from "./provider-data";

type ProjectContext = ConfiguredContext<ProviderData>;

/** Plans a new project: one that exists may be taken over or renamed instead, and has its id already. */
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
  if (found === undefined) return asNew;
  const tainted = taintedObject(found, context);
  if (tainted !== undefined) {
    return { ...asNew, deletionPrivateState: await planReplacement(resource, tainted, name, context) };
  }
  if (!provider.plannedChanges.use(resource, found.id, "takes")) throw projectConflict(found);
  await warnOfAdoption(view, found, plan, name, context);
  return { ...asNew, planned: { ...plan, id: found.id } };
}

/** Plans changes of a project: checks a new name. */
export async function planUpdate(
  view: OrganizationView,
  prior: ProjectState,
  { name }: ProjectPlan,
  { provider }: ProjectContext,
): Promise<void> {
  const { plannedChanges: planned } = provider;
  if (!planned.use(prior, prior.id, "keeps")) {
    const project = await view.projects.byId(prior.id);
    if (project !== undefined) throw projectConflict(project);
  }
  if (!isKnown(name)) return;
  reserveName(prior, view, name, provider);
  if (sameName(name, prior.name)) return;
  const waysOut =
    "If another resource of your code is about to give the name up, let this one depend on it (depends_on), or rename one after the other. " +
    "Otherwise choose another name.";
  await withDiagnostics({ summary: "Cannot rename the project", attribute: ["name"], remedy: waysOut }, async () => {
    const holder = await view.projects.byName(name, { confirmAbsence: false });
    const isFree = holder === undefined || holder.id === prior.id || planned.isFreed(view.name, name);
    if (!isFree) throw new ProjectNameTakenError(name, holder);
  });
  planned.addFreedName(view.name, prior.name);
}

/** The project that a new one would take over or rename, or that has its name; the one that it replaces anyway is none. */
async function findExisting(
  view: OrganizationView,
  plan: ProjectPlan,
  name: string,
  replacedId: string | undefined,
  { plannedChanges: planned, projectsInState: inState }: ProviderData,
): Promise<Project | undefined> {
  return withDiagnostics({ summary: "Cannot plan the project", attribute: ["name"] }, async () => {
    const holder = await view.projects.byName(name, { confirmAbsence: false });
    if (holder !== undefined && (planned.isFreed(view.name, name) || holder.id === replacedId)) return undefined;
    // One that nobody has planned yet may be what this resource has, tainted: then its name is free in time.
    if (holder !== undefined && inState.has(holder.id) && !planned.isUsed(holder.id)) return holder;
    const adoptExisting = isKnown(plan.adopt_existing) && plan.adopt_existing === true;
    const found = await findProject(view, name, { adoptExisting, previousNames: knownNames(plan.previous_names) });
    return found?.id === replacedId ? undefined : found;
  });
}

/**
 * What the state has of a project that is to be replaced because it is tainted: Terraform plans such an object as a new one, and says nothing of
 * the old one but that it has just read it. Whoever really has the project is planned later, and then refused.
 */
function taintedObject(
  found: Project,
  { provider: { plannedChanges: planned, projectsInState: inState } }: ProjectContext,
): ProjectState | undefined {
  if (!inState.has(found.id) || planned.isUsed(found.id)) return undefined;
  const state = inState.refreshed(found.id);
  if (state !== undefined) return state;
  throw DiagnosticError.of(
    "Cannot plan the project",
    `A resource of the state has project ${JSON.stringify(found.name)} (${found.id}) already. If it is this one, it is marked as tainted, and ` +
      "-refresh=false does not tell that: keep the project with `terraform untaint ADDRESS`, or plan without -refresh=false to replace it. " +
      `If it is another one, use a \`moved\` block (in cdktf: moveTo) to give its project to this one.${DESTROY_HINT}`,
    ["name"],
  );
}

function reserveName(
  resource: object,
  view: OrganizationView,
  name: string,
  { plannedChanges: planned }: ProviderData,
): void {
  if (planned.reserveName(resource, view.name, name)) return;
  throw DiagnosticError.of(
    "Two projects of one name",
    `Another resource of this plan gives its project the name ${JSON.stringify(name)} in the organization ${JSON.stringify(view.name)} too, and names are unique ` +
      `there (case makes no difference). Choose another name for one of them.${DESTROY_HINT}`,
    ["name"],
  );
}

/** Says what becomes of a project that is taken over: a plan, which shows a create, cannot show that. */
async function warnOfAdoption(
  view: OrganizationView,
  found: Project,
  plan: ProjectPlan,
  name: string,
  { diagnostics }: ProjectContext,
): Promise<void> {
  const actual = (await view.projectWithAllSettings(found.id)) ?? found;
  const desired = desiredSettings(plan);
  const changes = desired === undefined ? {} : changedSettings(actual, desired);
  diagnostics.warning(
    sameName(found.name, name) ? "An existing project is adopted" : "An existing project is renamed",
    `Project ${JSON.stringify(found.name)} (${found.id}) exists: it is taken over instead of a new one being created. ${describeChanges(actual, changes)}`,
    ["name"],
  );
}

/** What the plan wants of the project; undefined while some of it is unknown. */
function desiredSettings(plan: ProjectPlan): ProjectSettings | undefined {
  const known = SETTING_NAMES.flatMap((name) => {
    const value = plan[attributeOf(name)];
    return isKnown(value) ? [[name, normalized(name, value)] as const] : [];
  });
  const values = new Map(known);
  return values.size === SETTING_NAMES.length ? settingsFrom((name) => values.get(name)) : undefined;
}

function knownNames(names: ProjectPlan["previous_names"]): readonly string[] {
  return isKnown(names) ? (names ?? []).filter(isKnown) : [];
}

function describeChanges(actual: Project, changes: Partial<ProjectSettings>): string {
  const parts = SETTING_NAMES.filter((name) => name in changes).map(
    (name) => `${name}: ${JSON.stringify(actual[name] ?? null)} → ${JSON.stringify(changes[name])}`,
  );
  return parts.length === 0 ? "Nothing about it changes." : `What changes: ${parts.join("; ")}.`;
}
