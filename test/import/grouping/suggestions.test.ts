import colors from "picocolors";
import { suggestionsAsJson, suggestionsFor } from "../../../src/import/grouping/suggestions";
import { suggestionsAsText } from "../../../src/import/grouping/suggestions-text";
import type { Workspace } from "../../../src/model";
import { organization } from "../organizations";
import { LISTS, workspace } from "./name-lists";

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const [project] = organization({ "Default Project": [] }).projects;

const suggestions = (workspaces: readonly Workspace[]) =>
  suggestionsFor({ organization: "acme", project: project!, workspaces });

const text = (workspaces: readonly Workspace[], width = Infinity) =>
  suggestionsAsText(suggestions(workspaces), { colors: colors.createColors(false), width, cutNote: "Cut." });

/** Some have the tag of another team than their names say. */
const tagged = (names: readonly string[]): Workspace[] =>
  names.map((name) => {
    const team = /^web|0$/.test(name) ? "::set-output web" : "net";
    return workspace(name, { tags: [{ key: "team", value: team }], repository: { owner: `acme/${name.length % 2}` } });
  });

const LISTS_TEXT =
  "repository:owner is written as lists: no patterns and no tag select exactly 1 of its groups (acme-1), so new " +
  "workspaces are not routed. A tag would do it: give each workspace the tag project, with the name of its project " +
  "as the value, and group by tag:project.";

const MIXED = tagged([
  ...numbered("net-prod-", 6),
  ...numbered("net_db", 5),
  ...numbered("web-api-", 5),
  "webDb",
  "vpn",
]);

test("every way has its groups with three names of each, and what it leaves; ways that mostly agree are compared", () => {
  expect(text(MIXED)).toBe(
    `Ways to group the 18 workspaces of the default project of acme, Default Project:

WAY               GROUPS  COVERED  LEFT  LARGEST GROUP   WRITTEN AS
word:-1                3       17     1  db-project (6)  rules
word:2                 2       11     7  db-project (6)  rules
repository:owner       2       18     0  acme-1 (12)     lists
word:1                 2       17     1  net (11)        rules
tag:team               1       10     8  net (10)        rules

Words of no group, since they stand beside most others: prod.

word:-1: by the last word of names
  db-project (6)  net_db0, net_db2, webDb
  net (6)         net-prod-0, net-prod-2, net-prod-5
  api (5)         web-api-0, web-api-2, web-api-4
  left (1)        vpn

word:2: by the second word of names
  db-project (6)  net_db0, net_db2, webDb
  api (5)         web-api-0, web-api-2, web-api-4
  left (7)        net-prod-0, net-prod-3, vpn

repository:owner: by the owner of the repository
  acme-1 (12)  net_db0, vpn, webDb
  acme-0 (6)   net-prod-0, net-prod-2, net-prod-5
${LISTS_TEXT}

word:1: by the first word of names; the same groups as word:-2
  net (11)  net-prod-0, net-prod-5, net_db4
  web (6)   web-api-0, web-api-2, webDb
  left (1)  vpn

tag:team: by the values of the tag team
  net (10)  net-prod-1, net-prod-5, vpn
  left (8)  net-prod-0, web-api-1, webDb

Where two ways disagree that mostly agree:
  word:-1 and repository:owner: 12 workspaces alike, 5 not
    api or acme-1 (5): web-api-0, web-api-2, web-api-4
  word:-1 and tag:team: 5 workspaces alike, 4 not
    db-project or net (4): net_db1, net_db2, net_db4
  word:2 and repository:owner: 6 workspaces alike, 5 not
    api or acme-1 (5): web-api-0, web-api-2, web-api-4
  repository:owner and word:1: 12 workspaces alike, 5 not
    acme-1 or net (5): net_db0, net_db2, net_db4
  repository:owner and tag:team: 5 workspaces alike, 5 not
    acme-1 or net (5): net_db1, net_db3, vpn`,
  );
});

test("lines are not wider than the terminal", () => {
  const { workspaces } = LISTS.at(-1)!;
  const lines = text(workspaces, 80).split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("of many groups, the largest are shown, and the others named", () => {
  const { workspaces } = LISTS.at(-1)!;
  expect(text(workspaces)).toContain(`
word:1: by the first word of names; the same groups as word:-2
  billing (45)   billing-api-prod, billingTests, us-east-1-billing-vault
  catalog (45)   catalog-assets-prod, catalogGateway, vpc-catalog
`);
  expect(text(workspaces)).toContain(`
  maps (45)      eu-dev-maps-bucket-16, MAPS_cron, us-east-1-maps-roles
  8 more         mobile, net, pay, search, shipping, stock, video, web
  left (1)       legacy
`);
  expect(text(workspaces)).toContain("\n\nCut.");
});

test("without groups, a sentence says so", () => {
  expect(text([])).toBe("No groups: the default project of acme, Default Project, has 0 workspaces.");
  expect(text(tagged(["a"]))).toBe("No groups: the default project of acme, Default Project, has 1 workspace.");
  expect(
    text(
      ["a", "web", "b", "c", "d"].map((name) => workspace(name)),
      60,
    ),
  ).toBe(
    `No groups: the default project of acme, Default Project, has
5 workspaces, of which no 5 have a word, a tag or a
repository in common.`,
  );
});

test("the document has every group, with its names and the rule that selects it, and all comparisons", () => {
  const document = JSON.parse(suggestionsAsJson(suggestions(MIXED))) as {
    readonly ways: readonly { readonly way: string; readonly also_by: readonly string[] }[];
    readonly comparisons: readonly unknown[];
  };
  expect(document).toMatchObject({
    kind: "suggest",
    organization: "acme",
    default_project: { id: "prj-default", name: "Default Project" },
    workspaces: 18,
    words_left_out: { anywhere: ["prod"], first: [] },
  });
  expect(document.ways.map(({ way, also_by }) => [way, ...also_by])).toEqual([
    ["word:-1"],
    ["word:2"],
    ["repository:owner"],
    ["word:1", "word:-2"],
    ["tag:team"],
  ]);
  const [, , byOwner, byWord] = document.ways;
  expect(byOwner).toMatchObject({ written_as: "lists", missing_tag: { key: "project", tagged: 0 } });
  expect(byWord).toEqual({
    way: "word:1",
    also_by: ["word:-2"],
    covered: 17,
    left: ["vpn"],
    written_as: "rules",
    groups: [
      {
        project: "net",
        match_names: ["net-*", "net_*"],
        workspaces: [...numbered("net-prod-", 6), ...numbered("net_db", 5)],
      },
      { project: "web", match_names: ["web*"], workspaces: [...numbered("web-api-", 5), "webDb"] },
    ],
  });
  expect(document.comparisons).toHaveLength(10);
  expect(document.comparisons).toContainEqual({
    ways: ["word:-1", "tag:team"],
    alike: 5,
    apart: [{ projects: ["db-project", "net"], workspaces: ["net_db1", "net_db2", "net_db3", "net_db4"] }],
  });
});
