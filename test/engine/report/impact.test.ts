import { asHtml } from "../../../src/engine/report/html/page";
import { asJson } from "../../../src/engine/report/json";
import { flagName } from "../../../src/cli/report";
import { asMarkdown } from "../../../src/engine/report/markdown/markdown";
import { asText } from "../../../src/engine/report/text";
import type { Plan } from "../../../src/engine/plan/comparison";
import { asDrift, planFor } from "./organization";
import { everyImpact, movesOf, withUnreadable } from "./scenarios";

const options = { width: Infinity, optionName: flagName };
const HEADING = "What the moves change";
const LABELS =
  "workload identity, team access, variable sets, policy sets, tags, run tasks, notifications, agent pools, " +
  "VCS connections, unfinished runs";

/** The section of the text, line by line. */
function shown(plan: Plan, verbose = false): readonly string[] {
  const lines = asText([plan], { ...options, verbose }).split("\n");
  const start = lines.indexOf(`${HEADING}:`);
  return start === -1 ? [] : lines.slice(start + 1, lines.indexOf("", start));
}

describe("what moves change, as text", () => {
  test("settings, team access, sets and tags, each pair of projects once", () => {
    expect(shown(everyImpact())).toEqual([
      "  Web → Data (2 workspaces)",
      "    auto-destroy    (none) → 14d (unless a workspace has its own)",
      "    execution mode  remote → (organization's default) (unless a workspace has its own)",
      "    team access     - ops|<b> (admin), + web (write), ~ qa (read → maintain), " +
        "~ team-1 (custom: workspace-access.move (not known) → true; workspace-access.runs read → apply)",
      "    variable sets   - aws-prod, - dns, + aws-dev",
      "    policy sets     - soc2",
      "    tags            - team=web, + cost=, ~ env=prod → env=dev",
      "    run tasks       + scan (mandatory; post_plan: may stop runs; for 1 of 2 workspaces)",
      "    agent pools     ! private (has no agent)",
      "  Not compared: policy sets by-tags, which are not known.",
    ]);
  });

  test("what could not be read, and that nothing else changes", () => {
    expect(shown(withUnreadable(everyImpact()))).toEqual([
      "  The moves change nothing that is compared here.",
      `  Not readable with this token: ${LABELS}.`,
    ]);
  });

  test("only what was not compared where nothing else changes, and nothing where nothing moves", () => {
    expect(shown(movesOf(3))).toEqual([`  Not compared: ${LABELS}. Use --impact to compare them.`]);
    expect(shown(planFor([{ name: "Default Project" }], []))).toEqual([]);
    expect(asText([asDrift(everyImpact())], options)).not.toContain(HEADING);
  });

  test("which settings were not compared, with the number of pairs", () => {
    const plan = planFor(
      [
        { name: "Default Project", workspaces: ["a"], settings: { autoDestroyActivityDuration: undefined } },
        { name: "Web", workspaces: ["b"] },
        { name: "Data" },
        { name: "Ops", autoDestroy: "14d" },
      ],
      [
        { name: "Data", workspaces: ["a"] },
        { name: "Ops", autoDestroy: "14d", workspaces: ["b"] },
      ],
    );
    expect(shown(plan)).toEqual([
      "  Web → Ops (1 workspace)",
      "    auto-destroy  (none) → 14d (unless a workspace has its own)",
      "  Not compared, because responses lack them: auto-destroy (1 of 2 pairs).",
      `  Not compared: ${LABELS}. Use --impact to compare them.`,
    ]);
  });

  test("a long list is cut without --verbose", () => {
    const plan = everyImpact();
    const lost = Array.from({ length: 20 }, (_, index) => ({ change: "lost" as const, name: `set-${index}` }));
    const moves = plan.impact.moves.map((move) => ({
      ...move,
      related: { ...move.related!, variableSets: { effects: lost } },
    }));
    const policySets = (index: number) => ({ effects: [{ change: "lost" as const, name: `policy ${index}` }] });
    const different = Array.from({ length: 20 }, (_, index) => ({
      ...moves[0]!,
      related: { ...moves[0]!.related, policySets: policySets(index) },
    }));
    const many = { ...plan, impact: { ...plan.impact, moves: different } };
    expect(shown(many).filter((line) => line.includes("Web → Data"))).toHaveLength(12);
    expect(shown(many)).toContainEqual(expect.stringMatching(/- set-11, … and 8 more$/));
    expect(shown(many)).toContain("  … and 8 more pairs of projects");
    expect(shown(many, true).filter((line) => line.includes("- set-19"))).toHaveLength(20);
  });
});

/** A plan of 40 pairs of projects, for which the same changes. */
function manyPairs(): Plan {
  const plan = everyImpact();
  const { impact } = plan;
  const moves = Array.from({ length: 40 }, (_, index) => ({
    ...impact.moves[0]!,
    from: { id: `prj-${index}`, name: `Team ${index}` },
  }));
  return { ...plan, impact: { ...impact, moves } };
}

describe("the same change for 40 pairs of projects", () => {
  const plan = manyPairs();

  test("is shown once as text, with all pairs", () => {
    const lines = shown(plan);
    expect(lines.filter((line) => line.includes("- aws-prod"))).toHaveLength(1);
    expect(lines.slice(0, 2)).toEqual([
      "  40 pairs of projects (80 workspaces)",
      expect.stringMatching(/^ {4}Team 0 → Data \(2\), .*Team 11 → Data \(2\), … and 28 more$/),
    ]);
    expect(shown(plan, true)[1]).toMatch(/Team 39 → Data \(2\)$/);
  });

  test("is shown once in Markdown and HTML, with all pairs", () => {
    const text = asMarkdown([plan]);
    expect(text.match(/- `aws-prod`/g)).toHaveLength(1);
    expect(text).toContain("`Team 38` → `Data` (2)<br>`Team 39` → `Data` (2) | auto-destroy |");
    expect(text).toContain("| the same 40 pairs | tags |");
    const page = asHtml([plan]);
    expect(page.match(/- aws-prod</g)).toHaveLength(1);
    expect(page).toContain("<b>40 pairs of projects (80 workspaces)</b>");
    expect(page).toContain("Team 39 → Data (2)");
  });
});

test("Markdown has a row for each pair and kind, with escaped names", () => {
  const text = asMarkdown([everyImpact()]);
  const rows = text.slice(text.indexOf(`**${HEADING}**`)).split("\n");
  expect(rows.slice(2, 10)).toEqual([
    "| Workspaces | | Change |",
    "| --- | --- | --- |",
    "| `Web` → `Data` (2) | auto-destroy | (none) → `14d` (unless a workspace has its own) |",
    "| `Web` → `Data` (2) | execution mode | `remote` → (organization's default) (unless a workspace has its own) |",
    expect.stringContaining(
      "| team access | - <code>ops&#124;&#60;b&#62;</code> (`admin`), + `web` (`write`), ~ `qa` ",
    ),
    "| `Web` → `Data` (2) | variable sets | - `aws-prod`, - `dns`, + `aws-dev` |",
    "| `Web` → `Data` (2) | policy sets | - `soc2` |",
    "| `Web` → `Data` (2) | tags | - `team=web`, + `cost=`, ~ `env=prod` → `env=dev` |",
  ]);
});

test("HTML has a list for each pair, with escaped names", () => {
  const page = asHtml([everyImpact()]);
  const section = page.slice(page.indexOf('class="notice impact"'));
  expect(section).toContain("Web → Data");
  expect(section).toContain('<span class="lost">- ops|&#60;b&#62; (admin)</span>');
  expect(section).toContain('<span class="gained">+ aws-dev</span>');
  expect(asHtml([planFor([{ name: "Default Project" }], [])])).not.toContain("notice impact");
});

test("JSON has null for what could not be read, and no member for what was not", () => {
  const impactOf = (plan: Plan) =>
    (JSON.parse(asJson([plan])) as { organizations: { impact: { moves: object[]; deletions: object[] } }[] })
      .organizations[0]!.impact;
  const read = impactOf(everyImpact());
  expect(read.moves[0]).toMatchObject({
    related: {
      variable_sets: {
        effects: [
          { change: "lost", name: "aws-prod" },
          { change: "lost", name: "dns" },
          { change: "gained", name: "aws-dev" },
        ],
      },
      policy_sets: { not_compared: ["policy sets by-tags, which are not known"] },
      agent_pools: { effects: [{ change: "affected", name: "private", note: "has no agent", certain: false }] },
      runs: { effects: [], not_compared: [] },
    },
  });
  expect(read.deletions[0]).toMatchObject({ related: { team_access: [{ name: "ops|<b>", before: "admin" }] } });
  const unreadable = impactOf(withUnreadable(everyImpact()));
  expect(unreadable.moves[0]).toMatchObject({ related: { team_access: null, run_tasks: null } });
  expect(unreadable.deletions[0]).toMatchObject({ related: { team_access: null, tags: null } });
  expect(Object.keys(impactOf(movesOf(1)).moves[0]!)).toEqual([
    "action",
    "from",
    "to",
    "workspaces",
    "settings",
    "not_compared",
    "destroyed_anyway",
  ]);
});
