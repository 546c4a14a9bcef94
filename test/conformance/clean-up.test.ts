import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Conformance } from "../../src/conformance/conformance";
import { markerOf } from "../../src/conformance/marker";
import { ConformanceFixture, POOLS_AND_SETS, UNCHANGED } from "./fixture";

let fixture: ConformanceFixture;
beforeEach(async () => (fixture = await ConformanceFixture.start()));
afterEach(() => fixture.stop());

const HOUR_MS = 3_600_000;
const folder = (): string => join(fixture.home, ".local/state/tfprojects/conformance");
const ago = (milliseconds: number): Date => new Date(Date.now() - milliseconds);

/** Objects as a run leaves them that was killed then. */
function leave(id: string, startedAt: Date, ...workspaces: readonly string[]): string {
  const { projects, workspaces: all } = fixture.emulator;
  const description = markerOf({ id, startedAt });
  const project = projects.create({ organization: "acme", name: `tfprojects conformance ${id} A`, description });
  for (const name of workspaces) all.create({ organization: "acme", name, projectId: project.id });
  return project.id;
}

/** Gives a workspace the description of a run, which the control of the emulator cannot. */
async function mark(name: string, id: string, startedAt: Date): Promise<void> {
  const { address, token } = fixture.emulator;
  const attributes = { description: markerOf({ id, startedAt }) };
  const response = await fetch(`${address}/api/v2/organizations/acme/workspaces/${name}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.api+json" },
    body: JSON.stringify({ data: { type: "workspaces", attributes } }),
  });
  expect(response.status).toBe(200);
}

test("an interrupted run finishes its request, skips the other checks, and deletes what it has created", async () => {
  const stop = new AbortController();
  const onRequest = (): void => {
    if (fixture.emulator.workspaces.find("acme", "network") && Object.keys(fixture.world).length === 5) stop.abort();
  };
  const report = await fixture.check({ signal: stop.signal, onRequest });

  const reasons = report.results.flatMap((it) => (it.status === "skipped" ? [it.reason] : []));
  expect(new Set(reasons)).toEqual(new Set(["interrupted"]));
  expect([report.left, fixture.world, readdirSync(folder())]).toEqual([[], UNCHANGED, []]);
});

test("a project whose creation got no response is found by its name, and deleted", async () => {
  fixture.emulator.faults.add({ method: "POST", path: "/projects", drop: "after" });
  const report = await fixture.check();

  expect(report.error?.message).toContain("POST /api/v2/organizations/acme/projects");
  expect([report.left, fixture.world, readdirSync(folder())]).toEqual([[], UNCHANGED, []]);
});

test.each(["agent-pools", "varsets"])(
  "%s whose creation got no response are found by name, and deleted",
  async (path) => {
    fixture.emulator.faults.add({ method: "POST", path: `/${path}`, drop: "after" });
    const report = await fixture.check();

    expect(report.error?.message).toContain(`POST /api/v2/organizations/acme/${path}`);
    expect([report.left, fixture.world, readdirSync(folder())]).toEqual([[], UNCHANGED, []]);
    expect(await fixture.poolsAndSets()).toEqual(POOLS_AND_SETS);
  },
);

test("a project whose creation got no response, and that cannot be looked up, is in the report", async () => {
  fixture.emulator.faults.add({ method: "POST", path: "/projects", drop: "after" });
  fixture.emulator.faults.add({ path: /names.*=tfprojects/, body: "<html></html>", skip: 1 });
  const { left } = await fixture.check();

  expect(left).toMatchObject([{ kind: "project", reason: "it cannot be looked up: 200" }]);
});

test("two runs at once do not disturb each other", async () => {
  const reports = await Promise.all([fixture.check(), fixture.check()]);

  for (const { results, left } of reports)
    expect([results.filter(({ status }) => status !== "as-expected"), left]).toEqual([[], []]);
  expect(fixture.world).toEqual(UNCHANGED);
});

describe("what cannot be deleted", () => {
  beforeEach(() =>
    fixture.emulator.faults.add({ method: "POST", path: "safe-delete", status: 409, times: Number.POSITIVE_INFINITY }),
  );

  test("is in the report with the reason, and the next run that writes deletes it", async () => {
    const { left } = await fixture.check();
    expect(left.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
      ...Array<string>(3).fill('workspace: 409 "A fault injected by the emulator."'),
      expect.stringMatching(/^project: 409 /) as string,
    ]);
    expect(Object.keys(fixture.world).length).toBe(4);

    fixture.emulator.faults.clear();
    const [file = ""] = readdirSync(folder());
    const journal = JSON.parse(readFileSync(join(folder(), file), "utf8")) as object;
    // As if it had been killed: its process has ended.
    writeFileSync(join(folder(), file), JSON.stringify({ ...journal, pid: 2 ** 22 + 1 }));
    const next = await Conformance.open(fixture.options());
    expect(next.remains.map(({ objects }) => objects.length)).toEqual([4]);
    expect((await next.run()).left).toEqual([]);
    expect([fixture.world, readdirSync(folder())]).toEqual([UNCHANGED, []]);
  });

  test("is not deleted by a run that only reads, which knows of it", async () => {
    await fixture.check();
    const before = fixture.world;
    fixture.emulator.faults.clear();
    const next = await Conformance.open(fixture.options({ writes: false, now: () => ago(-2 * HOUR_MS) }));
    await next.run();

    expect([next.remains.length, fixture.world]).toEqual([1, before]);
  });
});

test("when the service stops responding, everything that was created is in the report and in the journal", async () => {
  fixture.emulator.faults.add({ drop: "before", skip: 100, times: Number.POSITIVE_INFINITY });
  const { error, left } = await fixture.check();

  expect([error?.code, left.map(({ kind }) => kind).sort()]).toEqual([
    "connection",
    ["project", "project", ...Array<string>(3).fill("workspace")],
  ]);
  expect(readdirSync(folder()).length).toBe(1);
});

describe("objects of runs on other machines", () => {
  test("are deleted an hour later, with the workspaces in them that are of the run", async () => {
    leave("0000000a", ago(2 * HOUR_MS), "left-1");
    await mark("left-1", "0000000a", ago(2 * HOUR_MS));

    expect((await fixture.check()).left).toEqual([]);
    expect(fixture.world).toEqual(UNCHANGED);
  });

  test("are deleted with the agent pool and the variable set of the run, and no others", async () => {
    leave("0000000a", ago(2 * HOUR_MS));
    const organization = "acme";
    const { agentPools, variableSets } = fixture.emulator;
    for (const [id, hours] of [
      ["0000000a", 2],
      ["0000000b", 0],
    ] as const) {
      const description = markerOf({ id, startedAt: ago(hours * HOUR_MS) });
      agentPools.create({ organization, name: `tfprojects-conformance-${id}-pool`, organizationScoped: false });
      variableSets.create({ organization, name: `tfprojects-conformance-${id}-variables`, description });
    }

    expect((await fixture.check()).left).toEqual([]);
    expect(await fixture.poolsAndSets()).toEqual([
      "private",
      "tfprojects-conformance-0000000b-pool",
      "shared",
      "tfprojects-conformance-0000000b-variables",
    ]);
  });

  test("are kept before, since the run may not have ended", async () => {
    leave("0000000b", ago(HOUR_MS / 2));
    await fixture.check();

    expect(fixture.world).toEqual({ ...UNCHANGED, "tfprojects conformance 0000000b A": [] });
  });

  test("a project that only has such a name, or only such a description, is kept", async () => {
    const { projects } = fixture.emulator;
    projects.create({ organization: "acme", name: "tfprojects conformance" });
    const description = markerOf({ id: "0000000c", startedAt: ago(2 * HOUR_MS) });
    projects.create({ organization: "acme", name: "Mine", description });
    await fixture.check();

    expect(fixture.world).toEqual({ ...UNCHANGED, Mine: [], "tfprojects conformance": [] });
  });

  test("a project in which others have workspaces is kept, and so is a workspace with a run", async () => {
    leave("0000000d", ago(2 * HOUR_MS), "of-others");
    leave("0000000e", ago(2 * HOUR_MS), "used");
    await mark("used", "0000000e", ago(2 * HOUR_MS));
    const used = fixture.emulator.workspaces.find("acme", "used");
    fixture.emulator.runs.start({ workspaceId: used?.id ?? "", tasks: [] });
    const { left } = await fixture.check();

    expect(left.map(({ name, reason }) => [name, reason])).toEqual([
      ["tfprojects conformance 0000000d A", expect.stringContaining("409") as string],
      ["used", expect.stringContaining("it has a current-run") as string],
      ["tfprojects conformance 0000000e A", expect.stringContaining("409") as string],
    ]);
    expect(Object.keys(fixture.world).length).toBe(5);
  });
});

test("journals of other organizations, of runs in progress and files that are no journals are left alone", async () => {
  const journal = { run: { id: "0000000f", startedAt: new Date().toISOString() }, host: hostname(), pid: process.pid };
  const objects = [{ kind: "project", name: "Platform", id: fixture.emulator.projects.find("acme", "Platform")?.id }];
  const { address } = fixture.emulator;
  mkdirSync(folder(), { recursive: true });
  const write = (name: string, content: object): void =>
    writeFileSync(join(folder(), `${name}.json`), JSON.stringify({ ...journal, address, objects, ...content }));
  write("running", { organization: "acme" });
  write("other", { organization: "globex", pid: 2 ** 22 + 1 });
  write("elsewhere", { organization: "acme", address: "https://tfe.example.com", pid: 2 ** 22 + 1 });
  write("on-another-machine", { organization: "acme", host: "other", pid: 2 ** 22 + 1 });
  writeFileSync(join(folder(), "broken.json"), "{");
  await fixture.check();

  expect([fixture.world, readdirSync(folder()).length]).toEqual([UNCHANGED, 5]);
});
