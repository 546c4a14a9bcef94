import colors from "picocolors";
import stringWidth from "string-width";
import type { SettingName } from "../../../src/model";
import { driftForTerminal, planForTerminal } from "../../../src/cli/render/terminal";
import { planFor, type ActualProjectSpec, type DesiredProjectSpec } from "./organization";
import { everyChange, movesOf } from "./scenarios";
import { casesOf, fc } from "../../support/property";

const plain = { colors: colors.createColors(false) };

/** A template without its first line break and its indentation. */
function text(strings: TemplateStringsArray): string {
  return strings.join("").replace(/^\n/, "").replace(/^ {4}/gm, "").replace(/ *$/, "");
}

function shown(holdings: readonly ActualProjectSpec[], wanted: readonly DesiredProjectSpec[]): string {
  return planForTerminal([planFor(holdings, wanted).plan], plain);
}

describe("a plan for a terminal", () => {
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

    ~ Data
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
    const { plan } = planFor([{ name: "Default Project" }], []);
    expect(planForTerminal([{ ...plan, notCompared }], plain)).toContain(`\n${summary}\n`);
  });

  test("has warnings first, then changes by project, and a summary", () => {
    expect(planForTerminal([everyChange().plan], plain)).toBe(text`
    Organization acme

    Warnings:
      ! Project "Legacy" (prj-legacy) will be deleted.
      ! 2 workspaces (old-api, old-web) move to "Default Project" because their
        project is deleted.
      ! 1 workspace (stray) moves to "Default Project" because their project is
        exclusive to other workspaces.
      ! 1 workspace (etl-nightly) moves to "Data". Those without a setting of their
        own inherit auto-destroy after 14d of inactivity from the project.

    ~ Blue (renamed)
        name          "Green" → "Blue"

    + Data (new)
        description   "Pipelines"
        auto-destroy  "14d"
        1 workspace moves in:
          etl-nightly  Default Project → Data

    → Default Project
        3 workspaces move in:
          old-api  Legacy → Default Project (evacuated)
          old-web  Legacy → Default Project (evacuated)
          stray    Platform → Default Project (evicted)

    ~ Green (renamed)
        name          "Blue" → "Green" (via the temporary name "Green - renaming")

    - Legacy (deleted)
        2 workspaces move out first

    ~ Platform Engineering (renamed)
        name          "Platform" → "Platform Engineering"
        description   "Shared" → (none)
        1 workspace moves in:
          api-prod  Default Project → Platform Engineering

    Plan: 1 to create, 3 to update, 5 workspaces to move, 1 to delete.

    `);
  });

  test("has errors first, with how to resolve them", () => {
    const options = { prune: true, maxDeletes: 1 };
    const { plan } = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], options);
    expect(planForTerminal([plan], { ...plain, width: 100 })).toBe(text`
    Organization acme
    Raised limit: --max-deletes 1 (default 0).

    The plan is blocked by errors:
      ✗ project "Full" (prj-full)
        The project is unmanaged and still contains 1 workspace: a. Assign them to a project of the
        code, or use --evacuate to move them to the default project.

    Warnings:
      ! Project "Full" (prj-full) will be deleted.
      ! 1 workspace (a) moves to "Default Project" because their project is deleted.

    → Default Project
        1 workspace moves in:
          a  Full → Default Project (evacuated)

    - Full (deleted)
        1 workspace moves out first

    Plan blocked by 1 error. Otherwise: 0 to create, 0 to update, 1 workspace to move, 1 to delete.

    `);
  });

  test("shortens a list of 500 workspaces, and shows all of them with verbose", () => {
    const { plan } = movesOf(500);
    const cut = planForTerminal([plan], plain);
    expect(cut.split("\n").length).toBeLessThan(25);
    expect(cut).toContain("      … and 488 more, 488 from Default Project (use --verbose to show all)\n");
    expect(cut).toContain("Plan: 1 to create, 0 to update, 500 workspaces to move, 0 to delete.\n");
    const full = planForTerminal([plan], { ...plain, verbose: true });
    expect(full.match(/^ {6}workspace-\d{4} {2}Default Project → Platform$/gm)).toHaveLength(500);
    expect(full).not.toContain("more");
  });

  test("shows one organization after the other, and their total", () => {
    const one = planFor([{ name: "Default Project" }], [{ name: "Data" }], { organization: "one" });
    const two = planFor([{ name: "Default Project" }], [{ name: "Data" }], { organization: "two" });
    expect(planForTerminal([one.plan, two.plan], { ...plain, width: 90 })).toBe(text`
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
    const { plan } = everyChange();
    const colored = planForTerminal([plan], { colors: colors.createColors(true) });
    // eslint-disable-next-line no-control-regex -- escape sequences of colors
    const withoutColors = colored.replace(/\u001b\[\d+m/g, "");
    expect(colored).not.toBe(withoutColors);
    expect(withoutColors).toBe(planForTerminal([plan], plain));
  });

  test("is never wider than the terminal and has no control or invisible characters, whatever the names", () => {
    const name = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(name, name, name, fc.integer({ min: 20, max: 200 }), (workspace, project, description, width) => {
        const { plan } = planFor(
          [{ name: "Default Project", workspaces: [workspace] }, { name: project }],
          [{ name: "Data", description, workspaces: [workspace] }],
          { prune: true },
        );
        for (const shown of [
          planForTerminal([plan], { ...plain, width }),
          driftForTerminal([plan], { ...plain, width }),
        ]) {
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

describe("drift for a terminal", () => {
  test("says that there is no drift, with the coverage", () => {
    const { plan } = planFor([{ name: "Default Project", workspaces: ["a"] }], []);
    expect(driftForTerminal([plan], plain)).toBe(text`
    Organization acme

    Unmanaged:
      1 workspace in Default Project: a

    Coverage: 0 of 1 project (0%) and 0 of 1 workspace (0%) are managed; the default
    project is not in the code.
    No drift. The organization matches the code. Unmanaged: 1 workspace.

    `);
  });

  test("shows what differs, and what is unmanaged", () => {
    const { plan } = planFor(
      [
        { name: "Default Project", workspaces: ["api", "left"] },
        { name: "Platform", description: "Old" },
        { name: "Sandbox", workspaces: ["toy"] },
      ],
      [{ name: "Platform", description: "New", workspaces: ["api"] }, { name: "Data" }],
    );
    expect(driftForTerminal([plan], plain)).toBe(text`
    Organization acme

    + Data (missing)

    ~ Platform (changed)
        description   "Old" → "New"
        1 workspace belongs here:
          api  is in Default Project

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
