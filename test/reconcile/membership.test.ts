import { ForbiddenError } from "../../src/api";
import { ensureMembership, resolveWorkspaces, WorkspacesNotFoundError } from "../../src/reconcile";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const moves = (): string[] => acme.takeRequests().filter((request) => !request.startsWith("GET"));

describe("ensureMembership", () => {
  test("moves 500 workspaces in one request, and none the second time", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = acme.addWorkspaces(500);
    const desired = { projectId, workspaceIds, exclusive: false, released: [] };
    await ensureMembership(acme.view(), desired);
    expect(moves()).toEqual([`POST /api/v2/projects/${projectId}/relationships/workspaces`]);
    expect(acme.world["Platform"]).toHaveLength(500);
    await ensureMembership(acme.view(), desired);
    expect(moves()).toEqual([]);
  });

  test("leaves others in the project alone unless it is exclusive", async () => {
    const projectId = acme.addProject("Platform");
    const ours = acme.addWorkspace("ours", projectId);
    acme.addWorkspace("theirs", projectId);
    const desired = { projectId, workspaceIds: [ours], released: [] };
    await ensureMembership(acme.view(), { ...desired, exclusive: false });
    expect(acme.world).toMatchObject({ Platform: ["ours", "theirs"] });
    await ensureMembership(acme.view(), { ...desired, exclusive: true });
    expect(acme.world).toMatchObject({ Platform: ["ours"], "Default Project": ["theirs"] });
  });

  test("moves what it releases to the default project, but not what lives elsewhere by now", async () => {
    const [projectId, elsewhere] = [acme.addProject("Platform"), acme.addProject("Elsewhere")];
    const released = [acme.addWorkspace("here", projectId), acme.addWorkspace("gone", elsewhere)];
    await ensureMembership(acme.view(), { projectId, workspaceIds: [], exclusive: false, released });
    expect(acme.world).toEqual({ "Default Project": ["here"], Elsewhere: ["gone"], Platform: [] });
  });

  test("one workspace that does not exist: nothing is moved, and the error names it", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = [...acme.addWorkspaces(99), "ws-nowhere"];
    const ensured = ensureMembership(acme.view(), { projectId, workspaceIds, exclusive: false, released: [] });
    await expect(ensured).rejects.toThrow(WorkspacesNotFoundError);
    await expect(ensured).rejects.toThrow(/ws-nowhere/);
    expect(acme.world["Platform"]).toEqual([]);
  });

  test("one that is deleted after the look: the service refuses all, and the error has its words", async () => {
    const projectId = acme.addProject("Platform");
    const workspaceIds = acme.addWorkspaces(5);
    const view = acme.view();
    await view.workspaces.all();
    acme.emulator.deleteWorkspace(workspaceIds[3]!);
    const ensured = ensureMembership(view, { projectId, workspaceIds, exclusive: false, released: [] });
    await expect(ensured).rejects.toThrow(ForbiddenError);
    await expect(ensured).rejects.toThrow(workspaceIds[3]);
    expect(acme.world["Platform"]).toEqual([]);
  });
});

describe("two memberships at the same time", () => {
  test("swap their workspaces, and none is left over", async () => {
    const [one, two] = [acme.addProject("One"), acme.addProject("Two")];
    const [a, b] = [acme.addWorkspace("a", one), acme.addWorkspace("b", two)];
    acme.emulator.addFault({ method: "POST", delayMs: 50, times: 4 });
    const view = acme.view();
    await Promise.all([
      ensureMembership(view, { projectId: one, workspaceIds: [b], exclusive: false, released: [a] }),
      ensureMembership(view, { projectId: two, workspaceIds: [a], exclusive: false, released: [b] }),
    ]);
    expect(acme.world).toEqual({ "Default Project": [], One: ["b"], Two: ["a"] });
  });
});

describe("resolveWorkspaces", () => {
  test("finds by id and by name without regard to case, each once, and says what is missing", async () => {
    const [api, web] = [acme.addWorkspace("api"), acme.addWorkspace("web")];
    const resolved = await resolveWorkspaces(acme.view(), [api, "ws-nowhere"], ["API", "Web", "nothing"]);
    expect(resolved.found.map(({ id }) => id).sort()).toEqual([api, web].sort());
    expect(resolved).toMatchObject({ missingIds: ["ws-nowhere"], missingNames: ["nothing"] });
  });
});
