import { flagName } from "../../../../src/cli/report";
import MarkdownIt from "markdown-it";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { sanitize } from "../../../../src/sanitize";
import { asMarkdown } from "../../../../src/engine/report/markdown/markdown";
import { code, prose } from "../../../../src/engine/report/markdown/escape";
import { makePlan } from "../../../../src/engine/plan/plan";
import { asText } from "../../../../src/engine/report/text";
import { asDrift, planFor } from "../organization";
import { everyChange, everyImpact, movesOf } from "../scenarios";
import { anyCharacter, casesOf, fc } from "../../../support/property";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Like GitHub, with HTML, tables and bare links: those with a scheme or `www.`, and addresses. */
const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false });
markdown.linkify.add("www.", {
  validate: (text, position) => /^[^\s<]*/.exec(text.slice(position))?.[0].length ?? 0,
});

function nodesOf(text: string): readonly Node[] {
  const all: Node[] = [];
  const visit = (node: Node): void => {
    all.push(node);
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  parseFragment(markdown.render(text)).childNodes.forEach(visit);
  return all;
}

function textOf(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** The cells of all tables. */
function rowsOf(text: string): readonly (readonly string[])[] {
  return nodesOf(text)
    .filter(({ nodeName }) => nodeName === "tr")
    .map((row) =>
      "childNodes" in row ? row.childNodes.filter(({ nodeName }) => /^t[dh]$/.test(nodeName)).map(textOf) : [],
    );
}

describe("a plan as Markdown", () => {
  test("has deletions and warnings first, then projects and moves", () => {
    const plan = planFor(
      [{ name: "Default Project", workspaces: ["api"] }, { name: "Legacy" }, { name: "Platform", description: "Old" }],
      [{ name: "Core", previousNames: ["Platform"], workspaces: ["api"] }],
      { prune: true, maxDeletes: 1 },
    );
    expect(asMarkdown([plan], { optionName: flagName })).toBe(
      [
        "### Plan for `acme`",
        "",
        "**Plan: 0 to create, 1 to update, 1 workspace to move, 1 to delete.**",
        "",
        "Raised limit: --max-deletes 1 (default 0).",
        "",
        "> [!CAUTION]",
        "> **1 project is deleted**",
        ">",
        '> - Project "Legacy" (prj-legacy) will be deleted, and with it its team access, its tags, and its links to ' +
          "variable sets and policy sets.",
        "",
        "> [!WARNING]",
        "> **Warnings**",
        ">",
        "> - Runs of 1 workspace present another identity, in whose subject " +
          '"organization&#58;acme&#58;project&#58;Default Project" becomes "organization&#58;acme&#58;project&#58;' +
          'Core". If they authenticate with it, clouds and Vault that trust the earlier one reject them: allow both ' +
          "before you apply, and remove the earlier one afterwards.",
        "",
        "Cannot be undone: the deletion of 1 project.",
        "",
        "**2 projects**",
        "",
        "| Project | | Attributes |",
        "| --- | --- | --- |",
        "| `Legacy` | **delete** |  |",
        "| `Core` | rename | name `Platform` → `Core`<br>description `Old` → (none) |",
        "",
        "**1 workspace moves**",
        "",
        "| From | To | Workspaces |",
        "| --- | --- | --- |",
        "| `Default Project` | `Core` | `api` |",
        "",
        "Not compared: workload identity, team access, variable sets, policy sets, tags, run tasks, notifications, " +
          "agent pools, VCS connections, unfinished runs. Use --impact to compare them.",
        "",
        "",
      ].join("\n"),
    );
  });

  test("has workspaces that Terraform destroys and creates in a caution of their own, before deletions", () => {
    const { desired, actual } = planFor([{ name: "Default Project", workspaces: ["api"] }, { name: "Legacy" }], []);
    const recreatedWorkspaces = [{ id: actual.workspaces[0]!.id, from: "tfe_workspace.a", to: "tfe_workspace.b" }];
    const plan = makePlan({ ...desired, recreatedWorkspaces }, actual, { prune: true, maxDeletes: 1 });
    const text = asMarkdown([plan]);
    expect(text.match(/> \[!.*\n> .*\n>\n> - .{12}/g)).toEqual([
      "> [!CAUTION]\n> **Destroyed and created**\n>\n> - A workspace ",
      '> [!CAUTION]\n> **1 project is deleted**\n>\n> - Project "Leg',
    ]);
    expect(asText([plan], { width: 200 })).toMatch(
      /Warnings:\n {2}! A workspace is destroyed and [^!]*\n {2}! Project "Legacy"/,
    );
  });

  test("collapses long lists, but neither deletions nor warnings", () => {
    const holdings = [
      { name: "Default Project" },
      ...Array.from({ length: 100 }, (_, index) => ({
        name: `Old ${index}`,
        workspaces: [`w-${index}`],
      })),
    ];
    const options = {
      prune: true,
      evacuate: true,
      maxDeletes: 100,
      maxMoves: "all",
    } as const;
    const text = asMarkdown([planFor(holdings, [], options)]);
    const before = text.slice(0, text.indexOf("<details>"));
    for (let index = 0; index < 100; index += 1) expect(before).toContain(`\`Old ${index}\``);
    expect(before).toContain("100 workspaces (w-0, w-1,");
    expect(text).toContain("<details><summary>100 workspaces move</summary>");
    expect(text).toContain("| `Old 7` | `Default Project` | `w-7` (evacuated) |");
    expect(text).not.toContain("This report is incomplete");
  });

  test("has 1,350 moves by project and reason in 40 kB, with their impact, deletions and what stays", () => {
    const teams = Array.from({ length: 30 }, (_, index) => `team-${String(index).padStart(2, "0")}`);
    const ofTeam = (team: string): string[] => Array.from({ length: 45 }, (_, index) => `${team}-app-${index}`);
    const old = teams.map((team) => ({ name: `Old ${team}`, workspaces: ofTeam(team).slice(0, 15) }));
    const plan = planFor(
      [{ name: "Default Project", workspaces: ["legacy", ...teams.flatMap((team) => ofTeam(team).slice(15))] }, ...old],
      teams.map((name) => ({ name, workspaces: ofTeam(name) })),
      { prune: true, maxDeletes: 30, maxMoves: "all" },
    );
    const [move] = everyImpact().impact.moves;
    const related = plan.impact.moves.map((it) => ({ ...it, related: move!.related }));
    const text = asMarkdown([{ ...plan, impact: { ...plan.impact, moves: related } }], { limit: 40_000 });
    expect(text).not.toContain("This report is incomplete");
    for (const team of teams) {
      const [first, ...others] = ofTeam(team).map((name) => `\`${name}\``);
      expect(text).toContain(`| \`Old ${team}\` | \`${team}\` | <details><summary>15 workspaces</summary>${first}, `);
      for (const name of others) expect(text).toContain(name);
      expect(text.slice(0, text.indexOf("<details>"))).toContain(`\`Old ${team}\``);
    }
    for (const part of ["30 projects are deleted", "1 workspace stays in", "1350 workspaces move", "- `aws-prod`"])
      expect(text).toContain(part);
  });

  test("shows the numbers of moves for whose names there is no room", () => {
    const text = asMarkdown([movesOf(500)], { limit: 2_000 });
    expect(text).toMatch(
      /^_This report is incomplete, because it is limited to 2,000 bytes, and lacks workspaces that move \(4\d\d\)/,
    );
    expect(text).toMatch(
      /<details><summary>500 workspaces<\/summary>`workspace-0000`.* … and 4\d\d more<\/details> \|/,
    );
    expect(asMarkdown([movesOf(500)], { limit: 1_120 })).toContain(
      "| `Default Project` | `Platform` | 500 workspaces |\n",
    );
  });

  test("stays under the limit of a comment, says that it is incomplete, and keeps a thousand deletions", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      name: `An obsolete project of many ${index}`,
      workspaces: Array.from({ length: 5 }, (_, inner) => `workspace-${index}-${inner}`),
    }));
    const plan = planFor([{ name: "Default Project" }, ...many], [], {
      prune: true,
      evacuate: true,
      maxDeletes: 1_000,
      maxMoves: "all",
    });
    for (const plans of [[plan], [plan, everyChange()], [movesOf(5_000)]]) {
      const text = asMarkdown(plans);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
      expect(text).toContain("This report is incomplete");
      // Every element is closed.
      expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)?.length ?? 0);
    }
    const text = asMarkdown([plan, everyChange()]);
    for (const { name } of many) expect(text).toContain(`\`${name}\``);
  });

  test("stays under any limit", () => {
    const plans = Array.from({ length: 40 }, () => everyChange());
    for (const limit of [10_000, 65_536])
      expect(Buffer.byteLength(asMarkdown(plans, { limit }))).toBeLessThanOrEqual(limit);
  });

  test("leaves out unmanaged objects, then moves, their impact, projects, and warnings, and says so first", () => {
    const names = Array.from({ length: 1_350 }, (_, index) => `workspace-${index}`);
    const unmanaged = Array.from({ length: 30 }, (_, index) => ({
      name: `Old ${index}`,
    }));
    const plan = planFor(
      [{ name: "Default Project", workspaces: [...names, "stray"] }, ...unmanaged],
      [{ name: "Data", autoDestroy: "14d", workspaces: names }],
      { prune: true, maxDeletes: 99, maxMoves: "all" },
    );
    const impacts = plan.impact.moves.flatMap((move) =>
      Array.from({ length: 400 }, (_, index) => {
        const from = { id: `prj-${index}`, name: `Source ${index}` };
        return {
          ...move,
          from,
          settings: move.settings.map((it) => ({
            ...it,
            workspaces: index + 1,
          })),
        };
      }),
    );
    const [warning] = plan.warnings.filter(({ code }) => code === "auto-destroy");
    const warnings = [...plan.warnings, ...Array.from({ length: 300 }, () => warning!)];
    const all = {
      ...plan,
      impact: { ...plan.impact, moves: impacts },
      warnings,
    };
    const omitted = [65_536, 48_000, 32_000, 16_000, 4_000].map((limit) => {
      const text = asMarkdown([all], { limit });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(text).toMatch(/^_This report is incomplete/);
      for (const part of [
        "30 projects are deleted",
        "Cannot be undone",
        "1350 workspaces move",
        "What the moves change",
      ])
        expect(text).toContain(part);
      for (const { name } of unmanaged) expect(text).toContain(`\`${name}\``);
      return [...text.slice(0, text.indexOf("To see everything")).matchAll(/([a-z ]+) \((\d+)\)/g)].map(([, part]) =>
        part!.replace(/^ and lacks /, "").trim(),
      );
    });
    const moves = ["workspaces that move", "moves between projects", "changes that moves make"];
    const most = [...moves, "projects that change", "warnings"];
    expect(omitted).toEqual([moves, most, most, most, most]);
    const strict = asDrift({
      ...all,
      coverage: {
        ...plan.coverage,
        unmanagedProjects: names.map((name) => ({ id: name, name })),
      },
    });
    const text = asMarkdown([strict], { limit: 40_000 });
    expect(text).toContain("unmanaged objects (");
    expect(text).not.toContain("workspaces that move (");
  });

  test.each([1_000, 2_500, 6_000, 15_000, 40_000, 65_536])(
    "stays under a limit of %d, with a line for each organization",
    (limit) => {
      for (const count of [1, 3, 9, 40]) {
        const plans = Array.from({ length: count }, (_, index) => ({
          ...everyChange(),
          organization: `acme-${index}`,
        }));
        const text = asMarkdown(plans, { limit });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
        const missing = plans.filter(({ organization }) => !text.includes(`\`${organization}\``)).length;
        expect(text.includes(`… and ${missing} more\n`) || missing === 0).toBe(true);
      }
    },
  );

  test("is the same for equal plans", () => {
    expect(asMarkdown([everyChange()])).toBe(asMarkdown([structuredClone(everyChange())]));
  });

  test("encodes only what would be markup", () => {
    const names = ["cost.center", "team/a", "env=prod", "a_b", "web:80", "a+b", "a, b (c)", "50%", "what?!"];
    for (const name of names) {
      expect(code(name)).toBe(`\`${name}\``);
      expect(prose(`Tag ${name} of "Web": 1.5 s.`)).toBe(`Tag ${name.replace(":", "&#58;")} of "Web": 1.5 s.`);
    }
    expect(code("@all #1")).toBe("`@all #1`");
    expect(prose("@all #1 _a_ a__b__c")).toBe("<span>&#64;</span>all <span>&#35;</span>1 &#95;a&#95; a__b__c");
    // Formatters of Markdown make one space of several.
    expect(code("a  b")).toBe("<code>a &#32;b</code>");
  });

  test("has no command of a CI system, whatever the names", () => {
    for (const name of ["##vso[task.complete]a", "##[error]a", "::error::a", "##teamcity[a]", "a ::set-output x::y"]) {
      for (const format of [code, prose]) {
        expect(`${format(name)}\n${format(`a ${name}`)}`).not.toMatch(/##(vso|teamcity)?\[|(^|\s)::/m);
      }
    }
  });

  test("shows every name as text in its cell, whatever its characters", () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...Array.from("|`\\<>&@#*_[]()!~$:/.-= \n'\"a1")),
        minLength: 1,
        maxLength: 20,
      }),
      fc.constantFrom(
        "@octocat",
        "#1",
        "GH-1",
        "https://example.com",
        "www.example.com",
        "WWW.example.com",
        "//example.com",
        "mailto:a",
        ":tada:",
        "_a_",
        "__a__",
        "a _b_ c",
        "~~a~~",
        "- a",
        "1. a",
        "##vso[task.complete]a",
        "::error::a",
        "a@example.com",
        "</code><script>alert(1)</script>",
        "a\\|b",
        "``",
        "`|`",
        "<!--",
        "]]>",
        "&lt;",
        "</details>",
        "$x$",
        "**x**",
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (workspace, project, description) => {
        const plan = planFor(
          [
            { name: "Default Project", workspaces: [workspace] },
            { name: project, workspaces: [`${workspace}2`] },
          ],
          [
            {
              name: "Data",
              description,
              workspaces: [workspace],
              autoDestroy: "1d",
            },
          ],
          { prune: true, evacuate: true },
        );
        for (const text of [asMarkdown([plan]), asMarkdown([asDrift(plan)])]) {
          const nodes = nodesOf(text);
          expect(nodes.map(({ nodeName }) => nodeName).filter((name) => !ELEMENTS.has(name))).toEqual([]);
          // GitHub looks for mentions and references in each text node that is not code.
          const texts = nodes.flatMap((node) =>
            node.nodeName === "#text" && "value" in node && node.parentNode?.nodeName !== "code" ? [node.value] : [],
          );
          expect(texts.filter((value) => /@\w|#\d|\bgh-\d/i.test(value))).toEqual([]);
          const squeezed = (cell: string): string => cell.replace(/\s+/g, " ");
          const cells = rowsOf(text).map((row) => row.map(squeezed));
          expect(cells).toContainEqual(["Default Project", "Data", sanitize(workspace)].map(squeezed));
          expect(cells.every((row) => row.length <= 3)).toBe(true);
        }
      }),
      {
        numRuns: casesOf(100),
        examples: [["\u{10fffe}\u{0}", "@octocat", "|"]],
      },
    );
  });
});

/** What a report consists of. */
const ELEMENTS: ReadonlySet<string> = new Set(
  ["#text", "h3", "p", "strong", "blockquote", "ul", "li", "code", "span", "br", "em"].concat([
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
  ]),
);
