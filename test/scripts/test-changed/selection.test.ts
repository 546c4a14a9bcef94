import type { Imports } from "../../../scripts/import-graph";
import { byFolder, testsOf } from "../../../scripts/test-changed/selection";

const using = (used: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, Imports> =>
  new Map(Object.entries(used).map(([module, names]) => [module, { named: names, used: names }]));

const GRAPH = using({
  "src/model/name.ts": [],
  "src/model/tag.ts": ["src/model/name.ts"],
  "src/cli/plan.ts": ["src/model/name.ts"],
  "src/cli/report.ts": ["src/cli/plan.ts"],
  "src/engine/apply.ts": ["src/model/name.ts"],
  "test/model/name.test.ts": [],
  "test/model/tag.test.ts": [],
  "test/model/definitions/tag.test.ts": [],
  "test/cli/plan/messages.test.ts": [],
  "test/cli/report.test.ts": ["test/support/acme.ts"],
  "test/faults/engine.test.ts": ["src/engine/apply.ts", "test/faults/matrix.ts"],
  "test/faults/matrix.ts": ["test/support/acme.ts"],
  "test/property/names.test.ts": ["src/model/name.ts"],
  "test/support/acme.ts": ["src/model/name.ts", "src/engine/apply.ts"],
  "test/e2e/plan.test.ts": ["test/support/acme.ts"],
});

test.each<readonly [changed: string, why: string, tests: readonly string[]]>([
  [
    "src/model/name.ts",
    "its folder, its tests, those of its importers, and those that import an importer without tests of its own",
    [
      "test/cli/plan/messages.test.ts",
      "test/faults/engine.test.ts",
      "test/model/name.test.ts",
      "test/model/tag.test.ts",
      "test/property/names.test.ts",
    ],
  ],
  ["src/cli/plan.ts", "not of importers of importers", ["test/cli/plan/messages.test.ts", "test/cli/report.test.ts"]],
  ["src/cli/deleted.ts", "a file that is gone has a folder", ["test/cli/report.test.ts"]],
  ["test/model/tag.test.ts", "a test itself", ["test/model/tag.test.ts"]],
  [
    "test/support/acme.ts",
    "a helper's tests, also through another helper",
    ["test/cli/report.test.ts", "test/faults/engine.test.ts"],
  ],
  ["test/e2e/plan.test.ts", "needs a build", []],
  ["README.md", "is no module", []],
])("%s: %s", (changed, _, tests) => {
  expect(testsOf(changed, GRAPH)).toEqual(tests);
});

test("folders are listed with their counts", () => {
  expect(byFolder(["test/a/one.test.ts", "test/a/two.test.ts", "test/b.test.ts"])).toBe("test/a (2), test (1)");
});
