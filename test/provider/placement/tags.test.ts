import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmulatorOptions } from "../../../src/emulator";
import type { Block, Configuration, InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { Gate } from "../../support/gate";
import { errorsOf, placing, PLACEMENT, terraformWith, unplacedIn } from "./placed";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** The service at another address. */
function at(address: string, code: Configuration): Configuration {
  return { ...code, provider: { ...code.provider, address } };
}

describe("with workspaces without tags, and the tag in a rule on one of them,", () => {
  const WORKSPACES = "GET /api/v2/organizations/acme/workspaces";
  const TAGS = "GET /api/v2/workspaces/ID/effective-tag-bindings";

  /** The requests for workspaces and their tags that the plan, the apply and the next plan send. */
  async function requestsOf(
    options: EmulatorOptions,
    rule: Block,
    exceptTags: Readonly<Record<string, string>>,
  ): Promise<readonly (readonly string[])[]> {
    await acme.stop();
    acme = await Acme.start(options);
    acme.addProject("Networks");
    const [tagged] = ["net-1", "net-2", "net-3"].map((name) => acme.addWorkspace(name));
    await acme.tag(tagged ?? "", { team: "net" });
    const launches = new Map<number, string[]>();
    let current: string[] = [];
    const collect = (): void => void current.push(...acme.takeRequests());
    const terraform = terraformWith({
      onCall: ({ launch }) => {
        collect();
        launches.set(launch, (current = launches.get(launch) ?? []));
      },
    });
    acme.takeRequests();
    const code = placing(acme, [{ project: "Networks", ...rule }], { except_tags: exceptTags });
    expect(await terraform.apply(code)).toMatchObject({ ok: true });
    expect((await terraform.plan(code)).actions).toEqual({});
    collect();
    const isRead = (request: string): boolean => request.startsWith("GET") && request.includes("/workspaces");
    return [...launches.values()]
      .map((sent) => sent.filter(isRead).map((it) => it.replace(/ws-\w+/, "ID")))
      .filter(({ length }) => length > 0);
  }

  const BY_TAG = { match_tags: { team: "net" } };

  test("no request is added where tags are included", async () => {
    const requests = await requestsOf({ tagRelationships: "always" }, BY_TAG, { keep: "*" });
    expect(requests).toEqual([[WORKSPACES], [WORKSPACES], [WORKSPACES]]);
    expect(acme.world["Networks"]).toEqual(["net-1"]);
  });

  /** Without a tagged workspace in the list, nothing shows that others have none: a count for each of the two keys. */
  const COUNTED = [WORKSPACES, WORKSPACES, WORKSPACES];

  test("none is added where one of them shows that tags are included", async () => {
    const requests = await requestsOf({ tagRelationships: "tagged" }, BY_TAG, { keep: "*" });
    expect(requests).toEqual([[WORKSPACES], [WORKSPACES], COUNTED]);
    expect(acme.world["Networks"]).toEqual(["net-1"]);
  });

  test("one is added for each workspace with a link where there are only links", async () => {
    const requests = await requestsOf({ tagRelationships: "links" }, BY_TAG, { keep: "*" });
    expect(requests).toEqual([[WORKSPACES, TAGS], [WORKSPACES, TAGS], COUNTED]);
    expect(acme.world["Networks"]).toEqual(["net-1"]);
  });

  test("one is added for each key where no workspace has a reference, and none has a tag with the key", async () => {
    const rule = { match_names: ["net-*"] };
    const requests = await requestsOf({ tagRelationships: "never" }, rule, { keep: "*", hold: "*" });
    expect(requests).toEqual([COUNTED, COUNTED, [WORKSPACES]]);
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "net-3"]);
  });
});

describe("where the service does not report tags", () => {
  let folder: string;
  let stateFile: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "tags-"));
    stateFile = join(folder, "emulator.jsonl");
    await acme.stop();
    acme = await Acme.start({ stateFile });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A placement by tags, applied, and more workspaces in the default project since. */
  async function placed(): Promise<{ readonly terraform: InProcessTerraform; readonly code: Configuration }> {
    acme.addProject("Networks");
    await acme.tag(acme.addWorkspace("tagged"), { team: "net" });
    const code = placing(acme, [
      { project: "Networks", match_tags: { team: "net" } },
      { project: "Default Project", match_names: ["*"] },
    ]);
    const terraform = terraformWith();
    expect((await terraform.apply(code)).ok).toBe(true);
    for (const name of ["one", "two"]) await acme.tag(acme.addWorkspace(name), { unit: "app" });
    await acme.client.projects.update(acme.defaultProjectId, { tags: { team: "net" } });
    return { terraform, code };
  }

  /** The same organization, as an emulator with these options serves it. */
  async function restarted(options: EmulatorOptions, code: Configuration): Promise<Configuration> {
    await acme.stop();
    acme = await Acme.start({ ...options, stateFile });
    return at(acme.emulator.address, code);
  }

  /** Rules with tags are an error, which no later rule decides about, and the state stays. */
  async function expectError(terraform: InProcessTerraform, code: Configuration): Promise<void> {
    const before = unplacedIn(terraform);
    const plan = await terraform.plan(code);
    expect(errorsOf(plan)).toHaveLength(1);
    expect(errorsOf(plan)[0]?.detail).toContain("rules with tags cannot be evaluated");
    expect(plan.refreshed.get(PLACEMENT)?.values["unplaced"]).toEqual(before);
  }

  test.each<[string, EmulatorOptions]>([
    ["and some workspaces have those of the rules", { tagRelationships: "never" }],
    ["and ignores the filter by tags", { tagRelationships: "never", tagFilter: "ignore" }],
  ])("%s, rules with tags are an error", async (_, options) => {
    const { terraform, code } = await placed();
    await expectError(terraform, await restarted(options, code));
  });

  test("and only links to those of too many workspaces, rules with tags are an error", async () => {
    const { terraform, code } = await placed();
    const many = acme.addWorkspaces(100);
    await Promise.all(many.map((id) => acme.tag(id, { team: "ops" })));
    const through = await restarted({ tagRelationships: "links" }, code);
    acme.takeRequests();
    await expectError(terraform, through);
    expect(acme.takeRequests().filter((request) => request.includes("tag-bindings"))).toEqual([]);
  });

  test("as its own, but as those of the project, rules with tags are an error", async () => {
    const { terraform, code } = await placed();
    const gate = await Gate.start(acme.emulator.address);
    try {
      gate.keeper = { rewrite: (body) => body.replaceAll('"inherited-from"', '"from"') };
      await expectError(terraform, at(gate.address, code));
    } finally {
      await gate.stop();
    }
  });
});

test("a workspace that is deleted while its tags are read does not match a rule", async () => {
  await acme.stop();
  acme = await Acme.start({ tagRelationships: "links" });
  acme.addProject("Networks");
  const [gone, stays] = [acme.addWorkspace("gone"), acme.addWorkspace("stays")];
  for (const id of [gone, stays]) await acme.tag(id, { team: "net" });
  const gate = await Gate.start(acme.emulator.address);
  try {
    let isDeleted = false;
    gate.keeper = {
      before: ({ path }) => {
        if (isDeleted || !path.includes(`${gone}/effective-tag-bindings`)) return;
        isDeleted = true;
        acme.emulator.workspaces.delete(gone);
      },
    };
    const code = placing(acme, [{ project: "Networks", match_tags: { team: "net" } }]);
    expect(await terraformWith().apply(at(gate.address, code))).toMatchObject({ ok: true });
    expect(isDeleted).toBe(true);
    expect(acme.world["Networks"]).toEqual(["stays"]);
  } finally {
    await gate.stop();
  }
});
