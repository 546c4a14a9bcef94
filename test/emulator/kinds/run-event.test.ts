import { Emulator } from "../../../src/emulator";
import { GO_CLIENT, NO_RUNS, shows } from "../../fidelity";
import { HttpClient, resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

async function queue(attributes: object = {}): Promise<string> {
  const workspace = { data: { type: "workspaces", id: workspaceId } };
  return (await http.post("/runs", resource("runs", attributes, { workspace }))).data.id;
}

const actions = async (runId: string): Promise<readonly unknown[]> =>
  (await http.get(`/runs/${runId}/run-events`)).list.map(({ attributes }) => attributes["action"]);

shows.documented(GO_CLIENT, "other-clients: Events of a run", "With actor and comment; in the order they happened.", {
  client: NO_RUNS,
});
test("a comment is an event of its run, with its actor", async () => {
  const runId = await queue();
  const comment = (await http.post(`/runs/${runId}/comments`, resource("comments", { body: "Looks good" }))).data;
  const { list, document } = await http.get(`/runs/${runId}/run-events`, { include: "actor,comment" });
  const [, event] = list;
  const actor = (await http.get("/account/details")).data;
  expect(event).toEqual({
    id: expect.stringMatching(/^re-\w{16}$/),
    type: "run-events",
    attributes: { action: "commented", "created-at": expect.any(String), description: null },
    relationships: {
      run: { data: { type: "runs", id: runId } },
      actor: { data: { type: "users", id: actor.id } },
      comment: { data: { type: "comments", id: comment.id } },
    },
    links: { self: `/api/v2/run-events/${event!.id}` },
  });
  expect(document.included!.map(({ type, id }) => [type, id])).toEqual([
    ["users", actor.id],
    ["comments", comment.id],
  ]);
  const shown = await http.get(`/run-events/${event!.id}`, { include: "comment" });
  expect([shown.data, shown.document.included]).toMatchObject([event, [{ attributes: { body: "Looks good" } }]]);
  const reference = { data: { type: "run-events", id: event!.id } };
  expect((await http.get(`/comments/${comment.id}`)).data.relationships).toEqual({ "run-event": reference });
  const run = await http.get(`/runs/${runId}`, { include: "run-events" });
  expect(run.data.relationships["run-events"]).toEqual({
    data: list.map(({ type, id }) => ({ type, id })),
    links: { related: `/api/v2/runs/${runId}/run-events` },
  });
  expect(run.document.included).toEqual(list);
});

shows.ourChoice(
  "2026-11",
  "other-clients: Actions of run events",
  "queued, commented, confirmed, canceled, discarded.",
  {
    client: NO_RUNS,
  },
);
test("what users do with a run is recorded, and what is refused is not", async () => {
  const applied = await queue({ comment: "First" });
  await http.post(`/runs/${applied}/actions/discard`, { comment: "" });
  expect(await actions(applied)).toEqual(["queued", "commented", "discarded"]);
  expect((await http.post(`/runs/${applied}/actions/apply`, { comment: "Too late" })).status).toBe(409);
  expect(await actions(applied)).toEqual(["queued", "commented", "discarded"]);

  const confirmed = await queue();
  await http.post(`/runs/${confirmed}/actions/apply`, { comment: "Go" });
  expect(await actions(confirmed)).toEqual(["queued", "confirmed", "commented"]);

  const canceled = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] }).id;
  emulator.runs.cancel(canceled);
  expect(await actions(canceled)).toEqual(["queued", "canceled"]);
});

test("whoever cannot read a run cannot read its events: 404", async () => {
  const runId = await queue();
  const { id } = (await http.get(`/runs/${runId}/run-events`)).list[0]!;
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  expect([
    (await stranger.get(`/runs/${runId}/run-events`)).status,
    (await stranger.get(`/run-events/${id}`)).status,
    (await http.get("/run-events/re-none")).status,
  ]).toEqual([404, 404, 404]);
});
