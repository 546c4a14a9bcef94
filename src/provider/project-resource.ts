import {
  checkAutoDestroyActivityDuration,
  checkProjectDescription,
  checkProjectName,
  DELETION_POLICIES,
  normalizeDescription,
  sameName,
  type Project,
} from "../model";
import {
  isKnown,
  type ConfiguredContext,
  type Context,
  type CreateRequest,
  type KnownConfigOf,
  type PlanRequest,
  type PlanResult,
  type Resource,
  type UpdateRequest,
} from "../plugin";
import {
  ensureProject,
  findProject,
  projectChanges,
  ProjectNameTakenError,
  type DesiredProject,
  type OrganizationView,
} from "../reconcile";
import { explained, ownedTwice, reportUnlessOneOf, reportViolations } from "./explain";
import { readImported } from "./import";
import { deleteAsPlanned, planDeletion } from "./project-deletion";
import { projectSchema, type ProjectConfig, type ProjectPlan, type ProjectState } from "./project-schema";
import { organizationOf, plannedOrganization, type Session } from "./session";

type Schema = typeof projectSchema;
type ProjectContext = ConfiguredContext<Session>;

/** `tfprojects_project` */
export const projectResource: Resource<Schema, Session> = {
  type: "tfprojects_project",
  schema: projectSchema,

  validate(config: ProjectConfig, { diagnostics }: Context) {
    const { name, description, auto_destroy_activity_duration: duration, deletion_policy: policy } = config;
    if (isKnown(name)) reportViolations(diagnostics, "Invalid project name", checkProjectName(name), ["name"]);
    if (isKnown(description) && description !== null) {
      reportViolations(diagnostics, "Invalid project description", checkProjectDescription(description), [
        "description",
      ]);
    }
    if (isKnown(duration) && duration !== null) {
      const attribute = ["auto_destroy_activity_duration"];
      reportViolations(diagnostics, "Invalid duration", checkAutoDestroyActivityDuration(duration), attribute);
    }
    if (isKnown(policy) && policy !== null) {
      reportUnlessOneOf(diagnostics, policy, DELETION_POLICIES, ["deletion_policy"]);
    }
    if (!isKnown(config.previous_names)) return;
    for (const [index, previous] of (config.previous_names ?? []).entries()) {
      if (!isKnown(previous)) continue;
      const attribute = ["previous_names", index];
      reportViolations(diagnostics, "Invalid previous name", checkProjectName(previous), attribute);
      if (isKnown(name) && sameName(previous, name)) {
        diagnostics.error(
          "Invalid previous name",
          `${JSON.stringify(previous)} is the project's present name.`,
          attribute,
        );
      }
    }
  },

  async read(state: ProjectState, { provider }: ProjectContext) {
    return explained({ summary: `Cannot read project ${state.id}` }, async () => {
      const view = provider.organization(state.organization);
      // The list need not carry the duration: it is looked for only where one was set.
      const project = await (state.auto_destroy_activity_duration === null
        ? view.projects.byId(state.id)
        : view.projectInFull(state.id));
      return project === undefined ? null : observedState(project, state);
    });
  },

  async plan({ config, prior, planned }: PlanRequest<Schema>, context: ProjectContext): Promise<PlanResult<Schema>> {
    const { provider } = context;
    const organization = plannedOrganization(config.organization, prior, provider);
    const moved = prior !== null && organization !== prior.organization;
    const isCreate = prior === null || moved;
    const plan: ProjectPlan = { ...planned, organization };
    if (!isKnown(organization)) return { planned: plan, requiresReplace: ["organization"] };

    const view = provider.organization(organization);
    const code = JSON.stringify(config);
    const id = await (isCreate ? planCreate(view, plan, code, context) : planUpdate(view, prior, plan, code, context));
    return { planned: { ...plan, id: id ?? planned.id }, requiresReplace: ["organization"] };
  },

  planDelete: planDeletion,

  async create({ config, planned }: CreateRequest<Schema>, { provider }: ProjectContext) {
    // A plan that adopts or renames a project has its id already.
    return apply(config, null, isKnown(planned.id) ? planned.id : undefined, provider);
  },

  async update({ config, prior }: UpdateRequest<Schema>, { provider }: ProjectContext) {
    return apply(config, prior, prior.id, provider);
  },

  delete: deleteAsPlanned,

  async import(id: string, context: ProjectContext) {
    const project = await readImported(id, context.provider);
    const isDefault = project.id === (await context.provider.organization(project.organization).defaultProjectId());
    return observedState(project, {
      // What code should say of the default project, which is never deleted.
      deletion_policy: isDefault ? "retain" : "refuse",
      adopt_existing: null,
      previous_names: null,
      description: null,
    });
  },
};

/** Plans a create: the id of the project that is taken over or renamed instead, if one is. */
async function planCreate(
  view: OrganizationView,
  plan: ProjectPlan,
  code: string,
  { provider, diagnostics }: ProjectContext,
): Promise<string | undefined> {
  const { name } = plan;
  if (!isKnown(name)) return undefined;
  const { planned } = provider;
  const found = await explained({ summary: "Cannot plan the project", attribute: ["name"] }, async () => {
    const holder = await view.projects.byName(name, { confirmAbsence: false });
    if (holder !== undefined && (planned.frees(view.name, name) || planned.isReplaced(holder.id, code)))
      return undefined;
    const adoptExisting = isKnown(plan.adopt_existing) && plan.adopt_existing === true;
    return findProject(view, name, { adoptExisting, previousNames: knownNames(plan.previous_names) });
  });
  if (found === undefined) return undefined;
  if (planned.isOwned(found.id)) throw ownedTwice(found);
  planned.adopt(found.id);
  const actual = (await view.projectInFull(found.id)) ?? found;
  const desired = desiredProject(plan);
  const changes = desired === undefined ? {} : projectChanges(actual, desired);
  diagnostics.warning(
    sameName(found.name, name) ? "An existing project is adopted" : "An existing project is renamed",
    `Project ${JSON.stringify(found.name)} (${found.id}) exists: it is taken over instead of a new one being created. ${described(actual, changes)}`,
    ["name"],
  );
  return found.id;
}

async function planUpdate(
  view: OrganizationView,
  prior: ProjectState,
  plan: ProjectPlan,
  code: string,
  { provider }: ProjectContext,
): Promise<string> {
  const { planned } = provider;
  const { name } = plan;
  planned.manage(prior.id, code);
  if (planned.isAdopted(prior.id)) {
    const project = await view.projects.byId(prior.id);
    if (project !== undefined) throw ownedTwice(project);
  }
  if (!isKnown(name) || sameName(name, prior.name)) return prior.id;
  const waysOut =
    "If another resource of your code is about to give the name up, let this one depend on it (depends_on), or rename one after the other. " +
    "Otherwise choose another name.";
  await explained({ summary: "Cannot rename the project", attribute: ["name"], waysOut }, async () => {
    const holder = await view.projects.byName(name, { confirmAbsence: false });
    const isFree = holder === undefined || holder.id === prior.id || planned.frees(view.name, name);
    if (!isFree) throw new ProjectNameTakenError(name, holder);
  });
  planned.freeName(view.name, prior.name);
  return prior.id;
}

async function apply(
  config: KnownConfigOf<Schema>,
  prior: ProjectState | null,
  id: string | undefined,
  provider: Session,
): Promise<ProjectState> {
  const { name, description, auto_destroy_activity_duration: autoDestroyActivityDuration } = config;
  const organization = organizationOf(config.organization, prior, provider);
  const desired = { name, description: normalizeDescription(description), autoDestroyActivityDuration };
  const summary = `Cannot ${id === undefined ? "create" : "update"} project ${JSON.stringify(name)}`;
  const project = await explained({ summary, pointers: ATTRIBUTES }, () =>
    ensureProject(provider.organization(organization), desired, {
      id,
      adoptExisting: config.adopt_existing === true,
      previousNames: config.previous_names ?? [],
    }),
  );
  return { ...config, id: project.id, organization };
}

/** The service's attributes → ours. */
const ATTRIBUTES = {
  name: "name",
  description: "description",
  "auto-destroy-activity-duration": "auto_destroy_activity_duration",
};

/** What the plan wants of the project; undefined while some of it is unknown. */
function desiredProject({
  name,
  description,
  auto_destroy_activity_duration: duration,
}: ProjectPlan): DesiredProject | undefined {
  if (!isKnown(name) || !isKnown(description) || !isKnown(duration)) return undefined;
  return { name, description: normalizeDescription(description), autoDestroyActivityDuration: duration };
}

function knownNames(names: ProjectPlan["previous_names"]): readonly string[] {
  return isKnown(names) ? (names ?? []).filter(isKnown) : [];
}

/** The state for what the service says; `kept` has what the service does not know, and the way an unset description is spelled. */
function observedState(
  project: Project,
  kept: Pick<ProjectState, "deletion_policy" | "adopt_existing" | "previous_names" | "description"> &
    Partial<ProjectState>,
): ProjectState {
  return {
    id: project.id,
    name: project.name,
    description:
      normalizeDescription(kept.description) === project.description ? kept.description : project.description,
    auto_destroy_activity_duration: project.autoDestroyActivityDuration ?? null,
    organization: kept.organization ?? project.organization,
    deletion_policy: kept.deletion_policy,
    adopt_existing: kept.adopt_existing,
    previous_names: kept.previous_names,
  };
}

/** The changes to a project that a plan, which shows a create, cannot show. */
function described(actual: Project, changes: Partial<DesiredProject>): string {
  const parts = Object.entries(changes).map(([attribute, after]) => {
    const before = actual[attribute as keyof DesiredProject];
    return `${attribute}: ${JSON.stringify(before ?? null)} → ${JSON.stringify(after)}`;
  });
  return parts.length === 0 ? "Nothing about it changes." : `What changes: ${parts.join("; ")}.`;
}
