import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator, parseSeed } from "../../../src/emulator";
import { OPENAPI, shows } from "../../fidelity";
import { controlRequest } from "../control-client";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";
const WORKSPACES = "/organizations/acme/workspaces";

let emulator: Emulator;
let http: HttpClient;
let workspace: string;
let vars: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspace = emulator.workspaces.create({ organization, name: "api" }).id;
  vars = `/workspaces/${workspace}/vars`;
});
afterEach(() => emulator.stop());

const add = (attributes: object, path = vars): Promise<HttpResponse> => http.post(path, resource("vars", attributes));
const change = (id: string, attributes: object): Promise<HttpResponse> =>
  http.patch(`${vars}/${id}`, resource("vars", attributes));
const REGION = { key: "region", value: "eu", category: "terraform" };

shows.documented(
  OPENAPI,
  "other-clients: Variables of a workspace",
  "Created, listed, shown, changed and deleted, and deleted with the workspace.",
);
test("creates, lists, shows, changes and deletes the variables of a workspace", async () => {
  const created = await add({ ...REGION, description: "Where" });
  const { id } = created.data;
  expect([created.status, id]).toEqual([201, expect.stringMatching(/^var-\w{16}$/)]);
  expect(created.data).toEqual({
    id,
    type: "vars",
    attributes: {
      ...REGION,
      description: "Where",
      sensitive: false,
      hcl: false,
      "created-at": expect.any(String),
      "version-id": expect.any(String),
    },
    relationships: {
      configurable: {
        data: { id: workspace, type: "workspaces" },
        links: { related: "/api/v2/organizations/acme/workspaces/api" },
      },
      varset: { data: null },
      workspace: { data: { id: workspace, type: "workspaces" } },
      overwritten: { data: [] },
      overwriter: { data: null },
    },
    links: { self: `/api/v2${vars}/${id}` },
  });
  expect((await http.get(`${vars}/${id}`)).data).toEqual(created.data);
  expect((await http.get(vars)).list).toEqual([created.data]);

  const changed = await change(id, { value: "us", hcl: true });
  expect([changed.status, changed.data.attributes]).toMatchObject([200, { key: "region", value: "us", hcl: true }]);
  expect((await http.delete(`${vars}/${id}`)).status).toBe(204);
  expect((await http.get(`${vars}/${id}`)).status).toBe(404);

  const { id: kept } = (await add(REGION)).data;
  const other = emulator.workspaces.create({ organization, name: "web" }).id;
  expect((await http.get(`/workspaces/${other}/vars/${kept}`)).status).toBe(404);
  await http.delete(`/workspaces/${workspace}`);
  emulator.workspaces.create({ organization, name: "api" });
  expect((await http.get(WORKSPACES, { include: "vars" })).document.included).toEqual([]);
});

shows.documented(
  OPENAPI,
  "other-clients: Keys of a workspace's variables",
  "A key can be used once in each category, terraform and env, whatever variable sets have.",
);
test("a key can be used once in each category", async () => {
  const set = emulator.variableSets.create({ organization, name: "aws", global: true }).id;
  emulator.variables.create({ variableSetId: set, ...REGION, category: "terraform" });
  expect((await add(REGION)).status).toBe(201);
  expect((await add(REGION)).errors).toMatchObject([{ status: "422", detail: "Key has already been taken" }]);
  expect((await add({ ...REGION, category: "env" })).status).toBe(201);
  expect((await add({ value: "x" })).pointers).toEqual(["/data/attributes/key", "/data/attributes/category"]);
  expect((await add({ key: "x", category: "policy-set" })).pointers).toEqual(["/data/attributes/category"]);
  const { id } = (await add({ key: "other", category: "terraform" })).data;
  expect((await change(id, { key: "region" })).pointers).toEqual(["/data/attributes/key"]);
  const other = emulator.workspaces.create({ organization, name: "web" }).id;
  expect((await add(REGION, `/workspaces/${other}/vars`)).status).toBe(201);
});

shows.documented(
  OPENAPI,
  "other-clients: include=vars",
  "Documents and lists of workspaces and of variable sets include variables, without sensitive values.",
);
test("documents and lists of workspaces and variable sets include variables, without sensitive values", async () => {
  const { id: plain } = (await add(REGION)).data;
  const secret = (await add({ key: "AWS_SECRET", value: "s3cret", category: "env", sensitive: true })).data;
  const set = emulator.variableSets.create({ organization, name: "aws" }).id;
  const { id: inSet } = emulator.variables.create({
    variableSetId: set,
    key: "TFC_AWS_PROVIDER_AUTH",
    category: "env",
  });
  for (const path of [`/workspaces/${workspace}`, `${WORKSPACES}/api`, WORKSPACES]) {
    const { status, text, document } = await http.get(path, { include: "vars" });
    expect([status, text.includes("s3cret")]).toEqual([200, false]);
    expect([document.data].flat()).toMatchObject([
      { relationships: { vars: identifiers("vars", [plain, secret.id]) } },
    ]);
    expect(document.included!.map(({ attributes }) => [attributes["key"], attributes["value"]])).toEqual([
      ["region", "eu"],
      ["AWS_SECRET", null],
    ]);
  }
  const sets = await http.get("/organizations/acme/varsets", { include: "vars" });
  expect(sets.document.included!.map(({ id }) => id)).toEqual([inSet]);
  expect([secret.attributes["value"], JSON.stringify(emulator.state())]).toEqual([
    null,
    expect.not.stringContaining("s3cret"),
  ]);
});

shows.ourChoice(
  "2026-11-28",
  "other-clients: include=vars without permission",
  "Variables that cannot be read are neither included nor named.",
);
test("who cannot read the variables of a workspace sees none of them with it", async () => {
  const { id: hidden } = (await add(REGION)).data;
  const other = emulator.workspaces.create({ organization, name: "web" }).id;
  const { id: shown } = (await add(REGION, `/workspaces/${other}/vars`)).data;
  const teamId = emulator.teams.create({ organization, name: "ops" }).id;
  emulator.teams.grantToWorkspace({ teamId, workspaceId: workspace, access: "custom", variables: "none" });
  emulator.teams.grantToWorkspace({ teamId, workspaceId: other, access: "read" });
  const { data } = await http.post(`/teams/${teamId}/authentication-token`);
  const ops = new HttpClient(emulator, String(data.attributes["token"]));
  const { list, document, text } = await ops.get(WORKSPACES, { include: "vars" });
  expect(list.map(({ relationships }) => relationships["vars"])).toEqual([
    identifiers("vars", []),
    identifiers("vars", [shown]),
  ]);
  expect([document.included!.map(({ id }) => id), text.includes(hidden)]).toEqual([[shown], false]);
  expect([(await ops.get(vars)).status, (await ops.get(`${vars}/${hidden}`)).status]).toEqual([404, 404]);
});

shows.ourChoice(
  "2026-11-28",
  "other-clients: Lists without include=vars",
  "With `workspaceVariables: refuse`, the list of workspaces responds 400 to it; the document of one does not.",
);
test("a service whose lists of workspaces do not include variables responds 400", async () => {
  const other = await Emulator.start({ workspaceVariables: "refuse" });
  const client = new HttpClient(other);
  const { id } = other.workspaces.create({ organization, name: "api" });
  const refused = await client.get(WORKSPACES, { include: "project,vars" });
  expect([refused.status, refused.errors[0]!.detail]).toEqual([400, expect.stringContaining("vars")]);
  expect((await client.get(WORKSPACES, { include: "project" })).status).toBe(200);
  expect((await client.get(`/workspaces/${id}`, { include: "vars" })).status).toBe(200);
  await other.stop();
});

test("a seed and the control API create variables, and a state file keeps them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-workspace-variables-"));
  const stateFile = join(folder, "state.jsonl");
  const seeded = { key: "TFC_AWS_PROVIDER_AUTH", value: "true", category: "env" };
  const inDefault = { name: "api", variables: [seeded] };
  const inProject = { name: "web", variables: [{ ...REGION, sensitive: true }] };
  const seed = parseSeed(
    JSON.stringify({
      organizations: [
        { name: "acme", workspaces: [inDefault], projects: [{ name: "Billing", workspaces: [inProject] }] },
      ],
    }),
  );
  const first = await Emulator.start({ seed, stateFile });
  const { id: workspaceId } = first.workspaces.find(organization, "web")!;
  const made = await controlRequest(first, "POST", "/variables", { workspaceId, key: "zone", category: "env" });
  expect(made.status).toBe(200);
  const { id: removed } = first.variables.create({ workspaceId, key: "removed", category: "env" });
  first.variables.delete(removed);
  const variables = (of: Emulator): unknown =>
    of
      .state()
      .organizations[0]!.projects.flatMap(({ workspaces }) =>
        workspaces.map((it) => it.variables.map(({ key }) => key)),
      );
  expect(variables(first)).toEqual([["region", "zone"], ["TFC_AWS_PROVIDER_AUTH"]]);
  await first.stop();
  const second = await Emulator.start({ stateFile });
  expect(variables(second)).toEqual([["region", "zone"], ["TFC_AWS_PROVIDER_AUTH"]]);
  await second.stop();
  rmSync(folder, { recursive: true });
});

test("the control API refuses what the service refuses, and variables of nothing or of two objects", async () => {
  const set = emulator.variableSets.create({ organization, name: "aws" }).id;
  const of = (ids: object) => () => emulator.variables.create({ ...ids, key: "region", category: "env" });
  expect(of({})).toThrow("Exactly one of variableSetId and workspaceId is required.");
  expect(of({ workspaceId: workspace, variableSetId: set })).toThrow("Exactly one of");
  expect(of({ workspaceId: "ws-none" })).toThrow("The emulator has no workspace ws-none.");
  of({ workspaceId: workspace })();
  expect(of({ workspaceId: workspace })).toThrow("Key has already been taken");
  const seed = { organizations: [{ name: "acme", workspaces: [{ name: "api", variables: [REGION, REGION] }] }] };
  await expect(Emulator.start({ seed: seed as never })).rejects.toMatchObject({
    path: "$.organizations[0].workspaces[0].variables[1].key",
  });
});
