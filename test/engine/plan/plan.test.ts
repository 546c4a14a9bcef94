import { NO_SETTINGS, UNSET_SETTINGS, messageOf } from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredOrganization } from "../../../src/engine/organization";
import { makePlan } from "../../../src/engine/plan/plan";

const SIZE = 20_000;

/** Projects `Team 1` … `Team 20000` besides the default project. */
const actual: ActualOrganization = {
  name: "acme",
  defaultProjectId: "prj-0",
  projects: Array.from({ length: SIZE + 1 }, (_, index) => ({
    ...NO_SETTINGS,
    id: `prj-${index}`,
    name: index === 0 ? "Default Project" : `Team ${index}`,
    workspaceCount: 0,
    teamCount: 0,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: "acme",
  })),
  workspaces: Array.from({ length: SIZE }, (_, index) => ({
    id: `ws-${index + 1}`,
    name: `workspace-${index + 1}`,
    projectId: `prj-${index + 1}`,
    organization: "acme",
  })),
};

/** Code that renames each of them, with its previous name and a membership. */
function renamed(nameOf: (index: number) => string): DesiredOrganization {
  const projects = Array.from({ length: SIZE }, (_, index) => ({
    ...UNSET_SETTINGS,
    address: `tfprojects_project.p${index + 1}`,
    name: nameOf(index + 1),
    previousNames: [`Team ${index + 1}`],
  }));
  const memberships = projects.map(({ address }, index) => ({
    address: `tfprojects_workspace_membership.m${index + 1}`,
    project: { by: "address", address } as const,
    workspaceIds: [`ws-${index + 1}`],
    workspaceNames: [],
    exclusive: true,
  }));
  return { name: "acme", projects, memberships, references: [] };
}

describe("20,000 projects", () => {
  test("that each take the name of the next are renamed in linear time, the last one first", () => {
    const desired = renamed((index) => (index === SIZE ? "Last" : `Team ${index + 1}`));
    const { actions, errors } = makePlan(desired, actual);
    expect(errors).toEqual([]);
    expect(actions).toHaveLength(SIZE);
    expect(actions[0]).toMatchObject({ kind: "update", before: { name: `Team ${SIZE}` }, after: { name: "Last" } });
    expect(actions.at(-1)).toMatchObject({ kind: "update", before: { name: "Team 1" }, after: { name: "Team 2" } });
  });

  test("that form one cycle of names are refused in linear time, with their ids or their previous names", () => {
    const cycle = renamed((index) => `Team ${(index % SIZE) + 1}`);
    const byId = cycle.projects.map((it, index) => ({ ...it, previousNames: [], stateId: `prj-${index + 1}` }));
    for (const desired of [cycle, { ...cycle, projects: byId }]) {
      const { errors } = makePlan(desired, actual, { maxMoves: "all" });
      expect(errors.map((it) => [it.code, it.where, messageOf(it)])).toEqual([
        ["NAME_TAKEN", "tfprojects_project.p1", expect.stringContaining('"Team 1" to "Team 2"')],
      ]);
    }
  });
});
