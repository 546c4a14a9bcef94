import type { DesiredOrganization } from "../../../src/engine/organization";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import { render } from "../../../src/engine/report/render";
import { quoteIfAmbiguous } from "../../../src/reconcile/text";
import { code, organization } from "../plan/organization-with-rules";

const TEAM_ACCESS = "tfprojects_project_team_access";

/** Code that gives teams write access to Net, and to no others, and an organization where others have read access. */
function teamsOfNet(wanted: readonly string[], assigned: readonly string[]) {
  const objects = [...new Set([...wanted, ...assigned])].map((name) => ({ id: `team-${name}`, name }));
  const desired: DesiredOrganization = {
    ...code({ Net: {} }),
    memberships: [],
    assignments: [
      {
        type: TEAM_ACCESS,
        address: `${TEAM_ACCESS}.net`,
        project: { by: "id", id: "prj-Net" },
        exclusive: true,
        objects: wanted.map((name) => ({ key: { name }, attributes: { access: "write" } })),
      },
    ],
  };
  const inNet = Object.fromEntries(assigned.map((name) => [`team-${name}`, { access: "read" }]));
  return [
    desired,
    {
      ...organization({ Default: [], Net: [] }),
      assignments: {
        [TEAM_ACCESS]: {
          isReadable: true,
          objects,
          projects: {
            "prj-Net": objects
              .filter(({ id }) => inNet[id] !== undefined)
              .map((object) => ({ object, attributes: inNet[object.id] ?? {} })),
          },
        },
      },
    },
  ] as const;
}

const wide = { width: 300 };
const DIRECTION = "To match the code, an apply would make these changes:";
const tilesOf = (page: string): string[] =>
  [...page.matchAll(/<li class="\w+ (?:some|none)"><b>(\d+)<\/b>\s*([^<]*)<\/li/g)].map(
    ([, count = "", label = ""]) => `${count} ${label}`,
  );

describe("a project of which only assignments change", () => {
  const compared = teamsOfNet(["web", "ops"], ["web", "data"]);

  test("is not called changed in drift, which counts no changed project", () => {
    const drift = detectDrift(...compared);
    const shown = render(drift, "text", wide);
    expect(shown).toContain(`${DIRECTION}\n\n~ Net (assignments changed)\n    + team ops (access write)\n`);
    expect(shown).toContain("Drift: 0 projects missing, 0 changed, 0 workspaces misplaced, 3 assignments changed.");
    expect(render(drift, "markdown")).toContain(`${DIRECTION}\n\n**1 project**\n`);
    expect(render(drift, "markdown")).toContain("| `Net` | assignments changed | + team `ops` (access write)<br>");
    const page = render(drift, "html");
    expect(tilesOf(page)).toEqual([
      "0 projects missing",
      "0 projects changed",
      "0 workspaces misplaced",
      "3 assignments changed",
      "0 projects unmanaged",
      "0 workspaces unmanaged",
    ]);
    expect(page).toContain(DIRECTION);
    expect(page).toContain('<h3>Assignments changed <span class="count">3</span></h3>');
    expect(page).not.toContain("<h3>Changed ");
  });

  test("is not called changed in a plan, which says how many assignments it sets and removes", () => {
    const plan = makePlan(...compared);
    const shown = render(plan, "text", wide);
    expect(shown).not.toContain(DIRECTION);
    expect(shown).toContain(
      "Plan: 0 to create, 0 to update, 0 workspaces to move, 0 to delete, 2 assignments to set, " +
        "1 assignment to remove.",
    );
    const page = render(plan, "html");
    expect(tilesOf(page)).toEqual([
      "0 to create",
      "0 to update",
      "0 workspaces to move",
      "0 to delete",
      "2 assignments to set",
      "1 assignment to remove",
    ]);
    expect(page).toContain('<h3>Assignments <span class="count">3</span></h3>');
    expect(page).toContain("<small>2 to set, 1 to remove</small>");
    expect(page).toContain("~ assignments</span>");
    expect(page).not.toContain("<h3>Changed ");
  });
});

const named = (kind: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${kind}-${at}`);

test("a long list of assignments is cut without --verbose, those that are removed last", () => {
  const linesOf = (verbose: boolean, added: number, removed: number): string[] =>
    render(makePlan(...teamsOfNet(named("new", added), named("old", removed))), "text", { ...wide, verbose })
      .split("\n")
      .filter((line) => /^ {4}[-+…]/.test(line));
  const cut = linesOf(false, 40, 8);
  expect(cut.filter((line) => line.startsWith("    - team old-"))).toHaveLength(8);
  expect(cut.filter((line) => line.startsWith("    + team new-"))).toHaveLength(4);
  expect(cut.at(-1)).toBe("    … and 36 more assignments");
  expect(linesOf(false, 2, 20).at(-1)).toBe("    … and 10 more assignments (8 to remove)");
  expect(linesOf(true, 40, 8)).toHaveLength(48);
  expect(linesOf(false, 16, 0)).toHaveLength(16);
  expect(render(makePlan(...teamsOfNet(named("new", 17), [])), "text", wide)).toContain("Long lists are cut:");
});

test("a long list of assignments is collapsed in a cell of Markdown, and its title counts those that are removed", () => {
  const cellOf = (added: number, removed: number): string | undefined =>
    /\| `Net` \| assignments[^|]* \| (.*) \|/.exec(
      render(makePlan(...teamsOfNet(named("new", added), named("old", removed))), "markdown"),
    )?.[1];
  expect(cellOf(17, 3)).toMatch(/^\+ team `new-0` \(access write\)<br>.*- team `old-2` \(access read\)$/);
  expect(cellOf(40, 8)).toMatch(
    /^<details><summary>48 assignments \(8 to remove\)<\/summary>\+ team `new-0` .*<br>.*<\/details>$/,
  );
  expect(cellOf(40, 0)).toMatch(/^<details><summary>40 assignments<\/summary>/);
});

test("the end of a long list of assignments is collapsed in a page, which shows those that are removed", () => {
  const compared = teamsOfNet(named("new", 40), named("old", 8));
  for (const it of [makePlan(...compared), detectDrift(...compared)]) {
    const [list = "", collapsed = ""] = render(it, "html").split('<details class="more">').slice(-2);
    const shown = list.slice(list.lastIndexOf('<ul class="assignments">'));
    expect(shown.match(/- team old-/g)).toHaveLength(8);
    expect(shown.match(/\+ team new-/g)).toHaveLength(4);
    expect(collapsed).toContain("<summary>36 more assignments</summary>");
    expect(collapsed.match(/\+ team new-/g)).toHaveLength(36);
  }
  const pageOf = (added: number, removed: number): string =>
    render(makePlan(...teamsOfNet(named("new", added), named("old", removed))), "html");
  expect(pageOf(2, 20)).toContain("<summary>10 more assignments (8 to remove)</summary>");
  expect(pageOf(13, 0)).not.toContain("more assignments");
});

test("a very large plan, whose last projects have a line each, shows few assignments of each, removed ones first", () => {
  const [desired, actual] = teamsOfNet(named("new", 40), named("old", 8));
  const others = code(Object.fromEntries(named("Other", 1_001).map((name) => [name, {}])));
  const larger = { ...desired, projects: [...desired.projects, ...others.projects] };
  const page = render(makePlan(larger, actual), "html");
  const further = page.slice(page.indexOf('class="further-projects"'));
  expect(further).toContain("<span>- team old-0 (access read)</span>");
  expect(further.match(/<span>[-+] team /g)).toHaveLength(5);
  expect(further).toContain("<span>43 more assignments (3 to remove)</span>");
});

test.each([
  ["web", "web"],
  ["emoji 🚀 team", "emoji 🚀 team"],
  ["a, b", '"a, b"'],
  ["trailing ", '"trailing "'],
  [" leading", '" leading"'],
  ["web (access read)", '"web (access read)"'],
  ["", '""'],
])("a name in a list is quoted if it is unclear where it ends: %j", (name, shown) => {
  expect(quoteIfAmbiguous(name)).toBe(shown);
});

test("text and pages show an ambiguous name in quotes, also in warnings", () => {
  const plan = makePlan(...teamsOfNet(["a, b"], ["trailing ", "c"]));
  const shown = render(plan, "text", wide);
  expect(shown).toContain(
    '    + team "a, b" (access write)\n    - team c (access read)\n    - team "trailing " (access read)\n',
  );
  expect(shown).toContain('Teams "trailing " (access read), c (access read) are removed');
  expect(render(plan, "html")).toContain("+ team &#34;a, b&#34; (access write)");
});
