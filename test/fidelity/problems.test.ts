import { catalogue, slugOf } from "./catalogue";
import { showing } from "./example";
import { problemsOf } from "./problems";
import { statement } from "./shows";
import type { Showing } from "./statement";

const ID = "project: name";
const stated = (says: string, reasons: object = { client: "Why.", terraform: "Why." }, file = "emulator/a"): Showing =>
  showing(file, statement.field(ID, says, reasons), "a");

test("sections have different anchors", () => {
  const slugs = catalogue([]).map(slugOf);
  expect(new Set(slugs).size).toBe(slugs.length);
});

test.each<[string, string[], ...Showing[]]>([
  ["once, and shown by its ID", [], stated("As [listed](#list-projects)."), showing("emulator/b", ID, "b")],
  ["again by a group that is repeated", [], stated("A name."), stated("A name.")],
  ["in two ways", ["is stated twice"], stated("A name."), stated("Another.")],
  ["in two files", ["is stated twice"], stated("A name."), stated("A name.", undefined, "emulator/b")],
  ["without words", ["is not a line of at most 160 characters"], stated("")],
  ["in two lines", ["is not a line of at most 160 characters"], stated("A\nname.")],
  ["at length", ["is not a line of at most 160 characters"], stated("a".repeat(161))],
  ["with a dead link", ['has a link to "nowhere", which is no section'], stated("[A](#nowhere).")],
  ["without the client", ["has no test of client, and no reason"], stated("A name.", { terraform: "Why." })],
  ["without the provider", ["has no test of terraform, and no reason"], stated("A name.", { client: "Why." })],
  [
    "with a reason why no test shows it, which one does",
    ["has tests of client, and a reason why not"],
    stated("A name."),
    showing("api/a", ID, "a"),
  ],
  [
    "by the provider alone",
    ["has no test of the emulator or the client"],
    stated("A name.", { emulator: "Why.", client: "Why." }, "provider/a"),
  ],
])("a behavior that is stated %s has these problems: %j", (_, problems, ...showings) => {
  const all = problemsOf(showings, catalogue(showings));
  expect(all).toContain('"Overview" has no statements.');
  expect(all.filter((it) => !it.endsWith("has no statements."))).toEqual(problems.map((it) => `"${ID}" ${it}.`));
});

test("what is shown has to be stated", () => {
  const problem = 'test/api/a.test.ts shows "project: colour", which no test states.';
  expect(problemsOf([showing("api/a", "project: colour", "a")], [])).toEqual([problem]);
});
