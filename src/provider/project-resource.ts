import {
  checkAutoDestroyActivityDuration,
  checkProjectDescription,
  checkProjectName,
  DELETION_POLICIES,
  normalizeDescription,
  sameName,
  type Project,
  type Workspace,
} from "../model";
import {
  bool,
  computed,
  defaulted,
  DiagnosticError,
  isKnown,
  list,
  optional,
  optionalComputed,
  required,
  string,
  type ConfigOf,
  type ConfiguredContext,
  type Context,
  type CreateRequest,
  type PlanOf,
  type PlanRequest,
  type PlanResult,
  type Resource,
  type StateOf,
  type UpdateRequest,
} from "../plugin";
import {
  DefaultProjectError,
  deleteProject,
  ensureProject,
  findProject,
  projectChanges,
  ProjectNameTakenError,
  ProjectNotEmptyError,
  type DesiredProject,
  type OrganizationView,
} from "../reconcile";
import { explained, reportUnlessOneOf, reportViolations } from "./explain";
import { readImported } from "./import";
import type { Session } from "./session";

const schema = {
  description: "A project of an organization.",
  attributes: {
    id: computed(string, { description: "Identifier of the project, prefix `prj-`." }),
    name: required(string, {
      description:
        "Name, unique in the organization without regard to case: 3 to 40 letters, numbers, spaces, `-` and `_`, no space at either end.",
    }),
    description: optional(string, {
      description: "Description, at most 256 characters. Left out: the project has none.",
    }),
    auto_destroy_activity_duration: optional(string, {
      description:
        "Default for how long each workspace waits, after inactivity, before it destroys its infrastructure: up to four digits and `d` (days) or `h` (hours), such as `14d`. Left out: the project has none.",
    }),
    organization: optionalComputed(string, {
      description: "Name of the organization. Default: the provider's. A change replaces the project.",
    }),
    deletion_policy: defaulted(string, {
      description:
        "What happens when the project is to be deleted: `refuse` fails while it holds workspaces, `evacuate` first moves them to the default project, `retain` leaves the project as it is and only forgets it. Default: `refuse`.",
      default: "refuse",
    }),
    adopt_existing: optional(bool, {
      description:
        "Whether a project that already has the name is taken over when this one is created. Default: false, an error.",
    }),
    previous_names: optional(list(string), {
      description:
        "What the project was called: where one of such a name exists, it is renamed when this one would be created.",
    }),
  },
};

type State = StateOf<typeof schema>;
type Plan = PlanOf<typeof schema>;
type ProjectContext = ConfiguredContext<Session>;

/** `tfprojects_project` */
export const projectResource: Resource<typeof schema, Session> = {
  type: "tfprojects_project",
  schema,

  validate(config: ConfigOf<typeof schema>, { diagnostics }: Context) {
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

  async read(state: State, { provider }: ProjectContext) {
    return explained({ summary: `Cannot read project ${state.id}` }, async () => {
      const view = provider.organization(state.organization);
      // The list need not carry the duration: it is looked for only where one was set.
      const project = await (state.auto_destroy_activity_duration === null
        ? view.projects.byId(state.id)
        : view.projectInFull(state.id));
      return project === undefined ? null : observedState(project, state);
    });
  },

  async plan(
    { config, prior, planned }: PlanRequest<typeof schema>,
    context: ProjectContext,
  ): Promise<PlanResult<typeof schema>> {
    const { provider } = context;
    const organization = isKnown(config.organization)
      ? provider.organizationName(config.organization)
      : config.organization;
    const moved = prior !== null && organization !== prior.organization;
    const isCreate = prior === null || moved;
    const plan: Plan = { ...planned, organization };
    if (!isKnown(organization)) return { planned: plan, requiresReplace: ["organization"] };

    const view = provider.organization(organization);
    const id = await explained({ summary: "Cannot plan the project", attribute: ["name"] }, () =>
      isCreate ? planCreate(view, plan, context) : planUpdate(view, prior, plan, context),
    );
    return { planned: { ...plan, id: id ?? planned.id }, requiresReplace: ["organization"] };
  },

  async planDelete(prior: State, { provider, diagnostics, signal }: ProjectContext) {
    const view = provider.organization(prior.organization);
    const project = await view.projects.byId(prior.id);
    if (project === undefined) return;
    if (prior.deletion_policy === "retain") {
      diagnostics.warning(
        "The project is retained",
        `Project ${JSON.stringify(prior.name)} (${prior.id}) has deletion_policy = "retain": it stays as it is, and is no longer managed.`,
      );
      return;
    }
    if (prior.id === (await view.defaultProjectId())) throw cannotDelete(prior, new DefaultProjectError(prior.id));
    if (prior.deletion_policy === "refuse") {
      const inside = await view.workspaces.inProject(prior.id);
      const stays = ({ id }: Workspace): boolean => !provider.planned.leaves(id, prior.id);
      const empties = await provider.planned.comesTrue(() => !inside.some(stays), signal);
      if (!empties) throw cannotDelete(prior, new ProjectNotEmptyError(project, inside.filter(stays)));
    }
    provider.planned.freeName(prior.organization, prior.name);
  },

  async create({ planned }: CreateRequest<typeof schema>, context: ProjectContext) {
    return apply(planned, undefined, context);
  },

  async update({ prior, planned }: UpdateRequest<typeof schema>, context: ProjectContext) {
    return apply(planned, prior, context);
  },

  async delete(prior: State, { provider }: ProjectContext) {
    if (prior.deletion_policy === "retain") return;
    const policy = prior.deletion_policy === "evacuate" ? "evacuate" : "refuse";
    try {
      await deleteProject(provider.organization(prior.organization), prior.id, policy);
    } catch (error) {
      throw cannotDelete(prior, error);
    }
  },

  async import(id: string, context: ProjectContext) {
    const project = await readImported(id, context.provider);
    return observedState(project, {
      deletion_policy: "refuse",
      adopt_existing: null,
      previous_names: null,
      description: null,
    });
  },
};

/** Plans a create: the id of the project that is taken over or renamed instead, if one is. */
async function planCreate(
  view: OrganizationView,
  plan: Plan,
  { provider, diagnostics }: ProjectContext,
): Promise<string | undefined> {
  const { name } = plan;
  if (!isKnown(name) || provider.planned.frees(view.name, name)) return undefined;
  const adoptExisting = isKnown(plan.adopt_existing) && plan.adopt_existing === true;
  const found = await findProject(view, name, { adoptExisting, previousNames: knownNames(plan.previous_names) });
  if (found === undefined) return undefined;
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
  prior: State,
  plan: Plan,
  { provider }: ProjectContext,
): Promise<string> {
  if (isKnown(plan.name) && !sameName(plan.name, prior.name)) {
    const holder = await view.projects.byName(plan.name, { confirmAbsence: false });
    if (holder !== undefined && holder.id !== prior.id && !provider.planned.frees(view.name, plan.name)) {
      throw new ProjectNameTakenError(plan.name, holder);
    }
    provider.planned.freeName(view.name, prior.name);
  }
  return prior.id;
}

async function apply(planned: Plan, prior: State | undefined, { provider }: ProjectContext): Promise<State> {
  const desired = desiredProject(planned);
  const { organization, deletion_policy, adopt_existing, previous_names } = planned;
  if (
    desired === undefined ||
    !isKnown(organization) ||
    !isKnown(deletion_policy) ||
    !isKnown(adopt_existing) ||
    !isKnown(previous_names)
  ) {
    throw new Error("Terraform asked to apply a project whose attributes are not all known.");
  }
  const names = knownNames(previous_names);
  const project = await explained(
    {
      summary: `Cannot ${prior === undefined ? "create" : "update"} project ${JSON.stringify(desired.name)}`,
      pointers: ATTRIBUTES,
    },
    () =>
      ensureProject(provider.organization(organization), desired, {
        id: prior?.id ?? (isKnown(planned.id) ? planned.id : undefined),
        adoptExisting: adopt_existing === true,
        previousNames: names,
        thorough: prior?.auto_destroy_activity_duration !== null,
      }),
  );
  return {
    id: project.id,
    name: desired.name,
    description: isKnown(planned.description) ? planned.description : desired.description,
    auto_destroy_activity_duration: desired.autoDestroyActivityDuration,
    organization,
    deletion_policy,
    adopt_existing,
    previous_names: previous_names === null ? null : names,
  };
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
}: Plan): DesiredProject | undefined {
  if (!isKnown(name) || !isKnown(description) || !isKnown(duration)) return undefined;
  return { name, description: normalizeDescription(description), autoDestroyActivityDuration: duration };
}

function knownNames(names: Plan["previous_names"]): readonly string[] {
  return isKnown(names) ? (names ?? []).filter(isKnown) : [];
}

/** The state for what the service says; `kept` has what the service does not know, and the way an unset description is spelled. */
function observedState(
  project: Project,
  kept: Pick<State, "deletion_policy" | "adopt_existing" | "previous_names" | "description"> & Partial<State>,
): State {
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

function cannotDelete(prior: State, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return DiagnosticError.of(
    `Cannot delete project ${JSON.stringify(prior.name)}`,
    `${error.message}${wayOut(error)}`,
    ["deletion_policy"],
    error,
  );
}

function wayOut(error: Error): string {
  if (error instanceof ProjectNotEmptyError) {
    return (
      "\n\nMove them to another project, or set deletion_policy and apply it before the project is deleted: " +
      `"evacuate" moves them to the default project first, "retain" leaves the project as it is and only forgets it.`
    );
  }
  if (error instanceof DefaultProjectError) {
    return `\n\nTo stop managing it, set deletion_policy = "retain" and apply that before it is removed from the code.`;
  }
  return "";
}
