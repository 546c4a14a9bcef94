import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOT_USED, OPENAPI, statement } from ".";
import { readShowings } from "./showings";
import { sideOf } from "./shows";
import type { Showing } from "./statement";
import { idOf } from "./statement";

/** Files of tests, which jest runs. */
const FILES = {
  good: `
    const TABLE = [{ title: "of a table", shown: statement.limit("limits: of a table", "Says.") }];
    shows("project: a test", "errors: a test");
    shows.documented(OPENAPI, "success: a test", "200.");
    test("a test", f);
    shows("project: all cases");
    shows.case("two", "project: a case");
    shows.field("project: stated of a case", "Says.", { case: "three" });
    test.each(["one", "two", "three"])("case %s", f);
    bothShow("limits: a group");
    describe.each(["full", "short"])("group %s", () => {
      shows.case("full", "limits: a case of a group");
      emulatorShows("limits: a test of a group");
      test("a", f);
      for (const { title, shown } of TABLE) {
        shows(shown);
        it(title, f);
      }
    });
    shows.case("failed", "stage-status: failed");
    test.each(["is failed", "failed: 409", 'is "failed"', "failed-advisory", "failed,passed", "has_failed"])("%s", f);`,
  "at-end": `test("a", f); shows("project: id");`,
  "in-group": `describe("a", () => { test("b", f); shows("project: id"); });`,
  "in-test": `test("a", () => shows("project: id"));`,
  twice: `shows("project: id"); describe("a", () => { shows("project: id"); test("b", f); });`,
  words: `shows.case("c", "project: id"); test.each(["a", "b"])("%s", f);`,
};

const folder = mkdtempSync(join(tmpdir(), "shows-"));
let stderr: string;
let showings: readonly Showing[];

beforeAll(() => {
  const imported = `const { bothShow, emulatorShows, OPENAPI, shows, statement } = require(${JSON.stringify(__dirname)});`;
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, `${name}.test.js`), `${imported}\nconst f = () => {};\n${text}`);
  }
  const config = {
    rootDir: folder,
    testEnvironment: join(__dirname, "../environment.mjs"),
    transform: { "\\.ts$": [require.resolve("@swc/jest"), { module: { type: "commonjs" } }] },
  };
  const env = { ...process.env, FIDELITY_FOLDER: folder };
  const args = [require.resolve("jest/bin/jest"), "--runInBand", "--config", JSON.stringify(config)];
  ({ stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env }));
  showings = readShowings(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["project: a test", ["a test"]],
  ["errors: a test", ["a test"]],
  ["success: a test", ["a test"]],
  ["project: all cases", ["case one", "case two", "case three"]],
  ["project: a case", ["case two"]],
  ["project: stated of a case", ["case three"]],
  ["limits: a group", ["group full › a", "group full › of a table", "group short › a", "group short › of a table"]],
  ["limits: a case of a group", ["group full › a"]],
  ["limits: a test of a group", ["group full › a", "group short › a"]],
  ["limits: of a table", ["group full › of a table", "group short › of a table"]],
  ["stage-status: failed", ["is failed", "failed: 409", 'is "failed"']],
])("%s is shown by the tests after the call: %j", (id, tests) => {
  const found = showings.filter(({ shown }) => idOf(shown) === id).flatMap((showing) => showing.tests);
  expect([...new Set(found.map((titles) => titles.join(" › ")))]).toEqual(tests);
});

test.each([
  ["at-end", "where no test follows"],
  ["in-group", "where no test follows"],
  ["in-test", "in a test"],
  ["twice", 'twice by "a › b"'],
  ["words", 'by no test with "c" in its titles'],
])("the file %s fails, and says that something is shown %s", (name, how) => {
  expect(stderr).toContain(`${name}.test.js: "project: id" is shown ${how}.`);
});

test("sides are those of the call or of the file", () => {
  const sides = (id: string) => new Set(showings.filter(({ shown }) => idOf(shown) === id).map(({ side }) => side));
  expect(sides("limits: a group")).toEqual(new Set(["emulator", "client"]));
  expect(sides("limits: a test of a group")).toEqual(new Set(["emulator"]));
  expect(sideOf("test/emulator/http/service.test.ts")).toBe("emulator");
  expect(sideOf("test/api/projects.test.ts")).toBe("client");
  expect(sideOf("test/contract/errors.test.ts")).toBe("client");
  expect(sideOf("test/reconcile/view.test.ts")).toBe("terraform");
});

test("a statement has its basis, and reasons", () => {
  const details = { client: NOT_USED, emulator: "Why.", case: "a" };
  expect(statement.documented(OPENAPI, "success: Show a project", "200.", details)).toEqual({
    id: "success: Show a project",
    kind: "behavior",
    says: "200.",
    basis: { mark: "documented", date: "2026-08-04" },
    reasons: { client: "The client does not use it.", emulator: "Why." },
    case: "a",
  });
});
