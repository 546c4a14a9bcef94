import { CHECKS } from "../../src/conformance/checks";
import { conformanceAsJson } from "../../src/conformance/render";
import { changesOf } from "./changes";
import { ChangingProxy, type Change } from "./changing-proxy";
import { ConformanceFixture } from "./fixture";

let fixture: ConformanceFixture;
let proxy: ChangingProxy;
let changes: Readonly<Record<string, Change>>;

beforeAll(async () => {
  fixture = await ConformanceFixture.start();
  proxy = await ChangingProxy.start(fixture.emulator.address);
  changes = changesOf(fixture);
});
afterAll(async () => {
  proxy.stop();
  await fixture.stop();
});

test("without a change, the proxy makes no difference", async () => {
  proxy.apply(undefined);
  const { results, left } = await fixture.check({ address: proxy.address });

  expect([results.filter(({ status }) => status !== "as-expected"), left]).toEqual([[], []]);
});

test("there is a change for each check, and for nothing else", () => {
  expect(Object.keys(changes).sort()).toEqual(CHECKS.map(({ id }) => id).sort());
});

test.each(CHECKS.map((check) => [check.id, check] as const))(
  "a changed response makes %s differ, with its consequence, and no other check; nothing is left",
  async (id, { needs = [], consequence }) => {
    const before = fixture.world;
    proxy.apply(changes[id]);
    const report = await fixture.check({ address: proxy.address, writes: needs.includes("write") });

    const differences = report.results.filter(({ status }) => status === "differs");
    expect(differences.map(({ check }) => check.id)).toEqual([id]);
    expect(proxy.count).toBeGreaterThan(0);
    const { checks } = JSON.parse(conformanceAsJson(report, String)) as { checks: readonly { consequence?: string }[] };
    expect(checks.flatMap((it) => it.consequence ?? [])).toEqual([consequence]);
    expect([report.left, fixture.world]).toEqual([[], before]);
  },
);
