import type { ActualOrganization, ReadAssignments } from "../../src/engine/actual-organization";
import type { AssignmentAttributes, AssignmentType } from "../../src/model";
import type { Acme } from "../support/acme";
import { changeSettings, createAgentPool } from "../support/project-settings";
import { AGENT_POOLS } from "../support/random-settings";

/**
 * Brings the organization into being on the emulator; what would be in its default project is, and the rest beside it.
 */
export async function populate(
  acme: Acme,
  { projects, workspaces, defaultProjectId, assignments }: ActualOrganization,
): Promise<void> {
  const pools = new Map<string | null | undefined, string>();
  for (const pool of AGENT_POOLS) pools.set(pool, await createAgentPool(acme.emulator, pool));
  const ids = new Map([[defaultProjectId, acme.defaultProjectId]]);
  for (const { id, name, description, autoDestroyActivityDuration, defaultAgentPoolId, tags, ...more } of projects) {
    const { defaultExecutionMode: mode } = more;
    if (id === defaultProjectId || name.toLowerCase() === "default project") continue;
    const attributes = {
      ...(description === null ? {} : { description }),
      ...(typeof autoDestroyActivityDuration === "string" ? { autoDestroyActivityDuration } : {}),
    };
    ids.set(id, acme.addProject(name, attributes));
    if (typeof mode !== "string" && Object.keys(tags ?? {}).length === 0) continue;
    const pool = pools.get(defaultAgentPoolId);
    await changeSettings(acme.emulator, ids.get(id)!, {
      ...(mode ? { mode } : {}),
      ...(pool ? { pool } : {}),
      tags: tags!,
    });
  }
  for (const { name, projectId } of workspaces) acme.addWorkspace(name, ids.get(projectId));
  if (assignments !== undefined) populateAssignments(acme, assignments, ids);
  acme.takeRequests();
}

/** @param ids - Those of the projects on the emulator. */
function populateAssignments(
  { emulator }: Acme,
  assignments: NonNullable<ActualOrganization["assignments"]>,
  ids: ReadonlyMap<string, string>,
): void {
  const organization = "acme";
  const { teams, variableSets, policySets } = emulator;
  /** Each object with the projects that it is assigned to. */
  const read = (type: AssignmentType) => {
    const { objects = [], projects = {} } = assignments[type] ?? ({} as Partial<ReadAssignments>);
    return objects.map((object) => ({
      ...object,
      name: object.name!,
      assigned: Object.entries(projects).flatMap(([id, all]) =>
        all.flatMap((it) =>
          it.object.id === object.id && ids.has(id) ? [[ids.get(id)!, it.attributes] as const] : [],
        ),
      ),
    }));
  };
  for (const { name, fixed, assigned } of read("tfprojects_project_team_access")) {
    if (fixed !== undefined) continue;
    const { id: teamId } = teams.create({ organization, name });
    for (const [projectId, attributes] of assigned) teams.grant({ teamId, projectId, ...accessTo(attributes) });
  }
  for (const { name, fixed, owner, assigned } of read("tfprojects_project_variable_sets")) {
    const projectIds = assigned.map(([id]) => id);
    if (owner !== undefined)
      variableSets.create({ organization, name, ownerProjectId: ids.get(owner.id)!, projectIds });
    else if (fixed === undefined) variableSets.create({ organization, name, projectIds });
    if (fixed === "global") variableSets.create({ organization, name, global: true });
  }
  for (const { name, fixed, assigned } of read("tfprojects_project_policy_sets")) {
    const ofMode = (wanted: string) => assigned.flatMap(([id, { mode }]) => (mode === wanted ? [id] : []));
    const excludedProjectIds = ofMode("excluded");
    if (fixed === "global") policySets.create({ organization, name, global: true, excludedProjectIds });
    else if (fixed === undefined) {
      policySets.create({ organization, name, projectIds: ofMode("applied"), excludedProjectIds });
    }
  }
}

/** Access as the emulator is given it. */
function accessTo(attributes: AssignmentAttributes) {
  const permissions = (block: string) =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) =>
        name.startsWith(block) ? [[name.slice(block.length + 1).replaceAll("_", "-"), value]] : [],
      ),
    );
  const [projectAccess, workspaceAccess] = ["project_access", "workspace_access"].map(permissions);
  return { access: attributes["access"], projectAccess, workspaceAccess } as { access: "custom" };
}
