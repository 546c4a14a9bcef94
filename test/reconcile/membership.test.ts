import { ForbiddenError } from "../../src/api";
import { ensureMembership, resolveWorkspaces, WorkspacesNotFoundError } from "../../src/reconcile";
import { Acme } from "../support/acme";
import { shows } from "../fidelity";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const moves = (): string[] => acme.takeRequests().filter((request) => !request.startsWith("GET"));

describe("ensureMembership", () => {
  shows("overview: Projects group workspaces");
  shows("workspace-reference: id");
  shows("move-workspaces: POST /projects/:project_id/relationships/workspaces", "move-workspaces: :project_id");
  shows("move-workspaces: data", "move-workspaces: data[].id", "move-workspaces: Response of move");
  shows("errors: Move workspaces 204");
  test("moves 500 workspaces in one request, and none the second time", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = acme.addWorkspaces(500);
    await ensureMembership(acme.view(), projectId, workspaceIds);
    expect(moves()).toEqual([`POST /api/v2/projects/${projectId}/relationships/workspaces`]);
    expect(acme.world["Platform"]).toHaveLength(500);
    await ensureMembership(acme.view(), projectId, workspaceIds);
    expect(moves()).toEqual([]);
  });

  test("moves only those that are elsewhere, and leaves others in the project", async () => {
    const [projectId, other] = [acme.addProject("Platform"), acme.addProject("Other")];
    const workspaceIds = [acme.addWorkspace("here", projectId), acme.addWorkspace("there", other)];
    acme.addWorkspace("unnamed", projectId);
    await ensureMembership(acme.view(), projectId, workspaceIds);
    expect(moves()).toHaveLength(1);
    expect(acme.world).toEqual({ "Default Project": [], Other: [], Platform: ["here", "there", "unnamed"] });
  });

  test("reads the workspaces that are already there with one list", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = acme.addWorkspaces(3, projectId);
    await ensureMembership(acme.view(), projectId, workspaceIds);
    expect(acme.takeRequests()).toEqual(["GET /api/v2/organizations/acme/workspaces"]);
  });

  test("moves nothing when one workspace does not exist, and names it", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = [...acme.addWorkspaces(99), "ws-nowhere"];
    const ensured = ensureMembership(acme.view(), projectId, workspaceIds);
    await expect(ensured).rejects.toThrow(WorkspacesNotFoundError);
    await expect(ensured).rejects.toThrow(/ws-nowhere/);
    expect(acme.world["Platform"]).toEqual([]);
  });

  shows("move-workspaces: All or nothing", "errors: Move workspaces 403");
  test("moves nothing when one is deleted after the read, and quotes the service's error", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = acme.addWorkspaces(5);
    const view = acme.view();
    await view.workspaces.all();
    acme.emulator.workspaces.delete(workspaceIds[3]!);
    const ensured = ensureMembership(view, projectId, workspaceIds);
    await expect(ensured).rejects.toThrow(ForbiddenError);
    await expect(ensured).rejects.toThrow(workspaceIds[3]);
    expect(acme.world["Platform"]).toEqual([]);
  });
});

describe("two concurrent memberships", () => {
  test("swap their workspaces", async () => {
    const [one, two] = [acme.addProject("One"), acme.addProject("Two")];
    const [a, b] = [acme.addWorkspace("a", one), acme.addWorkspace("b", two)];
    acme.emulator.faults.add({ method: "POST", delayMs: 50, times: 4 });
    const view = acme.view();
    await Promise.all([ensureMembership(view, one, [b]), ensureMembership(view, two, [a])]);
    expect(acme.world).toEqual({ "Default Project": [], One: ["b"], Two: ["a"] });
  });

  test("decide one after the other about a workspace that both name", async () => {
    const [one, two] = [acme.addProject("One"), acme.addProject("Two")];
    const workspace = acme.addWorkspace("a");
    acme.emulator.faults.add({ method: "POST", delayMs: 50, times: 2 });
    const view = acme.view();
    await Promise.all([ensureMembership(view, one, [workspace]), ensureMembership(view, two, [workspace])]);
    expect(moves()).toEqual([one, two].map((id) => `POST /api/v2/projects/${id}/relationships/workspaces`));
    expect(acme.world).toEqual({ "Default Project": [], One: [], Two: ["a"] });
  });
});

describe("resolveWorkspaces", () => {
  test("finds workspaces by id and name, without regard to case, each once, and returns what is missing", async () => {
    const [api, web] = [acme.addWorkspace("api"), acme.addWorkspace("web")];
    const resolved = await resolveWorkspaces(acme.view(), [api, "ws-nowhere"], ["API", "Web", "nothing"]);
    expect(resolved.found.map(({ id }) => id).sort()).toEqual([api, web].sort());
    expect(resolved).toMatchObject({ missingIds: ["ws-nowhere"], missingNames: ["nothing"] });
  });
});
