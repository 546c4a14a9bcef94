import {
  attributeOf,
  changedSettings,
  sameName,
  SETTING_NAMES,
  settingsIn,
  type DesiredSettings,
  type Project,
  type ProjectPlan,
  type ProjectSettings,
  type ProjectState,
  type RESOURCES,
} from "../model";
import { isFullyKnown, isKnown, type ConfiguredContext, type PlanRequest, type PlanResult } from "../plugin";
import { findProject, ProjectNameTakenError, type OrganizationView } from "../reconcile";
import { projectConflict, projectLabel, quote, withDiagnostics } from "./diagnostics";
import { renameEffects } from "./move-effects";
import type { ResourceKey } from "./planned/resource-key";
import { planReplacement, planTaintedReplacement } from "./project-deletion";
import {
  adoptsRenamed,
  deletionConflict,
  isPassedOn,
  NAME_KEPT,
  nameCycle,
  nameHolder,
  passedOnBy,
  renameConflict,
  reserveName,
  warnOfOrder,
  warnOfTaker,
} from "./project-name";
import type { ProviderData } from "./provider-data";

type ProjectContext = ConfiguredContext<ProviderData>;

const PLANNING = { summary: "Cannot plan the project", attribute: ["name"] };

type Request = Pick<PlanRequest<typeof RESOURCES.tfprojects_project>, "replaces" | "privateState">;
type Result = PlanResult<typeof RESOURCES.tfprojects_project>;

/** Plans a new project. If an existing project is adopted or renamed instead, the plan has its ID. */
export async function planCreate(plan: ProjectPlan, request: Request, context: ProjectContext): Promise<Result> {
  const { provider } = context;
  const { replaces } = request;
  const { name, organization } = plan;
  const resource = replaces ?? {};
  const deletionPrivateState = replaces === null ? undefined : await planReplacement(resource, replaces, name, context);
  const asNew = { planned: plan, requiresReplace: ["organization" as const], deletionPrivateState };
  if (!isKnown(organization) || !isKnown(name)) return asNew;

  const view = provider.organization(organization);
  reserveName(resource, view, name, undefined, provider);
  // A resource that depends on the one that renames the project is planned after it.
  const isRenamedFirst = provider.plannedNames.isRenamedBefore(view.name, name);
  return planNamed({ ...request, resource, view, name, isRenamedFirst, asNew }, context);
}

/** A new project whose organization and name are known. */
interface NewProject extends Request {
  readonly resource: ResourceKey;
  readonly view: OrganizationView;
  readonly name: string;
  /** Whether the rename that makes its name available was planned first. */
  readonly isRenamedFirst: boolean;
  readonly asNew: Result & { readonly planned: ProjectPlan };
}

async function planNamed(create: NewProject, context: ProjectContext): Promise<Result> {
  const { resource, view, name, replaces, privateState, isRenamedFirst, asNew } = create;
  const { provider } = context;
  const { plannedProjects, plannedNames, projectsInState } = provider;
  const { planned: plan } = asNew;
  const holder = await withDiagnostics(PLANNING, () => nameHolder(view, name, replaces?.id, provider));
  // This resource may be one of the two, and tainted.
  if (holder?.rename !== undefined && projectsInState.isShared(holder.project.id))
    throw projectConflict(holder.project);
  const isAdopting = plan.adopt_existing === true;
  if (holder?.rename !== undefined && isAdopting && !isRenamedFirst) throw adoptsRenamed(holder);
  const search = {
    adoptExisting: isAdopting && !isPassedOn(holder, privateState),
    previousNames: knownNames(plan.previous_names),
    leaving: [replaces?.id, holder?.rename?.projectId].filter((id) => id !== undefined),
  };
  const isUnplanned = ({ id }: Project): boolean => projectsInState.unplanned(id) !== undefined;
  const found =
    holder !== undefined && isUnplanned(holder.project)
      ? holder.project
      : await withDiagnostics(PLANNING, () =>
          findProject(view, name, search).catch((error: unknown) => {
            if (error instanceof ProjectNameTakenError && plannedProjects.isDeleted(error.project.id)) {
              throw deletionConflict(error.project);
            }
            throw provider.existingProjects.report(error);
          }),
        );
  if (found === undefined) {
    if (holder === undefined) await warnIfPossiblyHidden(view, name, context);
    else if (!isRenamedFirst) warnOfOrder(holder, context);
    return { ...asNew, privateState: holder === undefined ? undefined : passedOnBy(holder) };
  }
  const takes = sameName(found.name, name) && !search.adoptExisting ? "name" : "project";
  if (isUnplanned(found) && replaces === null) {
    const deletionPrivateState = await planTaintedReplacement(resource, found, { name, takes }, context);
    return deletionPrivateState === undefined ? planNamed(create, context) : { ...asNew, deletionPrivateState };
  }
  if (isUnplanned(found) && takes === "name") {
    plannedNames.take(found.id, resource, takes);
    return asNew;
  }
  if (plannedProjects.isDeleted(found.id)) throw deletionConflict(found);
  if (!plannedProjects.use(resource, found.id, "takes")) throw projectConflict(found);
  reserveName(resource, view, name, found.id, provider);
  plannedNames.rename(view.name, { projectId: found.id, from: found.name, to: name });
  await plannedNames.planning(found.id, () => warnOfAdoption(view, found, plan, name, context));
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
  context: ProjectContext,
): Promise<void> {
  await planName(view, prior, name, context);
  if (!isKnown(name)) return;
  for (const effect of renameEffects(view, prior, name)) {
    // The plan shows the names. Terraform shows the first of several warnings with the same summary.
    context.diagnostics.warning("A rename changes the identity of runs", effect, ["name"]);
  }
}

async function planName(
  view: OrganizationView,
  prior: ProjectState,
  name: ProjectPlan["name"],
  context: ProjectContext,
): Promise<void> {
  const { provider } = context;
  const { plannedProjects, plannedNames, projectsInState } = provider;
  const isRenamed = isKnown(name) && !sameName(name, prior.name);
  const taker = plannedNames.takerOf(prior.id);
  const isPassedOnLater = isRenamed && taker?.entry === "name" && !projectsInState.isShared(prior.id);
  // The other resource is not the replacement of this project: see planTaintedReplacement.
  if (isPassedOnLater) plannedProjects.keep(taker.resource, prior.id);
  if (!plannedProjects.use(prior, prior.id, "keeps")) {
    const project = await view.projects.byId(prior.id);
    if (project !== undefined) throw isRenamed ? renameConflict(project) : projectConflict(project);
  }
  if (!isKnown(name)) return;
  reserveName(prior, view, name, prior.id, provider);
  if (!isRenamed) return;
  // Before the first request: a project that gets the name may be planned in the meantime.
  const isRenamedFirst = plannedNames.isRenamedBefore(view.name, name, prior.id);
  plannedNames.rename(view.name, { projectId: prior.id, from: prior.name, to: name });
  const failure = { summary: "Cannot rename the project", attribute: ["name"], remedy: NAME_KEPT };
  await withDiagnostics(failure, async () => {
    const holder = await nameHolder(view, name, prior.id, provider);
    if (holder === undefined) return;
    if (holder.rename !== undefined) {
      if (plannedNames.isCycle(view.name, name)) throw nameCycle(name, holder);
      if (!isRenamedFirst) warnOfOrder(holder, context);
    } else if (projectsInState.unplanned(holder.project.id) !== undefined) {
      // The plan of that project is refused unless the project gives up the name.
      plannedNames.take(holder.project.id, prior, "name");
    } else throw new ProjectNameTakenError(name, holder.project);
  });
  if (isPassedOnLater) warnOfTaker(prior, name, context);
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
  const { id } = found;
  const actual =
    (await (desired === undefined ? view.projectWithSettings(id) : view.projectComparedWith(id, desired))) ?? found;
  const changes = desired === undefined ? {} : changedSettings(actual, desired);
  diagnostics.warning(
    sameName(found.name, name) ? "An existing project is adopted" : "An existing project is renamed",
    [
      `Project ${projectLabel(found)} already exists, and is adopted; no project is created. ` +
        describeChanges(actual, changes),
      ...renameEffects(view, found, name),
    ].join("\n\n"),
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
    (name) => `${attributeOf(name)}: ${JSON.stringify(actual[name] ?? null)} → ${JSON.stringify(changes[name])}`,
  );
  return parts.length === 0 ? "It does not change." : `Changes: ${parts.join("; ")}.`;
}
