import { ForbiddenError } from "../../src/api";
import {
  ensureMembership,
  moveWorkspaces,
  readListed,
  WorkspacesNotFoundError,
  type OrganizationView,
} from "../../src/reconcile";
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

test("readListed reads workspaces by ID and by name, without regard to case", async () => {
  const [api, web] = [acme.addWorkspace("api"), acme.addWorkspace("web")];
  const lists = { workspaceIds: [api, "ws-nowhere"], workspaceNames: ["API", "Web", "nothing"] };
  const found = await readListed(acme.view(), lists);
  expect(lists.workspaceIds.map((id) => found.withId(id)?.id)).toEqual([api, undefined]);
  expect(lists.workspaceNames.map((name) => found.withName(name)?.id)).toEqual([api, web, undefined]);
});

describe("a move", () => {
  const WORKSPACES = "GET /api/v2/organizations/acme/workspaces";
  /** The list that verifies a move. */
  const LIST = { method: "GET", path: "filter[project][id]" };

  /** Two projects, the first with a workspace, all of them read by this view. */
  async function prepared(view: OrganizationView) {
    const [from = "", to = ""] = acme.addProjects(2);
    const id = acme.addWorkspace("api", from);
    await view.projects.all();
    const workspaces = await view.workspaces.inProject(from);
    acme.takeRequests();
    return { view, from, to, id, workspaces, moving: `POST /api/v2/projects/${to}/relationships/workspaces` };
  }

  test("of workspaces that are there already sends nothing", async () => {
    const { view, from, workspaces } = await prepared(acme.view());
    await moveWorkspaces(view, workspaces, from);
    expect(acme.takeRequests()).toEqual([]);
  });

  test("that the service accepts is recorded", async () => {
    const { view, to, id, workspaces, moving } = await prepared(acme.view());
    await moveWorkspaces(view, workspaces, to);
    expect(acme.takeRequests()).toEqual([moving]);
    expect(view.workspaces.peek(id)).toMatchObject({ projectId: to });
    expect(acme.world).toMatchObject({ "Project 0": [], "Project 1": ["api"] });
  });

  test("whose response was lost is read once", async () => {
    const { view, to, workspaces, moving } = await prepared(acme.impatientView());
    acme.emulator.faults.add({ method: "POST", drop: "after", times: 5 });
    await moveWorkspaces(view, workspaces, to);
    expect(acme.takeRequests()).toEqual([...Array.from({ length: 5 }, () => moving), WORKSPACES]);
    expect(acme.world).toMatchObject({ "Project 0": [], "Project 1": ["api"] });
  });

  test("with an unknown outcome makes the count of the project that they leave unknown", async () => {
    const { view, from, to, workspaces } = await prepared(acme.impatientView());
    expect(view.projects.knownWorkspaceCount(from)).toBe(1);
    acme.emulator.faults.add({ method: "POST", drop: "before", times: 5 });
    await expect(moveWorkspaces(view, workspaces, to)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(view.projects.knownWorkspaceCount(from)).toBeUndefined();
  });

  test("that is done while it is verified outdates counts that were read before", async () => {
    let onRead = (): void => undefined;
    const onRequest = ({ status }: { status: number | undefined }): void => {
      if (status === 401) onRead();
    };
    const { view, from, to, id, workspaces } = await prepared(acme.impatientView({ onRequest }));
    // The first read fails. Before the next one, the counts are read, and then the service does what it was asked.
    const isRead = new Promise<void>((resolve) => (onRead = resolve));
    acme.emulator.faults.add({ method: "POST", drop: "before", times: 5 });
    acme.emulator.faults.add({ ...LIST, status: 401, times: Infinity });
    const moving = moveWorkspaces(view, workspaces, to);
    await isRead;
    await Promise.all([from, to].map((project) => view.projects.freshById(project)));
    expect(view.projects.knownWorkspaceCount(to)).toBe(0);
    await acme.client.projects.moveWorkspaces(to, [id]);
    acme.emulator.faults.clear();
    await moving;
    expect([from, to].map((project) => view.projects.knownWorkspaceCount(project))).toEqual([undefined, undefined]);
  });
});
