import colors from "picocolors";
import { findGroupings } from "../../../src/import/grouping/grouping";
import { suggestionsAsJson, suggestionsAsText } from "../../../src/import/grouping/suggestions";
import { organization } from "../organizations";

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

function suggestions(names: readonly string[]) {
  const { workspaces: plain, projects } = organization({ "Default Project": names });
  const workspaces = plain.map((it) => ({
    ...it,
    tags: it.name.startsWith("web") ? [{ key: "team", value: "::set-output web" }] : [{ key: "team", value: "net" }],
  }));
  const [project] = projects;
  return { found: { organization: "acme", project: project!, workspaces }, groupings: findGroupings(workspaces, "x") };
}

const text = (names: readonly string[], width = Infinity) =>
  suggestionsAsText(suggestions(names), colors.createColors(false), width);

test("a table has a line for each way, with its groups and what it leaves", () => {
  expect(text([...numbered("net-prod-", 6), ...numbered("net-test-", 5), ...numbered("web", 3)])).toBe(
    `Ways to group the 14 workspaces of the default project of acme, Default Project:

WAY       GROUPS  COVERED  LEFT  LARGEST GROUP
words:2        2       11     3  net-prod (6)
words:1        1       11     3  net (11)
tag:team       1       11     3  net (11)`,
  );
});

test("without groups, a sentence says so", () => {
  expect(text([])).toBe("No groups: the default project of acme, Default Project, has 0 workspaces.");
  expect(text(["a"])).toBe("No groups: the default project of acme, Default Project, has 1 workspace.");
  expect(text(["a", "web", "b", "c", "d"], 60)).toBe(
    `No groups: the default project of acme, Default Project, has
5 workspaces, of which no 5 have words or a tag in common.`,
  );
});

test("the document has every group, with the rule that selects it", () => {
  const names = [...numbered("net-", 5), "net_1", "vpn"];
  expect(JSON.parse(suggestionsAsJson(suggestions(names)))).toMatchObject({
    kind: "suggest",
    organization: "acme",
    default_project: { id: "prj-default", name: "Default Project" },
    workspaces: 7,
    ways: [
      {
        way: "tag:team",
        covered: 7,
        left: 0,
        groups: [{ project: "net", match_tags: { team: "net" }, workspaces: 7 }],
      },
      {
        way: "words:1",
        covered: 6,
        left: 1,
        groups: [{ project: "net", match_names: ["net-*", "net_*"], workspaces: 6 }],
      },
    ],
  });
});
