import type { Showing } from "./collect";
import { showingsIn } from "./collect";
import { isOneOf } from "./titles";

const FILE = "test/emulator/kinds/project.test.ts";

/** Each as: the side, what is shown, and which of the titles are of its tests. */
const read = (source: string, file = FILE, ...titles: readonly (readonly string[])[]): readonly unknown[] =>
  showingsIn(file, source).map(({ side, shown, test }: Showing) => [
    side,
    typeof shown === "string" ? shown : `${shown.id}: ${shown.says}`,
    ...titles.filter((it) => isOneOf(test, it)).map((it) => it.join(" › ")),
  ]);

test("a call of shows is about the test after it, and other calls may be in between", () => {
  const source = `
    shows.field("project: id", "An ID, " + "with a prefix.");
    shows("project: type", "errors: Delete project 204");
    test("has an ID", () => {});
    test("has a name", () => {});`;
  expect(read(source, FILE, ["has an ID"], ["has a name"])).toEqual([
    ["emulator", "project: id: An ID, with a prefix.", "has an ID"],
    ["emulator", "project: type", "has an ID"],
    ["emulator", "errors: Delete project 204", "has an ID"],
  ]);
});

test("a statement has its basis, and reasons by their names or as texts", () => {
  const source = `
    shows.documented(OPENAPI, "success: Show a project", "200.", { client: NOT_USED, emulator: "Why.", case: "a" });
    test("is shown", () => {});`;
  expect(showingsIn(FILE, source)[0]!.shown).toEqual({
    id: "success: Show a project",
    kind: "behavior",
    says: "200.",
    basis: { mark: "documented", date: "2026-08-04" },
    reasons: { client: "The client does not use it.", emulator: "Why." },
  });
});

test("a group is shown by all its tests, and a test belongs to its groups", () => {
  const source = `
    shows("project: id");
    describe("create", () => {
      shows("project: type");
      test("succeeds", () => {});
    });`;
  const titles = [["create", "succeeds"], ["create", "fails"], ["succeeds"]];
  expect(read(source, FILE, ...titles)).toEqual([
    ["emulator", "project: id", "create › succeeds", "create › fails"],
    ["emulator", "project: type", "create › succeeds"],
  ]);
});

test.each([
  ["test.each(NAMES)('accepts %j', () => {});", 'accepts "a.b"'],
  ["test.each(NAMES)('$given.name by $caller', () => {});", "a by b"],
  ["test(`costs ${price}`, () => {});", "costs 5"],
  ["test('a long ' + 'title', () => {});", "a long title"],
  ["test(title, () => {});", "anything"],
])("the title of %s may be %s", (its, title) => {
  expect(read(`shows("project: id"); ${its}`, FILE, [title])[0]).toContain(title);
  expect(read(`shows("project: id"); ${its.replace("(title", "('a title'")}`, FILE, ["another"])[0]).toHaveLength(2);
});

test.each([
  ["the status failed", true],
  ["with failed: 409", true],
  ['the status "failed"', true],
  ["the status failed-advisory", false],
  ["the statuses failed,passed", false],
  ["the status has_failed", false],
])("the case failed is that with the title %s: %p", (title, expected) => {
  const source = `
    shows.case("failed", "stage-status: failed");
    test.each(STATUSES)("%s", () => {});`;
  expect(read(source, FILE, [title])[0]).toHaveLength(expected ? 3 : 2);
});

test("in a table of objects, a case says what it shows beside its title", () => {
  const source = `const CASES = [{ title: "first", shows: [shows("project: id"), shows("project: type")] }];`;
  expect(read(source, FILE, ["documents", "first"], ["second"])).toEqual([
    ["emulator", "project: id", "documents › first"],
    ["emulator", "project: type", "documents › first"],
  ]);
});

test.each([
  ["test/emulator/http/service.test.ts", "shows", ["emulator"]],
  ["test/api/projects.test.ts", "shows", ["client"]],
  ["test/contract/errors.test.ts", "shows", ["client"]],
  ["test/contract/errors.test.ts", "emulatorShows", ["emulator"]],
  ["test/contract/errors.test.ts", "bothShow", ["emulator", "client"]],
  ["test/reconcile/view.test.ts", "shows", ["terraform"]],
])("in %s, %s is of %j", (file, call, sides) => {
  const showings = showingsIn(file, `${call}("project: id");\ntest("x", () => {});`);
  expect(showings.map(({ side }) => side)).toEqual(sides);
});

test("what a module's cases show is shown by the tests beside it", () => {
  const file = "test/emulator/real-clients/projects.ts";
  const [showing] = showingsIn(file, `const IT = { title: "x", shows: shows("project: id") };`);
  expect(showing!.test).toMatchObject({ file, runsIn: "test/emulator/real-clients/real-clients.test.ts" });
});

test.each([
  ['shows("project: id");\nconst a = 1;', "1: shows: there is no test after it"],
  ['const a = 1;\nshows("project: id");', "2: shows: there is no test after it"],
  ['const a = { shows: shows("project: id") };', "1: shows: there is no test after it"],
  ["shows(id);", "1: shows: id is not known without running it"],
])("%j is an error with its line", (source, message) => {
  expect(() => showingsIn(FILE, source)).toThrow(`${FILE}:${message}`);
});
