import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;
let runId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  runId = emulator.runs.start({ workspaceId, autoApply: false }).id;
});
afterEach(() => emulator.stop());

const comment = (body: unknown): object => resource("comments", { body });
const bodies = async (): Promise<readonly unknown[]> =>
  (await http.get(`/runs/${runId}/comments`)).list.map(({ attributes }) => attributes["body"]);

test("a comment is created, listed in order and read by its ID", async () => {
  const { status, data } = await http.post(`/runs/${runId}/comments`, comment("Looks good"));
  await http.post(`/runs/${runId}/comments`, comment("Agreed"));

  expect([status, data.type, data.id, data.attributes]).toEqual([
    201,
    "comments",
    expect.stringMatching(/^wsc-\w{16}$/),
    { body: "Looks good" },
  ]);
  expect(await bodies()).toEqual(["Looks good", "Agreed"]);
  const shown = await http.get(`/comments/${data.id}`);
  expect([shown.status, shown.data]).toEqual([200, data]);
});

test("a run refers to its comments", async () => {
  const { id } = (await http.post(`/runs/${runId}/comments`, comment("Looks good"))).data;
  const { relationships } = (await http.get(`/runs/${runId}`)).data;
  expect(relationships["comments"]).toEqual({
    data: [{ type: "comments", id }],
    links: { related: `/api/v2/runs/${runId}/comments` },
  });
});

test.each(["apply", "discard"])("the comment of the action %s is kept", async (action) => {
  expect((await http.post(`/runs/${runId}/actions/${action}`, { comment: "As agreed" })).status).toBe(202);
  expect(await bodies()).toEqual(["As agreed"]);
});

test("the comment of a cancellation is kept, and that of a rejected action is not", async () => {
  const { id } = emulator.runs.start({ workspaceId, autoApply: false });
  await http.post(`/runs/${id}/actions/apply`, { comment: "Too early" });
  await http.post(`/runs/${id}/actions/cancel`, { comment: "Not needed" });
  const { list } = await http.get(`/runs/${id}/comments`);
  expect(list.map(({ attributes }) => attributes["body"])).toEqual(["Not needed"]);
});

test.each([undefined, {}, { comment: "" }, { comment: null }])(
  "an action with the body %j has no comment",
  async (body) => {
    expect((await http.post(`/runs/${runId}/actions/apply`, body)).status).toBe(202);
    expect(await bodies()).toEqual([]);
  },
);

test.each([
  ["", "can't be blank"],
  [" ", "can't be blank"],
  [undefined, "can't be blank"],
  [7, "must be a string"],
])("a comment with the body %j is rejected", async (body, problem) => {
  const response = await http.post(`/runs/${runId}/comments`, comment(body));
  expect([response.status, response.pointers]).toEqual([422, ["/data/attributes/body"]]);
  expect(response.errors[0]!.detail).toContain(problem);
  expect(await bodies()).toEqual([]);
});

test("whoever can read a run can comment on it; others find neither: 404", async () => {
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  const { status, data } = await reader.post(`/runs/${runId}/comments`, comment("Looks good"));
  expect([status, (await reader.get(`/comments/${data.id}`)).status]).toEqual([201, 200]);
  expect([
    (await stranger.get(`/runs/${runId}/comments`)).status,
    (await stranger.post(`/runs/${runId}/comments`, comment("Hello"))).status,
    (await stranger.get(`/comments/${data.id}`)).status,
    (await http.get("/comments/wsc-1")).status,
  ]).toEqual([404, 404, 404, 404]);
  expect(await bodies()).toEqual(["Looks good"]);
});

test("comments are deleted with their workspace", async () => {
  const { id } = (await http.post(`/runs/${runId}/comments`, comment("Looks good"))).data;
  emulator.workspaces.delete(workspaceId);
  expect((await http.get(`/comments/${id}`)).status).toBe(404);
});
