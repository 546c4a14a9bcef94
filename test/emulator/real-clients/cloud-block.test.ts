import { Emulator } from "../../../src/emulator";
import { HttpClient, type HttpResponse, resource } from "../http-client";
import { shows, TERRAFORM } from "../../fidelity";

/*
 * The requests that Terraform 1.16.4 was seen to send with a `cloud` block, in their order, and what it reads of the
 * responses. test/e2e/cloud-block.test.ts runs the same commands with the Terraform of this machine.
 */

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const WORKSPACES = "/organizations/acme/workspaces";

/** What the backend asks before every command. */
async function connect(): Promise<void> {
  expect((await http.get("/ping")).status).toBe(204);
  const { data } = await http.get("/organizations/acme/entitlement-set");
  expect(data.attributes).toMatchObject({ operations: true, "state-storage": expect.any(Boolean) });
}

/** `terraform init`, with a workspace by name in a project. */
async function initialize(): Promise<string> {
  await connect();
  expect((await http.get(`${WORKSPACES}/api-prod`)).status).toBe(404);
  const [project] = (await http.get("/organizations/acme/projects", { "filter[names]": "Platform" })).list;
  const inProject = { project: { data: { type: "projects", id: project!.id } } };
  const created = await http.post(WORKSPACES, resource("workspaces", { name: "api-prod" }, inProject));
  expect(created.status).toBe(201);
  const { id } = created.data;
  const version = { "terraform-version": "1.16.4" };
  expect((await http.patch(`/workspaces/${id}`, resource("workspaces", version))).status).toBe(200);
  // Terraform takes it for an empty state.
  expect((await http.get(`/workspaces/${id}/current-state-version`)).status).toBe(404);
  return id;
}

async function startRun(workspace: string, attributes: object): Promise<string> {
  const relationships = { workspace: { data: { type: "workspaces", id: workspace } } };
  const configuration = { "auto-queue-runs": false, provisional: false, ...attributes };
  const versions = `/workspaces/${workspace}/configuration-versions`;
  const { data } = await http.post(versions, resource("configuration-versions", configuration));
  const upload = await fetch(String(data.attributes["upload-url"]), { method: "PUT", body: "x" });
  expect(upload.status).toBe(200);
  const uploaded = (await http.get(`/configuration-versions/${data.id}`)).data;
  expect(uploaded.attributes["status"]).toBe("uploaded");
  const of = { "configuration-version": { data: { type: "configuration-versions", id: data.id } } };
  const started = await http.post("/runs", resource("runs", { "is-destroy": false }, { ...relationships, ...of }));
  expect(started.status).toBe(201);
  return started.data.id;
}

/** Reads a log piece by piece, without a token, as `log-read-url` says. */
async function readLog(url: unknown): Promise<string> {
  let text = "";
  while (!text.endsWith("\u0003")) {
    const response = await fetch(`${String(url)}?limit=65536&offset=${text.length}`);
    expect(response.status).toBe(200);
    const piece = await response.text();
    if (piece === "") break;
    text += piece;
  }
  return text;
}

const idOf = ({ data }: HttpResponse, relationship: string): string =>
  (data.relationships[relationship]!.data as { readonly id: string }).id;

async function showPlan(run: string): Promise<void> {
  // No warnings about changed enforcement levels.
  const events = (await http.get(`/runs/${run}/run-events`)).list;
  expect(events.map(({ attributes }) => attributes["action"])).toEqual(["queued"]);
  const stages = await http.get(`/runs/${run}`, { include: "task_stages" });
  expect(stages.data.relationships["task-stages"]!.data).toEqual([]);
  const shown = await http.get(`/runs/${run}`);
  expect(shown.data.relationships["cost-estimate"]!.data).toBeNull();
  expect(shown.data.relationships["plan"]).toMatchObject({ links: { related: `/api/v2/runs/${run}/plan` } });
  const planId = idOf(shown, "plan");
  const plan = (await http.get(`/plans/${planId}`)).data;
  expect(plan).toMatchObject({ type: "plans", attributes: { status: "finished", "resource-additions": 1 } });
  const log = await readLog(plan.attributes["log-read-url"]);
  expect([log.at(0), log.at(-1)]).toEqual(["\u0002", "\u0003"]);
  const included = await http.get(`/runs/${run}`, { include: "workspace,plan" });
  expect(included.document.included!.map(({ type }) => type).sort()).toEqual(["plans", "workspaces"]);
  const redacted = JSON.parse((await http.get(`/plans/${planId}/json-output-redacted`)).text) as object;
  expect(redacted).toMatchObject({
    plan_format_version: "1.2",
    resource_changes: [{ address: "terraform_data.this", change: { actions: ["create"] } }],
  });
  await noPolicies(run);
}

/** Since 1.16; an error would end the command. */
async function noPolicies(run: string): Promise<void> {
  const { status, data } = await http.get(`/runs/${run}`, { include: "tf_policy_evaluations" });
  expect([status, data.relationships["tf-policy-evaluations"]!.data]).toEqual([200, []]);
}

shows.documented(
  TERRAFORM,
  "other-clients: A cloud block",
  "Initializes, plans and applies, as seen of Terraform 1.16.",
);
test("terraform init, plan and apply with a workspace by name", async () => {
  emulator.projects.create({ organization: "acme", name: "Platform" });
  const workspace = await initialize();

  await connect();
  await showPlan(await startRun(workspace, { speculative: true }));

  await connect();
  const run = await startRun(workspace, { speculative: false });
  await showPlan(run);
  expect((await http.post(`/runs/${run}/actions/apply`)).status).toBe(202);
  const applied = await http.get(`/runs/${run}`);
  expect(applied.data.attributes["status"]).toBe("applied");
  const apply = (await http.get(`/applies/${idOf(applied, "apply")}`)).data;
  expect(apply).toMatchObject({ type: "applies", attributes: { status: "finished", "resource-additions": 1 } });
  // Terraform skips three lines.
  const [, , , ...lines] = (await readLog(apply.attributes["log-read-url"])).split("\n");
  expect(lines).toEqual(["", "Apply complete! Resources: 1 added, 0 changed, 0 destroyed.", "\u0003"]);
  await noPolicies(run);

  const version = await http.get(`/workspaces/${workspace}/current-state-version`);
  const download = String(version.data.attributes["hosted-state-download-url"]);
  const state = await fetch(download, { headers: { authorization: `Bearer ${emulator.token}` } });
  expect(await state.json()).toMatchObject({ version: 4, serial: 1, resources: [{ type: "terraform_data" }] });
  expect((await fetch(download)).status).toBe(401);
});

shows.documented(
  TERRAFORM,
  "other-clients: A cloud block with tags",
  "`search[tags]` also finds the keys of key-value tags.",
);
test("terraform init and workspace new with a map of tags", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "pay-prod", tags: { team: "payments" } });
  emulator.workspaces.create({ organization: "acme", name: "other", tags: { team: "web" } });
  await connect();
  const list = (): Promise<HttpResponse> =>
    http.get(WORKSPACES, {
      TagBindings: "{ team payments}",
      "filter[tagged][0][key]": "team",
      "filter[tagged][0][value]": "payments",
      "search[tags]": "team",
    });
  expect((await list()).names).toEqual(["pay-prod"]);
  expect((await http.get(`${WORKSPACES}/pay-prod`)).data.id).toBe(id);
  const bindings = await http.get(`/workspaces/${id}/tag-bindings`);
  expect(bindings.list.map(({ attributes }) => attributes)).toMatchObject([{ key: "team", value: "payments" }]);
  expect((await http.get(`/workspaces/${id}/current-state-version`)).status).toBe(404);

  const binding = { type: "tag-bindings", attributes: { key: "team", value: "payments" } };
  const tags = { "tag-bindings": { data: [binding] } };
  const created = await http.post(WORKSPACES, resource("workspaces", { name: "pay-test" }, tags));
  expect(created.status).toBe(201);
  expect((await list()).names).toEqual(["pay-prod", "pay-test"]);
});

test("plan and apply of a run follow its status, and are as visible as the run", async () => {
  const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  const { id, taskStages } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  const statuses = async (): Promise<unknown> =>
    Promise.all(["plan", "apply"].map(async (it) => (await http.get(`/runs/${id}/${it}`)).data.attributes["status"]));
  const plan = (await http.get(`/runs/${id}/plan`)).data;
  expect(await statuses()).toEqual(["pending", "pending"]);
  const pending = await fetch(String(plan.attributes["log-read-url"]));
  expect(await pending.text()).toBe("\u0002");
  emulator.runs.reportResult(taskStages[0]!.taskResults[0]!.id, { status: "failed" });
  expect(await statuses()).toEqual(["unreachable", "unreachable"]);

  const planOnly = emulator.runs.start({ workspaceId, tasks: [], isSpeculative: true }).id;
  expect((await http.get(`/runs/${planOnly}/plan`)).data.attributes["status"]).toBe("finished");
  expect((await http.get(`/runs/${planOnly}/apply`)).data.attributes["status"]).toBe("unreachable");

  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  for (const path of [
    `/plans/${plan.id}`,
    `/runs/${id}/plan`,
    `/runs/${id}/run-events`,
    "/plans/plan-none",
    "/plans/x",
  ]) {
    expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
  }
});
