import colors from "picocolors";
import { suggestionsAsJson, suggestionsFor } from "../../../src/import/grouping/suggestions";
import { suggestionsAsPage } from "../../../src/import/grouping/suggestions-page";
import { suggestionsAsText } from "../../../src/import/grouping/suggestions-text";
import {
  ACCESS_NOTE,
  accessOf,
  accessText,
  type TeamAccess,
  type TeamLevel,
} from "../../../src/import/grouping/team-access";
import { organization } from "../organizations";
import { workspace } from "./name-lists";

const NET = ["net-a", "net-b", "net-c", "net-d", "net-e"].map((name) => workspace(name));

/** The same access for all, but for these. */
const access = (all: readonly TeamLevel[], others: Readonly<Record<string, readonly TeamLevel[] | undefined>> = {}) =>
  new Map(NET.map(({ id, name }) => [id, name in others ? others[name] : all])) satisfies TeamAccess;

const ops: TeamLevel = { team: "ops", access: "write" };
const audit: TeamLevel = { team: "audit", access: "read" };
const custom = (runs: string): TeamLevel => ({ team: "sre", access: "custom", permissions: { runs } });

test.each<readonly [string, TeamAccess, string]>([
  ["the same for all", access([ops, audit]), "audit read, ops write"],
  ["different", access([ops], { "net-a": [ops, audit] }), "ops write; ≠ audit read (1 of 5)"],
  [
    "another level",
    access([ops], { "net-a": [{ ...ops, access: "read" }] }),
    "≠ ops read (1 of 5), ops write (4 of 5)",
  ],
  [
    "other permissions",
    access([custom("plan")], { "net-b": [custom("apply")] }),
    "≠ sre custom (4 of 5), sre custom (1 of 5)",
  ],
  ["none", access([]), "none"],
  ["partly not visible", access([ops], { "net-c": undefined }), "ops write; 1 not visible"],
  ["not visible", new Map(), "not visible"],
  ["none, where it is visible", access([], { "net-c": undefined }), "none; 1 not visible"],
])("access that is %s", (_, teams, text) => {
  expect(accessText(NET, teams)).toBe(text);
});

test("has the permissions of custom access, and how many workspaces have what others have not", () => {
  expect(accessOf(NET, access([ops, custom("plan")], { "net-e": [ops], "net-d": undefined }))).toEqual({
    common: [ops],
    differing: [{ ...custom("plan"), workspaces: 3 }],
    unknown: 1,
  });
});

test("is part of text, page and document of suggestions", () => {
  const [project] = organization({ "Default Project": [] }).projects;
  const found = { organization: "acme", project: project!, workspaces: [...NET, workspace("vpn")] };
  const suggestions = { ...suggestionsFor(found), access: access([ops], { "net-a": [] }) };
  const text = suggestionsAsText(suggestions, { colors: colors.createColors(false), width: 100, cutNote: "" });
  expect([text, suggestionsAsPage(suggestions, () => "")]).toEqual([
    expect.stringContaining(`\n${ACCESS_NOTE}\n`),
    expect.stringContaining(`>${ACCESS_NOTE}<`),
  ]);
  expect(text).toContain(`
  net (5)   net-a, net-c, net-e
            teams: ≠ ops write (4 of 5)
  left (1)  vpn`);
  expect(suggestionsAsPage(suggestions, () => "")).toContain("<i>teams:</i> ≠ ops write (4 of 5)</p>");
  expect(JSON.parse(suggestionsAsJson(suggestions))).toMatchObject({
    ways: [{ groups: [{ team_access: { common: [], differing: [{ ...ops, workspaces: 4 }], unknown: 0 } }] }],
  });
});
