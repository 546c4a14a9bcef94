import { listedProject, permissionsOf, settingValues } from "../../src/provider/project-attributes";
import { projectOf } from "./context";

const UNREPORTED = projectOf("prj-1", "Platform", {
  description: undefined,
  autoDestroyActivityDuration: undefined,
  defaultExecutionMode: undefined,
  defaultAgentPoolId: undefined,
  tags: undefined,
  workspaceCount: undefined,
  teamCount: undefined,
});

const NULLS = {
  description: null,
  auto_destroy_activity_duration: null,
  default_execution_mode: null,
  default_agent_pool_id: null,
  tags: null,
};
const NO_PERMISSIONS = { can_update: null, can_destroy: null, can_create_workspace: null };

test("what a response does not have is null", () => {
  expect(permissionsOf(UNREPORTED)).toEqual(NO_PERMISSIONS);
  expect(settingValues(UNREPORTED)).toEqual(NULLS);
  const { auto_destroy_activity_duration: _, ...listed } = NULLS;
  expect(listedProject(UNREPORTED, "prj-2")).toEqual({
    id: "prj-1",
    name: "Platform",
    ...listed,
    organization: "acme",
    is_default: false,
    workspace_count: null,
    team_count: null,
    permissions: NO_PERMISSIONS,
  });
});

test("what it has is not, false and 0 neither", () => {
  const permissions = { canUpdate: false, canDestroy: true, canCreateWorkspace: false };
  const project = projectOf("prj-1", "Platform", { permissions, tags: {}, description: "Shared" });
  expect(permissionsOf(project)).toEqual({ can_update: false, can_destroy: true, can_create_workspace: false });
  expect(settingValues(project)).toMatchObject({ tags: {}, description: "Shared" });
  expect(listedProject(project, "prj-1")).toMatchObject({ is_default: true, workspace_count: 0, team_count: 0 });
});
