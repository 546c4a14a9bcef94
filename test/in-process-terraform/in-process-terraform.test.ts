import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InProcessTerraform, reference } from ".";
import type { Block } from ".";
import { sampleProvider } from "../plugin/sample-provider/provider";

let folder: string;
let terraform: InProcessTerraform;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "in-process-"));
  terraform = new InProcessTerraform(() => sampleProvider);
});
afterEach(() => rmSync(folder, { recursive: true }));

const code = (thing: Block) => ({ provider: { folder }, resources: { "sample_thing.it": thing } });

test("values of every type are stored exactly, and the next plan is empty", async () => {
  const all = {
    name: "all",
    amount: 12345678901234567890123n,
    active: false,
    tags: { b: "2", a: "" },
    labels: ["y", "x", "y"],
    steps: [
      { name: "one", weight: 0.1 },
      { name: "two", weight: null },
    ],
    points: [{ x: 9007199254740993n, y: -0.5 }],
    matrix: [[1, 0.25], []],
    settings: { mode: "slow", limits: { low: 0.30000000000000004 } },
  };
  expect(await terraform.apply(code(all))).toMatchObject({ ok: true, diagnostics: [] });
  expect(terraform.state.get("sample_thing.it")).toMatchObject({
    values: { ...all, labels: ["y", "x"], color: "blue", size: "medium", revision: 1 },
    isTainted: false,
    schemaVersion: 2,
  });
  const settled = await terraform.plan(code(all));
  expect(settled).toMatchObject({ ok: true, drifted: [] });
  expect(settled.actions).toEqual({});
});

test("the private state of a planned deletion is passed to the delete", async () => {
  await terraform.apply(code({ name: "it", behaviour: "leave-note" }));
  expect(await terraform.destroy(code({ name: "it", behaviour: "leave-note" }))).toMatchObject({ ok: true });
  expect(JSON.parse(readFileSync(join(folder, "note.txt"), "utf8"))).toMatchObject({ thingsWhenPlanned: 1 });
});

test.each([
  ["fail-create", false, "Cannot create sample_thing"],
  ["fail-half-way", true, "Half done"],
  ["other-result", true, "Provider bug: sample_thing.name"],
  ["unknown-result", true, "Provider bug: sample_thing.note"],
  ["alter-plan", false, "Provider bug: sample_thing.name"],
])("the provider bug %s is reported, and the created object is tainted", async (behaviour, isMade, summary) => {
  const { ok, diagnostics } = await terraform.apply(code({ name: "it", behaviour }));
  expect([ok, diagnostics[0]?.summary, diagnostics[0]?.address]).toEqual([false, summary, "sample_thing.it"]);
  expect(terraform.state.get("sample_thing.it")?.isTainted).toBe(isMade ? true : undefined);
});

test("what a data source was read with in the plan is known in the apply", async () => {
  const resources = {
    "data.sample_echo.it": { text: "echo" },
    "sample_thing.it": { name: reference("data.sample_echo.it", "said", "text") },
  };
  expect(await terraform.apply({ provider: { folder }, resources })).toMatchObject({ ok: true, diagnostics: [] });
  expect(terraform.state.get("sample_thing.it")?.values).toMatchObject({ name: "echo!" });
});

test("secrets of the configuration are in no diagnostic", async () => {
  const { diagnostics } = await terraform.apply(code({ name: "it", behaviour: "fail-create", secret: "do-not-show" }));
  expect(JSON.stringify(diagnostics)).not.toContain("do-not-show");
});

test("Ctrl-C stops the provider, and starts nothing else", async () => {
  const controller = new AbortController();
  const stopping = new InProcessTerraform(() => sampleProvider, {
    log: (line) => {
      if (line.includes("slow work has begun")) controller.abort();
    },
  });
  const resources = {
    "sample_thing.slow": { name: "slow", behaviour: "slow" },
    "sample_thing.next": { name: "next", depends_on: ["sample_thing.slow"] },
  };
  const { ok, diagnostics } = await stopping.apply({ provider: { folder }, resources }, {}, controller.signal);
  expect([ok, diagnostics[0]?.summary]).toEqual([false, "Interrupted: create sample_thing"]);
  expect(stopping.state.size).toBe(0);
});

describe("nested blocks", () => {
  const route = (some: Block) => ({ provider: { folder }, resources: { "sample_route.it": { name: "it", ...some } } });
  const TEAMS: readonly Block[] = [{ name: "t", note: [{ text: "n" }] }, { name: "s" }];
  const FIRST: Block = { target: "a", names: ["y", "x"], team: TEAMS };
  const SECOND: Block = { target: "b", weight: 9007199254740993n, limits: { max: 1, window: [{ days: ["mon"] }, {}] } };
  const ALL: Block = { only: {}, rule: [FIRST, SECOND], settings: { mode: "m", extra: [{ key: "k" }] } };

  test("are stored exactly, at every depth, and the next plan is empty", async () => {
    expect(await terraform.apply(route(ALL))).toMatchObject({ ok: true, diagnostics: [] });
    expect(terraform.state.get("sample_route.it")?.values).toMatchObject({
      rule: [
        { ...FIRST, tags: null, weight: null, limits: null },
        { ...SECOND, names: null, limits: { max: 1, window: [{ days: ["mon"] }, { days: null }] }, team: [] },
      ],
      settings: { mode: "m", extra: [{ key: "k" }] },
      only: { value: null },
    });
    expect(await terraform.plan(route(ALL))).toMatchObject({ ok: true, drifted: [], actions: {} });
    const turned = { ...ALL, rule: [{ ...FIRST, team: [...TEAMS].reverse() }, SECOND] };
    expect((await terraform.plan(route(turned))).actions).toEqual({});
  });

  test("are updated when one is added, moved, changed or removed", async () => {
    await terraform.apply(route(ALL));
    for (const rule of [[SECOND, FIRST], [FIRST], [{ ...FIRST, target: "c" }, SECOND, FIRST]]) {
      expect((await terraform.plan(route({ ...ALL, rule }))).actions).toEqual({ "sample_route.it": "update" });
      expect(await terraform.apply(route({ ...ALL, rule }))).toMatchObject({ ok: true, diagnostics: [] });
      expect((await terraform.plan(route({ ...ALL, rule }))).actions).toEqual({});
    }
    expect((await terraform.plan(route({ only: {}, rule: [FIRST] }))).actions).toEqual({ "sample_route.it": "update" });
  });

  test("take values of other objects, which are not known before they exist", async () => {
    const configuration = {
      provider: { folder },
      resources: {
        "sample_thing.first": { name: "first" },
        "sample_route.it": {
          name: "it",
          only: { value: reference("sample_thing.first", "id") },
          rule: [
            {
              target: reference("sample_thing.first", "id"),
              limits: { max: reference("sample_thing.first", "revision") },
            },
          ],
        },
      },
    };
    expect(await terraform.apply(configuration)).toMatchObject({ ok: true, diagnostics: [] });
    const id = terraform.state.get("sample_thing.first")?.values["id"];
    expect(terraform.state.get("sample_route.it")?.values).toMatchObject({
      only: { value: id },
      rule: [{ target: id, limits: { max: 1 } }],
    });
    expect((await terraform.plan(configuration)).actions).toEqual({});
  });

  test.each<[string, Block, readonly (readonly [string, string])[]]>([
    [
      "by the provider",
      { rule: [FIRST, { target: "a b", tags: { bad: "" }, limits: { max: 0 }, team: [{ name: "" }] }] },
      [
        ["Blank in target", "rule[1].target"],
        ["Bad tag", "rule[1].tags.bad"],
        ["No limit", "rule[1].limits.max"],
        ["Team without name", "rule[1].team"],
      ],
    ],
    ["by Terraform, for their number", { rule: [] }, [["Insufficient rule blocks", ""]]],
    ["by Terraform, if there are too many", { rule: [FIRST, FIRST, FIRST, FIRST] }, [["Too many rule blocks", ""]]],
    [
      "by Terraform, for their arguments",
      { rule: [{ ...FIRST, target: null, team: [{ names: "t" }] }] },
      [
        ["Missing required argument", ""],
        ["Unsupported argument", ""],
        ["Missing required argument", ""],
      ],
    ],
  ])("are validated at every depth %s", async (_, some, problems) => {
    const { ok, diagnostics } = await terraform.plan(route({ only: {}, ...some }));
    expect([ok, diagnostics.map(({ summary, attribute }) => [summary, attribute])]).toEqual([false, problems]);
  });

  test.each([
    ["alter-plan", false, "Provider bug: sample_route.rule[0].weight"],
    ["drop-blocks", false, "Provider bug: sample_route.rule"],
    ["other-result", true, "Provider bug: sample_route.only.value"],
    ["wrong-type", true, "Provider bug: sample_route.rule[0].target"],
  ])("with the provider bug %s have an error with a path", async (behaviour, isMade, summary) => {
    const { ok, diagnostics } = await terraform.apply(route({ ...ALL, behaviour }));
    expect([ok, diagnostics[0]?.summary]).toEqual([false, summary]);
    expect(terraform.state.get("sample_route.it")?.isTainted).toBe(isMade ? true : undefined);
    // Terraform would lose track of the object if a list of blocks were null.
    if (behaviour === "wrong-type") expect(terraform.state.get("sample_route.it")?.values["rule"]).toEqual([]);
  });
});

test("references to missing objects, and cycles, are errors", async () => {
  const refers = (to: string) => code({ name: reference(to, "id") });
  await expect(terraform.plan(refers("sample_thing.other"))).rejects.toThrow("not in the configuration");
  await expect(terraform.plan(refers("sample_thing.it"))).rejects.toThrow(/Cycle/);
  const { diagnostics } = await terraform.plan(code({ nme: "it" }));
  expect(diagnostics.map(({ summary }) => summary)).toEqual(["Unsupported argument", "Missing required argument"]);
});
