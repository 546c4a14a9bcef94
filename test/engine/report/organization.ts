import { NO_SETTINGS, UNSET_SETTINGS } from "../../../src/model";
import type { Project, ProjectSettings, Workspace } from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredMembership, DesiredProject, DesiredOrganization } from "../../../src/engine/organization";
import { isDrift, isIncomplete } from "../../../src/engine/plan/comparison";
import type { Drift, Plan } from "../../../src/engine/plan/comparison";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import type { DriftOptions, PlanOptions } from "../../../src/engine/plan/plan-options";

/** A project of the organization, with its workspaces. */
export interface ActualProjectSpec {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
  readonly autoDestroy?: string;
  readonly settings?: Partial<ProjectSettings>;
  readonly workspaces?: readonly string[];
}

/** A project of the code, with the workspaces of its membership. */
export interface DesiredProjectSpec extends ActualProjectSpec {
  readonly previousNames?: readonly string[];
  readonly exclusive?: boolean;
}

/** A plan for an organization, whose first project is the default one. */
export function planFor(
  projectSpecs: readonly ActualProjectSpec[],
  desired: readonly DesiredProjectSpec[],
  options: PlanOptions & { readonly organization?: string } = {},
): Plan {
  const actual = organizationOf(projectSpecs, options.organization ?? "acme");
  return makePlan(codeOf(desired, actual.name), actual, options);
}

/** The drift of such an organization. */
export function driftFor(
  projectSpecs: readonly ActualProjectSpec[],
  desired: readonly DesiredProjectSpec[],
  options: DriftOptions & { readonly organization?: string } = {},
): Drift {
  const actual = organizationOf(projectSpecs, options.organization ?? "acme");
  return detectDrift(codeOf(desired, actual.name), actual, options);
}

/** Drift with everything that a plan has, for what reports show of either. */
export function asDrift(plan: Plan): Drift {
  const { options: _, ...comparison } = plan;
  return { ...comparison, kind: "drift", hasDrift: isDrift(plan), isComplete: !isIncomplete(plan) };
}

function organizationOf(projectSpecs: readonly ActualProjectSpec[], name: string): ActualOrganization {
  const projects = projectSpecs.map((spec): Project => ({
    ...NO_SETTINGS,
    id: idOf(spec),
    name: spec.name,
    description: spec.description ?? null,
    autoDestroyActivityDuration: spec.autoDestroy ?? null,
    ...spec.settings,
    workspaceCount: spec.workspaces?.length ?? 0,
    teamCount: 0,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: name,
  }));
  const workspaces = projectSpecs.flatMap((spec) =>
    (spec.workspaces ?? []).map((workspace): Workspace => ({
      id: `ws-${workspace}`,
      name: workspace,
      projectId: idOf(spec),
      organization: name,
    })),
  );
  return { name, defaultProjectId: projects[0]!.id, projects, workspaces };
}

function codeOf(desired: readonly DesiredProjectSpec[], name: string): DesiredOrganization {
  const address = (project: DesiredProjectSpec): string =>
    `tfprojects_project.${project.name.toLowerCase().replaceAll(" ", "-")}`;
  return {
    name,
    projects: desired.map((project): DesiredProject => ({
      ...UNSET_SETTINGS,
      address: address(project),
      name: project.name,
      description: project.description ?? null,
      autoDestroyActivityDuration: project.autoDestroy ?? null,
      ...project.settings,
      previousNames: project.previousNames ?? [],
    })),
    memberships: desired.flatMap((project): DesiredMembership[] =>
      project.workspaces === undefined
        ? []
        : [
            {
              address: `tfprojects_workspace_membership.${project.name.toLowerCase().replaceAll(" ", "-")}`,
              project: { by: "address", address: address(project) },
              workspaceIds: [],
              workspaceNames: project.workspaces,
              exclusive: project.exclusive ?? false,
            },
          ],
    ),
    references: [],
  };
}

function idOf({ id, name }: ActualProjectSpec): string {
  return id ?? `prj-${name.toLowerCase().replaceAll(" ", "-")}`;
}
