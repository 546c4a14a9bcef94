import stringWidth from "string-width";
import type { SettingName } from "../../../src/model";
import { asHtml } from "../../../src/engine/report/html/page";
import { asJson } from "../../../src/engine/report/json";
import { asText } from "../../../src/engine/report/text";
import { asDrift, driftFor, planFor, type ActualProjectSpec, type DesiredProjectSpec } from "./organization";
import { everyChange, movesOf } from "./scenarios";
import { anyCharacter, casesOf, fc } from "../../support/property";
import { flagName } from "../../../src/cli/report";

const plain = { optionName: flagName };

/** A template without its first line break and its indentation. */
function text(strings: TemplateStringsArray): string {
  return strings.join("").replace(/^\n/, "").replace(/^ {4}/gm, "").replace(/ *$/, "");
}

/** Heading, raised limit, summary, and the empty lines around them. */
const HEAD_AND_SUMMARY = 17;

/** Projects with as many workspaces each, of which some move: four from each project to the one that is 60 further. */
function teamsOf(projects: number, workspaces: number, moves: number) {
  const nameOf = (index: number): string => `Team ${String(index).padStart(3, "0")}`;
  const inside = (index: number): string[] =>
    Array.from({ length: workspaces }, (_, number) => number)
      .filter((number) => number % projects === index)
      .map((number) => `workspace-${String(number).padStart(3, "0")}`);
  const sources = moves / 4;
  const wanted = (index: number): string[] => [
    ...inside(index).slice(index < sources ? 4 : 0),
    ...(index >= 60 && index - 60 < sources ? inside(index - 60).slice(0, 4) : []),
  ];
  const all = Array.from({ length: projects }, (_, index) => index);
  return {
    actual: [{ name: "Default Project" }, ...all.map((index) => ({ name: nameOf(index), workspaces: inside(index) }))],
    desired: all.map((index) => ({ name: nameOf(index), workspaces: wanted(index) })),
  };
}

function shown(holdings: readonly ActualProjectSpec[], wanted: readonly DesiredProjectSpec[]): string {
  return asText([planFor(holdings, wanted)], plain);
}

describe("an error about many workspaces", () => {
  const workspaces = Array.from({ length: 12 }, (_, index) => `net-${String(index + 1).padStart(2, "0")}`);
  const plan = () =>
    planFor(
      [{ name: "Default Project", workspaces }, { name: "Data" }, { name: "Net" }],
      ["Data", "Net"].map((name) => ({ name, workspaces })),
    );

  test("names the first ten, and says how to see all", () => {
    const short = asText([plan()], { ...plain, width: 300 });
    expect(short).toContain('"net-09", "net-10" and 2 more are in ');
    expect(short).not.toContain("All workspaces");
    expect(short).toContain("Long lists are cut: --verbose shows all of them, --json and --html have everything.");
  });

  test("has all of them with verbose, in the page and as JSON", () => {
    expect(asText([plan()], { ...plain, verbose: true, width: 300 })).toContain(
      `    All workspaces: ${workspaces.join(", ")}\n`,
    );
    expect(asHtml([plan()], plain)).toContain("net-12");
    expect(asJson([plan()])).toContain('"net-12"');
  });
});

describe("a plan as text", () => {
  test("says that there are no changes", () => {
    expect(shown([{ name: "Default Project" }], [])).toBe(text`
    Organization acme

    No changes. The organization matches the code.

    `);
  });

  test("aligns the values of settings with long labels", () => {
    const settings = { defaultExecutionMode: "agent", defaultAgentPoolId: "apool-1", tags: { env: "prod" } };
    expect(shown([{ name: "Default Project" }, { name: "Data" }], [{ name: "Data", settings }])).toBe(text`
    Organization acme

    ~ Data (exists, found by its name)
        execution mode  (none) → "agent"
        agent pool      (none) → "apool-1"
        tags            (none) → "env=prod"

    Plan: 0 to create, 1 to update, 0 workspaces to move, 0 to delete.

    `);
  });

  test.each<[readonly SettingName[], string]>([
    [["autoDestroyActivityDuration"], "No changes; durations not compared (--skip-durations)."],
    [["tags"], "No changes; tags not compared (not reported by the service)."],
    [
      ["autoDestroyActivityDuration", "defaultExecutionMode", "tags"],
      "No changes; durations, execution mode, tags not compared (--skip-durations).",
    ],
  ])("says that %j were not compared, and why", (notCompared, summary) => {
    const plan = planFor([{ name: "Default Project" }], []);
    expect(asText([{ ...plan, notCompared }], plain)).toContain(`\n${summary}\n`);
  });

  test("names options as programs do, unless the caller calls them otherwise", () => {
    const plan = planFor([{ name: "Default Project" }, { name: "A" }], [], { maxMoves: "all" });
    const report = asText([plan]);
    expect(report).toContain("Raised limit: maxMoves all (default 25).");
    expect(report).toContain("1 project is not in the code and is left alone; prune deletes it.");
  });

  test.each<[string, Partial<ReturnType<typeof planFor>["desired"]>]>([
    ["a state", { inState: { states: [], droppedProjects: [], memberships: [] } }],
    ["code that was not read", { unread: ["module.other"] }],
    ["other stacks of the app", { otherStacks: ["network"] }],
  ])("does not offer to prune projects that may be managed elsewhere: with %s", (_, elsewhere) => {
    const plan = planFor([{ name: "Default Project" }, { name: "A" }], []);
    const report = asText([{ ...plan, desired: { ...plan.desired, ...elsewhere } }], plain);
    expect(report).toContain("1 project is not in the code and is left alone.\n");
    expect(report).not.toContain("prune");
  });

  test("has warnings first, then changes by project, and a summary", () => {
    expect(asText([everyChange()], plain)).toBe(text`
    Organization acme

    Warnings:
      ! Project "Legacy" (prj-legacy) will be deleted, and with it its team access,
        its tags, and its links to variable sets and policy sets.
      ! Runs of 8 workspaces present another identity, in whose subject
        "organization:acme:project:Legacy" becomes
        "organization:acme:project:Default Project" (2), "Platform" becomes "Default
        Project" (1), "Default Project" becomes "Platform Engineering" (1) and 4
        more. If they authenticate with it, clouds and Vault that trust the earlier
        one reject them: allow both before you apply, and remove the earlier one
        afterwards. A rename also changes TFC_PROJECT_NAME in runs, what policies
        see of the project, and the project that \`cloud\` blocks have to name.
      ! 2 workspaces (old-api, old-web) move to "Default Project" because their
        project is deleted.
      ! 1 workspace (stray) moves to "Default Project" because it is not in the
        exclusive membership of its project.
      ! 1 workspace that moves to "Data" gets auto-destroy after 14d of inactivity,
        unless it has a setting of its own: from "Default Project" (before: none).

    - Legacy (deleted): 2 workspaces move out first, to Default Project

    + Data (new): 1 workspace moves in
        description   "Pipelines"
        auto-destroy  "14d"
        from Default Project: etl-nightly

    ~ Green (renamed)
        name          "Blue" → "Green"

    ~ Lime (renamed)
        name          "Green" → "Lime"

    ~ Platform Engineering (renamed): 1 workspace moves in
        name          "Platform" → "Platform Engineering"
        description   "Shared" → (none)
        from Default Project: api-prod

    → Default Project: 3 workspaces move in
        from Legacy (2, evacuated): old-api, old-web
        from Platform (evicted): stray

    What the moves change:
      Default Project → Data (1 workspace)
        auto-destroy  (none) → 14d (unless a workspace has its own)
      Not compared: workload identity, team access, variable sets, policy sets,
        tags, run tasks, notifications, agent pools, VCS connections, unfinished
        runs. Use --impact to compare them.

    1 workspace stays in Default Project: left-alone.
    Plan: 1 to create, 3 to update, 5 workspaces to move, 1 to delete.
    Cannot be undone: the deletion of 1 project.

    `);
  });

  test("has errors first, with how to resolve them", () => {
    const options = { prune: true, maxDeletes: 1 };
    const plan = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], options);
    expect(asText([plan], { ...plain, width: 100 })).toBe(text`
    Organization acme
    Raised limit: --max-deletes 1 (default 0).

    The plan is blocked by errors:
      ✗ project "Full" (prj-full)
        The project is unmanaged and still contains 1 workspace: a. Assign it to a project of the code.
        Or use evacuate to move them to the default project.

    Plan blocked by 1 error.

    `);
  });

  test("cuts a list of 500 workspaces, says how to see all of them, and shows them with verbose", () => {
    const plan = movesOf(500);
    const cut = asText([plan], plain);
    expect(cut).toBe(text`
    Organization acme
    Raised limit: --max-moves all (default 125).

    Warnings:
      ! Runs of 500 workspaces present another identity, in whose subject
        "organization:acme:project:Default Project" becomes
        "organization:acme:project:Platform". If they authenticate with it, clouds
        and Vault that trust the earlier one reject them: allow both before you
        apply, and remove the earlier one afterwards.

    + Platform (new): 500 workspaces move in
        from Default Project (500): workspace-0000, workspace-0001, workspace-0002,
          workspace-0003, workspace-0004, workspace-0005, workspace-0006,
          workspace-0007, workspace-0008, workspace-0009, workspace-0010,
          workspace-0011, … and 488 more

    What the moves change:
      Not compared: workload identity, team access, variable sets, policy sets,
        tags, run tasks, notifications, agent pools, VCS connections, unfinished
        runs. Use --impact to compare them.

    Long lists are cut: --verbose shows all of them, --json and --html have
    everything.
    Plan: 1 to create, 0 to update, 500 workspaces to move, 0 to delete.

    `);
    const full = asText([plan], { ...plain, verbose: true });
    expect(full.match(/workspace-\d{4}/g)).toHaveLength(500);
    expect(full).not.toMatch(/more|cut/);
  });

  test("groups moves by source and reason, and puts those into unchanged projects last", () => {
    const plan = planFor(
      [
        { name: "Default Project", workspaces: ["new"] },
        { name: "Team Alpha", workspaces: ["logs", "api"] },
        { name: "Team Bravo", workspaces: ["stray", "web"] },
        { name: "Team Charlie", workspaces: ["db", "dev", "prod"] },
      ],
      [
        { name: "Team Alpha", workspaces: ["dev", "new"] },
        { name: "Team Bravo", workspaces: ["web", "api", "db", "logs", "prod"], exclusive: true },
        { name: "Zebra" },
        { name: "Yak" },
      ],
    );
    expect(asText([plan], { ...plain, width: 60 })).toContain(text`
    + Yak (new)
    + Zebra (new)

    → Default Project: 1 workspace moves in
        from Team Bravo (evicted): stray
    → Team Alpha: 2 workspaces move in
        from Default Project: new
        from Team Charlie: dev
    → Team Bravo: 4 workspaces move in
        from Team Alpha (2): api, logs
        from Team Charlie (2): db, prod
    `);
  });

  test("wraps the workspaces of a source below its name", () => {
    const workspaces = ["one-workspace", "other-workspace", "third-workspace"];
    const plan = planFor(
      [{ name: "Default Project" }, { name: "A", workspaces }, { name: "B" }],
      [{ name: "B", workspaces }],
    );
    expect(asText([plan], { ...plain, width: 40 })).toContain(text`
    → B: 3 workspaces move in
        from A (3): one-workspace,
          other-workspace, third-workspace
    `);
  });

  test("shows 100 moves of 900 workspaces between 120 projects on two lines for each destination, and no more", () => {
    const { actual, desired } = teamsOf(120, 900, 100);
    const plan = planFor(actual, desired, { maxMoves: "all" });
    const lines = asText([plan], { ...plain, width: 120 }).split("\n");
    const destinations = lines.filter((line) => line.startsWith("→ "));
    expect(destinations).toHaveLength(25);
    expect(lines.length).toBe(2 * destinations.length + HEAD_AND_SUMMARY);
    expect(lines.join().match(/workspace-\d{3}/g)).toHaveLength(100);
  });

  test("counts the sources that it does not name, where workspaces come from many projects", () => {
    const sources = Array.from({ length: 40 }, (_, index) => `Team ${String(index).padStart(2, "0")}`);
    const plan = planFor(
      [{ name: "Default Project" }, ...sources.map((name) => ({ name, workspaces: [`${name} a`, `${name} b`] }))],
      [],
      { prune: true, evacuate: true, maxDeletes: 40, maxMoves: "all" },
    );
    const shown = asText([plan], plain);
    expect(shown).toContain(
      "Warnings:\n  ! 40 projects will be deleted; they are listed below.\n  ! Runs of 80 workspaces ",
    );
    expect(shown).toContain("  ! 80 workspaces (");
    expect(shown).toContain("- Team 38 (deleted): 2 workspaces move out first, to Default Project\n- Team 39");
    expect(shown).toContain(
      "\n    from Team 11 (2, evacuated): Team 11 a, Team 11 b\n    … and 56 workspaces from 28 other projects\n",
    );
    expect(asText([plan], { ...plain, verbose: true })).toContain("from Team 39 (2, evacuated)");
  });

  test("cuts a list of warnings, and shows all of them with verbose", () => {
    const names = Array.from({ length: 20 }, (_, index) => `w${index}`);
    const plan = planFor(
      [{ name: "Default Project", workspaces: names }],
      names.map((name) => ({ name: `Project ${name}`, autoDestroy: "14d", workspaces: [name] })),
    );
    const shown = asText([plan], plain);
    // And that of the identity of runs.
    expect(shown.match(/^ {2}! 1 workspace/gm)).toHaveLength(11);
    expect(shown).toMatch(/\n {2}… and 9 more warnings\n[^]*\nLong lists are cut: --verbose/);
    expect(asText([plan], { ...plain, verbose: true }).match(/^ {2}! 1 workspace/gm)).toHaveLength(20);
  });

  test("says where the workspaces of a deleted project go", () => {
    const plan = planFor(
      [{ name: "Default Project" }, { name: "Old", workspaces: ["a", "b", "c", "d"] }],
      [
        { name: "Data", workspaces: ["a", "b"] },
        { name: "Web", workspaces: ["c"] },
      ],
      { prune: true, evacuate: true },
    );
    expect(asText([plan], plain)).toContain(text`
    - Old (deleted): 4 workspaces move out first, to Data (2), Default Project (1),
        Web (1)
    `);
  });

  test("shows one organization after the other, and their total", () => {
    const one = planFor([{ name: "Default Project" }], [{ name: "Data" }], { organization: "one" });
    const two = planFor([{ name: "Default Project" }], [{ name: "Data" }], { organization: "two" });
    expect(asText([one, two], { ...plain, width: 90 })).toBe(text`
    Organization one

    + Data (new)

    Plan: 1 to create, 0 to update, 0 workspaces to move, 0 to delete.

    Organization two

    + Data (new)

    Plan: 1 to create, 0 to update, 0 workspaces to move, 0 to delete.

    Total of 2 organizations: 2 to create, 0 to update, 0 workspaces to move, 0 to delete.
    `);
  });

  test("has the same text with colors as without", () => {
    const plan = everyChange();
    const colored = asText([plan], { ...plain, colors: true });
    // oxlint-disable-next-line no-control-regex -- escape sequences of colors
    const withoutColors = colored.replace(/\u001b\[\d+m/g, "");
    expect(colored).not.toBe(withoutColors);
    expect(withoutColors).toBe(asText([plan], plain));
  });

  test("is never wider than the terminal and has no control or invisible characters, whatever the names", () => {
    const name = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(name, name, name, fc.integer({ min: 20, max: 200 }), (workspace, project, description, width) => {
        const plan = planFor(
          [{ name: "Default Project", workspaces: [workspace] }, { name: project }],
          [{ name: "Data", description, workspaces: [workspace] }],
          { prune: true },
        );
        for (const shown of [asText([plan], { ...plain, width }), asText([asDrift(plan)], { ...plain, width })]) {
          for (const line of shown.split("\n")) {
            expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
          }
        }
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe("drift as text", () => {
  test("says that there is no drift, with the coverage", () => {
    const drift = driftFor([{ name: "Default Project", workspaces: ["a"] }], []);
    expect(asText([drift], plain)).toBe(text`
    Organization acme

    Unmanaged:
      1 workspace in Default Project: a

    Coverage: 0 of 1 project (0%) and 0 of 1 workspace (0%) are managed; the default
    project is not in the code.
    No drift. The organization matches the code. Unmanaged: 1 workspace.

    `);
  });

  test("shows counts and the first ten of 600 unmanaged projects, and where all of them are", () => {
    const byHand = Array.from({ length: 600 }, (_, index) => ({
      name: `Team ${String(index).padStart(3, "0")}`,
      workspaces: [`a-${index}`, `b-${index}`],
    }));
    const drift = driftFor([{ name: "Default Project" }, ...byHand], []);
    const shown = asText([drift], { ...plain, width: Infinity });
    expect(shown.split("\n").length).toBeLessThan(22);
    expect(shown).toContain(
      "  600 projects: Team 000, Team 001, Team 002, Team 003, Team 004, Team 005, Team 006, Team 007, Team 008, " +
        "Team 009, … and 590 more\n  2 workspaces in Team 000: a-0, b-0\n",
    );
    expect(shown).toContain("  2 workspaces in Team 009: a-9, b-9\n  … and 1180 workspaces in 590 more projects\n");
    expect(shown).toContain("--verbose shows all of them, --json and --html have everything");
    const all = asText([drift], { ...plain, width: Infinity, verbose: true });
    expect(all).toContain("  2 workspaces in Team 599: a-599, b-599\n");
  });

  test("shows unmanaged workspaces first that count as drift", () => {
    const byHand = Array.from({ length: 20 }, (_, index) => ({ name: `A ${index}`, workspaces: [`w-${index}`] }));
    const drift = driftFor(
      [{ name: "Default Project" }, ...byHand, { name: "Platform", workspaces: ["stray"] }],
      [{ name: "Platform" }],
      { strict: true },
    );
    expect(asText([drift], plain)).toContain(
      "more\n  1 workspace in Platform (drift): stray\n  1 workspace in A 0: w-0\n",
    );
  });

  test("shows what differs, and what is unmanaged", () => {
    const drift = driftFor(
      [
        { name: "Default Project", workspaces: ["api", "left"] },
        { name: "Platform", description: "Old" },
        { name: "Sandbox", workspaces: ["toy"] },
      ],
      [{ name: "Platform", description: "New", workspaces: ["api"] }, { name: "Data" }],
    );
    expect(asText([drift], plain)).toBe(text`
    Organization acme

    Warnings:
      ! Runs of 1 workspace present another identity, in whose subject
        "organization:acme:project:Default Project" becomes
        "organization:acme:project:Platform". If they authenticate with it, clouds
        and Vault that trust the earlier one reject them: allow both before you
        apply, and remove the earlier one afterwards.

    To match the code, an apply would make these changes:

    + Data (missing)

    ~ Platform (changed): 1 workspace belongs here
        description   "Old" → "New"
        in Default Project: api

    Unmanaged:
      1 project: Sandbox
      1 workspace in Default Project: left
      1 workspace in Sandbox: toy

    Coverage: 1 of 3 projects (33.3%) and 1 of 3 workspaces (33.3%) are managed; the
    default project is not in the code.
    Drift: 1 project missing, 1 changed, 1 workspace misplaced. Unmanaged: 1 project
    and 2 workspaces.

    `);
  });
});
