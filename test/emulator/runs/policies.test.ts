import { Emulator } from "../../../src/emulator";
import { GO_CLIENT, PAGES, PROVIDER, shows } from "../../fidelity";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";

let emulator: Emulator;
let http: HttpClient;
let web: string;
let api: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.UTC(2026, 10, 2, 12) });
  http = new HttpClient(emulator);
  web = emulator.projects.create({ organization, name: "Web" }).id;
  api = emulator.workspaces.create({ organization, name: "api", projectId: web }).id;
});
afterEach(() => emulator.stop());

/** A policy with code, in the sets. */
async function policy(name: string, sets: readonly string[], attributes: object = {}): Promise<string> {
  const given = { name, kind: "opa", query: "data.deny", "enforcement-level": "mandatory", ...attributes };
  const relationships = { "policy-sets": identifiers("policy-sets", sets) };
  const { id } = (await http.post("/organizations/acme/policies", resource("policies", given, relationships))).data;
  await http.send("PUT", `/policies/${id}/upload`, "package example");
  return id;
}

async function policySet(name: string, attributes: object, relationships?: object): Promise<string> {
  const document = resource("policy-sets", { name, kind: "opa", ...attributes }, relationships);
  return (await http.post("/organizations/acme/policy-sets", document)).data.id;
}

/** The names of the policy sets that a new run of the workspace evaluates. */
async function evaluated(workspaceId = api): Promise<readonly unknown[]> {
  const { taskStages } = emulator.runs.start({ workspaceId });
  const evaluations = taskStages.flatMap((stage) => stage.policyEvaluations);
  const lists = await Promise.all(
    evaluations.map(({ id }) => http.get(`/policy-evaluations/${id}/policy-set-outcomes`)),
  );
  return lists.flatMap(({ list }) => list.map(({ attributes }) => attributes["policy-set-name"]));
}

shows.documented(
  GO_CLIENT,
  "go-client: Policy evaluations of a run",
  "One for each kind, of the policy sets that apply to its workspace, after the plan. They pass.",
);
test("a run evaluates the policies of its workspace, which pass", async () => {
  const cis = await policySet("cis", { description: "Benchmarks" }, { projects: identifiers("projects", [web]) });
  const soc = await policySet("soc2", { global: true, overridable: true, "policy-tool-version": "0.70.0" });
  await policy("tags", [cis, soc]);
  await policy("cost", [soc], { description: "Costs", "enforcement-level": "advisory" });
  const version = await http.post(`/workspaces/${api}/configuration-versions`, resource("configuration-versions", {}));
  await fetch(String(version.data.attributes["upload-url"]), { method: "PUT", body: "a configuration" });
  const [run] = (await http.get(`/workspaces/${api}/runs`)).list;
  const { list } = await http.get(`/runs/${run!.id}/task-stages`, { include: "policy_evaluations" });
  expect(list.map(({ attributes }) => [attributes["stage"], attributes["status"]])).toEqual([["post_plan", "passed"]]);
  const [{ id }] = list[0]!.relationships["policy-evaluations"]!.data as [{ id: string }];
  const evaluation = (await http.get(`/policy-evaluations/${id}`)).data;
  expect(evaluation.attributes).toMatchObject({
    status: "passed",
    "policy-kind": "opa",
    "result-count": { passed: 3, "mandatory-failed": 0, "advisory-failed": 0, errored: 0 },
    "status-timestamps": { "passed-at": "2026-11-02T12:00:00+00:00" },
  });
  const outcomes = (await http.get(`/policy-evaluations/${id}/policy-set-outcomes`)).list;
  const passed = { status: "passed", output: null, query: "data.deny" };
  expect(outcomes.map(({ attributes }) => attributes)).toEqual([
    {
      "policy-set-name": "cis",
      "policy-set-description": "Benchmarks",
      "policy-tool-version": "0.44.0",
      overridable: false,
      error: "",
      warnings: [],
      outcomes: [{ ...passed, policy_name: "tags", description: "", enforcement_level: "mandatory" }],
      "result-count": { passed: 1, "mandatory-failed": 0, "advisory-failed": 0, errored: 0 },
    },
    expect.objectContaining({
      "policy-set-name": "soc2",
      "policy-tool-version": "0.70.0",
      overridable: true,
      outcomes: [
        { ...passed, policy_name: "tags", description: "", enforcement_level: "mandatory" },
        { ...passed, policy_name: "cost", description: "Costs", enforcement_level: "advisory" },
      ],
    }),
  ]);
  expect((await http.get(`/policy-set-outcomes/${outcomes[0]!.id}`)).data).toEqual(outcomes[0]);
  const found = async (filter: Record<string, string>): Promise<unknown> =>
    (await http.get(`/policy-evaluations/${id}/policy-set-outcomes`, filter)).list.length;
  expect(await found({ "filter[0][status]": "passed", "filter[0][enforcement_level]": "advisory" })).toBe(1);
  expect(await found({ "filter[0][enforcement_level]": "mandatory" })).toBe(2);
  expect(await found({ "filter[0][status]": "failed" })).toBe(0);
  await http.delete(`/policy-sets/${cis}`);
  expect((await http.get(`/policy-set-outcomes/${outcomes[0]!.id}`)).status).toBe(200);
});

test("an outcome out of band is that of all policies, and can be overridden if all mandatory sets can be", async () => {
  const strict = await policySet("strict", { global: true });
  const lax = await policySet("lax", { global: true, overridable: true });
  await policy("tags", [lax]);
  await policy("cost", [strict], { "enforcement-level": "advisory" });
  const { id: runId, taskStages } = emulator.runs.start({ workspaceId: api, autoApply: false });
  const [stage] = taskStages;
  const { id } = stage!.policyEvaluations[0]!;
  expect([stage!.status, (await http.get(`/runs/${runId}`)).data.attributes["status"]]).toEqual([
    "passed",
    "post_plan_completed",
  ]);
  emulator.runs.reportPolicyEvaluation(id, "failed");
  expect((await http.get(`/policy-evaluations/${id}`)).data.attributes["result-count"]).toEqual({
    passed: 0,
    "mandatory-failed": 1,
    "advisory-failed": 1,
    errored: 0,
  });
  expect((await http.get(`/task-stages/${stage!.id}`)).data.attributes["status"]).toBe("awaiting_override");
  await policy("other", [strict]);
  const next = emulator.runs.start({ workspaceId: emulator.workspaces.create({ organization, name: "other" }).id });
  emulator.runs.reportPolicyEvaluation(next.taskStages[0]!.policyEvaluations[0]!.id, "failed");
  expect((await http.get(`/task-stages/${next.taskStages[0]!.id}`)).data.attributes["status"]).toBe("failed");
});

test("policies of Sentinel are evaluated if the agent is enabled, beside those of OPA", async () => {
  const opa = await policySet("opa", { global: true });
  const sentinel = { kind: "sentinel", global: true };
  const evaluatedSet = await policySet("evaluated", { ...sentinel, "agent-enabled": true });
  const checked = await policySet("checked", sentinel);
  await policy("a", [opa]);
  await policy("b", [evaluatedSet, checked], { kind: "sentinel", "enforcement-level": "soft-mandatory" });
  expect(await evaluated()).toEqual(["opa", "evaluated"]);
  const { taskStages } = emulator.runs.start({ workspaceId: api });
  expect(taskStages[0]!.policyEvaluations).toHaveLength(2);
});

shows.ourChoice(
  "2026-11",
  "other-clients: Policy sets without code",
  "A set without policies, or with policies whose code was not uploaded, has no evaluation.",
);
test("a set without policies that have code has no evaluation", async () => {
  const set = await policySet("empty", { global: true });
  expect(await evaluated()).toEqual([]);
  const document = resource(
    "policies",
    { name: "no-code", kind: "opa", "enforcement-level": "mandatory" },
    { "policy-sets": identifiers("policy-sets", [set]) },
  );
  await http.post("/organizations/acme/policies", document);
  expect(await evaluated()).toEqual([]);
  await policy("code", [set]);
  expect(await evaluated()).toEqual(["empty"]);
  expect(emulator.runs.start({ workspaceId: api, policyEvaluations: [] }).taskStages).toEqual([]);
});

const selector = (key: string, value: string | null, isExclude = false): object => ({
  "tag-key": key,
  "tag-value": value,
  "is-exclude": isExclude,
});
const tagged = (logic: "any" | "all", selectors: readonly object[]): object => ({
  "tag-selectors": selectors,
  "tag-selector-matching-logic": logic,
});

shows.documented(
  PROVIDER,
  "other-clients: What a policy set applies to",
  "Workspaces, those of projects, all, or those with a tag; except excluded ones. A selector without a value selects " +
    "tags without one.",
);
test("sets apply to workspaces by name, project and tag, except to excluded ones", async () => {
  const other = emulator.workspaces.create({ organization, name: "other" }).id;
  const projects = identifiers("projects", [web]);
  const workspaces = identifiers("workspaces", [api]);
  const include = (key: string, value: string | null) => tagged("any", [selector(key, value)]);
  const exclude = tagged("any", [selector("env", "prod", true)]);
  const sets = [
    await policySet("by-project", {}, { projects }),
    await policySet("by-workspace", {}, { workspaces }),
    await policySet("excluded", { global: true }, { "workspace-exclusions": workspaces }),
    await policySet("excluded-project", {}, { workspaces, "project-exclusions": projects }),
    await policySet("tagged", include("env", "prod")),
    await policySet("tagged-otherwise", include("env", null)),
    await policySet("untagged", { global: true, ...exclude }),
  ];
  await policy("tags", sets);
  emulator.projects.update(web, { tags: { env: "prod" } });
  expect(await evaluated()).toEqual(["by-project", "by-workspace", "tagged"]);
  expect(await evaluated(other)).toEqual(["excluded", "untagged"]);
  emulator.workspaces.update(other, { tags: { env: null } });
  expect(await evaluated(other)).toEqual(["excluded", "tagged-otherwise", "untagged"]);
});

shows.documented(
  PAGES,
  "other-clients: Matching of tag selectors",
  "`any`: a workspace needs one of the tags; `all`: all of them. Of a global set, such workspaces are excluded.",
);
test("sets apply to workspaces with one of the tags, or with all, also inherited ones", async () => {
  const both = (isExclude: boolean) => [selector("env", "prod", isExclude), selector("pci", null, isExclude)];
  const sets = [
    await policySet("all", tagged("all", both(false))),
    await policySet("any", tagged("any", both(false))),
    await policySet("not-all", { global: true, ...tagged("all", both(true)) }),
    await policySet("not-any", { global: true, ...tagged("any", both(true)) }),
  ];
  await policy("tags", sets);
  expect(await evaluated()).toEqual(["not-all", "not-any"]);
  emulator.projects.update(web, { tags: { env: "prod" } });
  expect(await evaluated()).toEqual(["any", "not-all"]);
  emulator.workspaces.update(api, { tags: { pci: null } });
  expect(await evaluated()).toEqual(["all", "any"]);
});
