import { idsIn, idsInSource, isReferredTo, mayMean } from "./tags";

test.each([
  ["pages follow one another @pages-follow", ["pages-follow"]],
  ["a name of two characters @name-too-short @create", ["name-too-short", "create"]],
  ["the parameter is sent @sends-filter[names]", ["sends-filter[names]"]],
  ["write to a@example.com, or to @somebody else", []],
  ["no tag", []],
])("%j has the ids %j", (title, ids) => {
  expect(idsIn(title)).toEqual(ids);
});

test.each([
  ["shows", ["shows a project @shows"], true],
  ["shows", ["shows a project @shows-all"], false],
  ["shows", ["shows a project", "with its name"], false],
  ["full", ["with full documents @full", "shows a project @shows"], true],
  ["full:shows", ["with full documents @full", "shows a project @shows"], true],
  ["shows:full", ["with full documents @full", "shows a project @shows"], false],
  ["full:shows", ["with documented ones @documented", "shows a project @shows"], false],
  ["status-*", ["each status comes through @status-awaiting_override"], true],
  ["status-*", ["each stage comes through @stage-post_plan"], false],
  ["sends-q.", ["each parameter is sent @sends-qa"], false],
])("%s among %j: %p", (reference, titles, expected) => {
  expect(isReferredTo(reference, titles)).toBe(expected);
});

test("the ids in a source have * for what is filled in", () => {
  const source = [
    `import { swc } from "@swc/jest";`,
    `test("shows a project " + "@not-after-a-space", () => {});`,
    `test("shows a project @shows", () => {});`,
    `test.each(STATUSES)('comes through @status-%s', () => {});`,
    "test.each(CELLS)(`$operation @$operation-by-$caller`, () => {});",
    `["a name of two characters @name-too-short @create", "ab"],`,
    `// npm install @scope/name`,
  ].join("\n");
  expect(idsInSource(source)).toEqual(["shows", "status-*", "*-by-*", "name-too-short", "create"]);
});

test.each([
  ["shows", "shows", true],
  ["shows", "shows-all", false],
  ["status-errored", "status-*", true],
  ["status-*", "status-*", true],
  ["page-*-0", "page-size-0", false],
  ["other-*", "status-*", false],
])("%s may mean tests with the id %s: %p", (part, id, expected) => {
  expect(mayMean(part, id)).toBe(expected);
});
