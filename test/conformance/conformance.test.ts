import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { CHECKS } from "../../src/conformance/checks";
import type { Report } from "../../src/conformance/conformance";
import { ConformanceFixture, POOLS_AND_SETS, UNCHANGED } from "./fixture";

/** How many requests a run of all checks sends, and one that only reads. */
const REQUESTS = { all: 178, reads: 67 };

let fixture: ConformanceFixture;
afterEach(() => fixture.stop());

const ids = ({ results }: Report, status: string): readonly string[] =>
  results.filter((it) => it.status === status).map(({ check }) => check.id);

describe.each(["full", "documented"] as const)("on an emulator with %s documents", (documents) => {
  beforeEach(async () => {
    fixture = await ConformanceFixture.start({ documents });
  });

  test("everything is as expected, and nothing is left", async () => {
    const report = await fixture.check();

    expect(report.results.filter(({ status }) => status !== "as-expected")).toEqual([]);
    expect(report.results.map(({ check }) => check)).toEqual(CHECKS);
    expect([report.left, report.error, fixture.world]).toEqual([[], undefined, UNCHANGED]);
    expect([report.requests, fixture.emulator.requests.entries.length]).toEqual(Array(2).fill(REQUESTS.all));
    expect(readdirSync(join(fixture.home, ".local/state/tfprojects/conformance"))).toEqual([]);
    expect(await fixture.poolsAndSets()).toEqual(POOLS_AND_SETS);
  });

  test("without writes, every request is a read, and nothing is recorded", async () => {
    const report = await fixture.check({ writes: false });

    expect(ids(report, "differs")).toEqual([]);
    expect(ids(report, "skipped")).toEqual(
      CHECKS.filter(({ needs = [] }) => needs.includes("write")).map(({ id }) => id),
    );
    expect(new Set(fixture.emulator.requests.entries.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect([report.requests, fixture.emulator.requests.entries.length]).toEqual(Array(2).fill(REQUESTS.reads));
    expect(existsSync(join(fixture.home, ".local"))).toBe(false);
  });
});

test("the checks that need something that is missing are skipped", async () => {
  fixture = await ConformanceFixture.start();
  const report = await fixture.check({
    writes: false,
    runId: undefined,
    workspaceName: undefined,
    env: { TFE_TOKEN_READER: "" },
  });

  const skipped = report.results.filter(({ status }) => status === "skipped").map(({ check }) => check);
  expect(skipped).toEqual(CHECKS.filter(({ needs = [] }) => needs.length > 0));
});

test("what no project has is looked for at five projects", async () => {
  fixture = await ConformanceFixture.start();
  const { emulator, relatedProjectId } = fixture;
  emulator.projects.update(relatedProjectId, { name: "The last of all" });
  for (const name of ["One", "Other", "Payments"]) emulator.projects.create({ organization: "acme", name });
  emulator.requests.clear();
  const report = await fixture.check({ writes: false });

  const reasons = report.results.flatMap((it) =>
    it.status === "skipped" && it.check.needs === undefined ? [it.reason] : [],
  );
  expect(reasons).toEqual([
    "there are no variable sets of the default project or 4 others",
    "there are no teams with access to the default project or 4 others",
    "there are no notifications of the default project or 4 others",
  ]);
  const paths = emulator.requests.entries.map(({ path }) => path);
  const ofProjects = /(projects\/[^/]+\/(varsets|notification-configurations)|team-projects)\?.*=100$/;
  expect(paths.filter((path) => ofProjects.test(path))).toHaveLength(15);
});

test("the runs of a workspace are listed once", async () => {
  fixture = await ConformanceFixture.start();
  await fixture.check();

  const lists = fixture.emulator.requests.entries.filter(({ path }) => /\/workspaces\/ws-\w+\/runs/.test(path));
  expect(lists.length).toBe(1);
});

test("the report names the versions of the service", async () => {
  fixture = await ConformanceFixture.start();
  const { versions } = await fixture.check({ writes: false });

  expect(versions).toEqual({ application: "tfprojects emulator", api: "2.6", release: undefined });
});
