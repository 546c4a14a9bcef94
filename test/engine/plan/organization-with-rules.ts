import { NO_SETTINGS, UNSET_SETTINGS, type PlacementRule } from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type {
  DesiredMembership,
  DesiredOrganization,
  DesiredPlacement,
  DesiredProject,
  MembershipInState,
  ObjectsInState,
  ProjectInState,
} from "../../../src/engine/organization";
import type { Comparison } from "../../../src/engine/plan/comparison";

/** A workspace: its name, or its name and its own tags. */
type WorkspaceSpec = string | { readonly name: string; readonly tags?: Readonly<Record<string, string>> | null };

/**
 * An organization: project → its workspaces. The first project is the default one. The workspace `api` has the ID
 * `ws-api`, the project `Net` the ID `prj-Net`.
 */
export function organization(projects: Readonly<Record<string, readonly WorkspaceSpec[]>>): ActualOrganization {
  const names = Object.keys(projects);
  return {
    name: "acme",
    defaultProjectId: `prj-${names[0]!}`,
    projects: names.map((name) => ({
      ...NO_SETTINGS,
      id: `prj-${name}`,
      name,
      workspaceCount: projects[name]!.length,
      teamCount: 0,
      permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
      organization: "acme",
    })),
    workspaces: names.flatMap((project) =>
      projects[project]!.map((spec) => {
        const { name, tags = {} } = typeof spec === "string" ? { name: spec } : spec;
        const own = tags === null ? undefined : Object.entries(tags).map(([key, value]) => ({ key, value }));
        return { id: `ws-${name}`, name, projectId: `prj-${project}`, organization: "acme", tags: own };
      }),
    ),
  };
}

/** Renames a workspace, which keeps its ID. */
export function renamed(actual: ActualOrganization, from: string, to: string): ActualOrganization {
  return { ...actual, workspaces: actual.workspaces.map((it) => (it.name === from ? { ...it, name: to } : it)) };
}

/** The memberships of code, by the names of their projects. */
export type MembershipSpecs = Readonly<Record<string, Partial<DesiredMembership>>>;

export const membershipOf = (project: string): string => `tfprojects_workspace_membership.${project}`;

/** Code with a project and a membership for each entry. */
export function code(memberships: MembershipSpecs, inState?: Partial<ObjectsInState>): DesiredOrganization {
  const names = Object.keys(memberships);
  return {
    name: "acme",
    projects: names.map((name): DesiredProject => ({
      ...UNSET_SETTINGS,
      address: projectAt(name),
      name,
      description: null,
      previousNames: [],
    })),
    memberships: names.map((name) => ({
      address: membershipOf(name),
      project: { by: "address", address: projectAt(name) },
      workspaceIds: [],
      workspaceNames: [],
      exclusive: false,
      ...memberships[name]!,
    })),
    references: [],
    ...(inState === undefined ? {} : { inState: { states: [], droppedProjects: [], memberships: [], ...inState } }),
  };
}

/** A rule into the project with this name: one of the code, if that has it. */
export type RuleSpec = PlacementRule & { readonly to: string };

export const placementAt = (name: string): string => `tfprojects_workspace_placement.${name}`;

/** The address of the placement that code has unless it says otherwise. */
export const PLACEMENT = placementAt("all");

/** The code with one more placement. */
export function withPlacement(
  desired: DesiredOrganization,
  rules: readonly RuleSpec[],
  its: Partial<DesiredPlacement> = {},
): DesiredOrganization {
  const placement: DesiredPlacement = {
    address: PLACEMENT,
    rules: rules.map(({ to: name, ...rule }) => {
      const isInCode = desired.projects.some((it) => it.name === name);
      return { project: isInCode ? { by: "address", address: projectAt(name) } : { by: "name", name }, ...rule };
    }),
    ...its,
  };
  return { ...desired, placements: [...(desired.placements ?? []), placement] };
}

export const projectAt = (name: string): string => `tfprojects_project.${name}`;

/** Code whose projects with these names have more than their names. */
export function withProjects(
  desired: DesiredOrganization,
  its: Readonly<Record<string, Partial<DesiredProject>>>,
): DesiredOrganization {
  return { ...desired, projects: desired.projects.map((it) => ({ ...it, ...its[it.name] })) };
}

/** A project in the state that the code no longer has, which existed as `Net` with the ID `prj-Net`. */
export function droppedProject(name: string, its: Partial<ProjectInState> = {}): ProjectInState {
  return { address: projectAt(name), id: `prj-${name}`, name, organization: "acme", deletionPolicy: "refuse", ...its };
}

/** The organization as a token sees it that does not see the default project. */
export function withoutDefault(actual: ActualOrganization): ActualOrganization {
  const { defaultProjectId } = actual;
  return {
    ...actual,
    projects: actual.projects.filter(({ id }) => id !== defaultProjectId),
    workspaces: actual.workspaces.filter(({ projectId }) => projectId !== defaultProjectId),
  };
}

/** A membership in the state: of the project `Net`, unless it has another project. */
export function membershipInState(project: string, its: Partial<MembershipInState>): MembershipInState {
  return {
    address: membershipOf(project),
    projectId: `prj-${project}`,
    organization: "acme",
    workspaceIds: [],
    workspaceNames: [],
    exclusive: false,
    onDestroy: "default-project",
    ...its,
  };
}

/** `api: Old → Net (rule 1)` for every workspace that moves. */
export function movesOf({ actions }: Pick<Comparison, "actions">): string[] {
  return actions.flatMap((action) =>
    action.kind === "move"
      ? action.workspaces.map(({ name, from, reason, rule }) => {
          const why = rule === undefined ? reason : `rule ${rule.position + 1}`;
          return `${name}: ${from.name} → ${action.destination.name} (${why})`;
        })
      : [],
  );
}
