import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NO_WORKSPACE_WRITES, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let id: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  ({ id } = emulator.workspaces.create({ organization: "acme", name: "api" }));
});
afterEach(() => emulator.stop());

const act = (action: string, principal = http, body?: unknown): ReturnType<HttpClient["post"]> =>
  principal.post(`/workspaces/${id}/actions/${action}`, body);
const isLocked = async (): Promise<unknown> => (await http.get(`/workspaces/${id}`)).data.attributes["locked"];

shows.documented(GO_CLIENT, "workspaces: The reason of a lock", "As documented, or as the Go client sends it.", {
  client: NO_WORKSPACE_WRITES,
});
test.each([
  ["as documented", { reason: "Release" }],
  ["as the Go client sends it", { data: { type: "", attributes: { reason: "Release" } } }],
])("a workspace is locked with a reason %s, and unlocked", async (_, body) => {
  const { status, data } = await act("lock", http, body);
  expect([status, data.attributes["locked"], data.attributes["locked-reason"]]).toEqual([200, true, "Release"]);
  const { id: user } = data.relationships["locked-by"]!.data as { readonly id: string };
  const links = { related: `/api/v2/users/${user}` };
  expect(data.relationships["locked-by"]).toEqual({ data: { type: "users", id: user }, links });
  const included = (await http.get(`/workspaces/${id}`, { include: "locked_by" })).document.included;
  expect(included).toMatchObject([data.relationships["locked-by"]!.data]);

  const unlocked = await act("unlock");
  expect([unlocked.status, unlocked.data.attributes["locked"]]).toEqual([200, false]);
  expect(unlocked.data.relationships).not.toHaveProperty("locked-by");
});

shows.documented(
  PAGES,
  "workspaces: Locks",
  "Locking a locked workspace and unlocking an unlocked one is a conflict: 409.",
  { client: NO_WORKSPACE_WRITES },
);
test("locking a locked workspace and unlocking an unlocked one are rejected: 409", async () => {
  expect([(await act("unlock")).status, (await act("force-unlock")).status]).toEqual([409, 409]);
  await act("lock");
  expect((await act("lock")).status).toBe(409);
  expect(await isLocked()).toBe(true);
});

shows.documented(
  PAGES,
  "workspaces: Force-unlock",
  "Releases another user's lock, for callers who may update the workspace.",
  { client: NO_WORKSPACE_WRITES },
);
test("another user's lock can only be force-unlocked, with permission", async () => {
  const token = emulator.tokens.create({ organization: "acme", role: "owner" });
  const runner = new HttpClient(
    emulator,
    emulator.tokens.create({
      organization: "acme",
      role: "team",
      projects: { [emulator.state().organizations[0]!.defaultProjectId]: ["read", "run"] },
    }),
  );
  expect((await act("lock", new HttpClient(emulator, token))).status).toBe(200);

  const response = await act("unlock");
  expect([response.status, response.errors[0]!.title]).toEqual([409, "conflict"]);
  expect(response.errors[0]!.detail).toContain("is locked by User");
  expect((await act("force-unlock", runner)).status).toBe(404);
  expect(await isLocked()).toBe(true);
  expect((await act("force-unlock")).status).toBe(200);
  expect((await act("lock", runner)).status).toBe(200);
});

test("a workspace is locked by a team, if the token is one of a team", async () => {
  const { id: team } = emulator.teams.create({ organization: "acme", name: "ops" });
  const access = { team: { data: { id: team, type: "teams" } }, workspace: { data: { id, type: "workspaces" } } };
  await http.post("/team-workspaces", resource("team-workspaces", { access: "write" }, access));
  const token = (await http.post(`/teams/${team}/authentication-token`)).data.attributes["token"];
  const { data } = await act("lock", new HttpClient(emulator, String(token)));
  const links = { related: `/api/v2/teams/${team}` };
  expect(data.relationships["locked-by"]).toEqual({ data: { id: team, type: "teams" }, links });
  expect((await act("unlock")).errors[0]!.detail).toContain("is locked by Team");
});

test("a read-only caller cannot lock", async () => {
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await act("lock", reader)).status).toBe(404);
  expect(await isLocked()).toBe(false);
});

shows.documented(PAGES, "workspaces: A safe delete", "409 if the workspace is locked; a forced delete succeeds.", {
  client: NO_WORKSPACE_WRITES,
});
shows("success: Delete a workspace");
test("a locked workspace cannot be deleted safely, but by a plain delete", async () => {
  await act("lock");
  const response = await act("safe-delete");
  expect([response.status, response.errors[0]!.title]).toEqual([409, "conflict"]);
  expect(response.errors[0]!.detail).toContain("locked");
  expect(emulator.workspaces.find("acme", "api")).toBeDefined();
  expect((await http.delete(`/workspaces/${id}`)).status).toBe(204);
  expect(emulator.workspaces.find("acme", "api")).toBeUndefined();
});

test("a client cannot lock by writing the attribute", async () => {
  await http.patch(`/workspaces/${id}`, resource("workspaces", { locked: true }));
  expect(await isLocked()).toBe(false);
});
