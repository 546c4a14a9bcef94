import { projectDataSource } from "../../src/provider/project-data-source";
import { projectsDataSource } from "../../src/provider/projects-data-source";
import { Acme } from "../support/acme";
import { readDataSource } from "./read-data-source";

let acme: Acme;

beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** A project with another value in each field, and the token of a team that may do so much with it. */
function platform(...may: readonly ("update" | "destroy" | "create-workspace")[]): { id: string; token: string } {
  const id = acme.addProject("Platform", { description: "Shared", autoDestroyActivityDuration: "2d" });
  acme.addWorkspaces(3, id);
  const { defaultProjectId } = acme;
  const token = acme.emulator.addToken({
    organization: "acme",
    role: "team",
    projects: { [id]: ["read", ...may], [defaultProjectId]: ["read"] },
  });
  return { id, token };
}

const PERMISSIONS = ["update", "destroy", "create-workspace"] as const;

test.each(PERMISSIONS)(
  "every field of a project has its value, and of the permissions %s alone is true",
  async (may) => {
    const { id, token } = platform(may);
    const permissions = {
      can_update: may === "update",
      can_destroy: may === "destroy",
      can_create_workspace: may === "create-workspace",
    };
    const common = {
      id,
      name: "Platform",
      description: "Shared",
      organization: "acme",
      is_default: false,
      workspace_count: 3,
      team_count: 1,
      permissions,
    };
    expect(await readDataSource(acme, projectDataSource, { project_id: id }, token)).toEqual({
      ...common,
      project_id: id,
      default: null,
      auto_destroy_activity_duration: "2d",
    });
    expect(await readDataSource(acme, projectsDataSource, { names: ["PLATFORM"] }, token)).toEqual({
      id: "acme",
      organization: "acme",
      names: ["PLATFORM"],
      search: null,
      can_create_workspace: null,
      can_update: null,
      projects: [common],
      ids: { Platform: id },
    });
  },
);

test("of all projects one is the default one, and ids lead to those that their names say", async () => {
  const { id, token } = platform();
  const { defaultProjectId } = acme;
  expect(await readDataSource(acme, projectsDataSource, {}, token)).toMatchObject({
    projects: [
      { id: defaultProjectId, name: "Default Project", is_default: true, workspace_count: 0, description: null },
      { id, name: "Platform", is_default: false, workspace_count: 3, description: "Shared" },
    ],
    ids: { "Default Project": defaultProjectId, Platform: id },
  });
  expect(await readDataSource(acme, projectDataSource, { default: true }, token)).toMatchObject({
    id: defaultProjectId,
    project_id: defaultProjectId,
    name: "Default Project",
    default: true,
    is_default: true,
    workspace_count: 0,
    auto_destroy_activity_duration: null,
  });
});
