import { messageOf } from "../../../src/model";
import { exclusiveDefaultProject, warningOf } from "../../../src/diagnostics";
import { flagName } from "../../../src/cli/report";
import { withNextSteps } from "../../../src/engine/option-name";
import type { Drift, Plan } from "../../../src/engine/plan/comparison";
import { render, type ReportFormat } from "../../../src/engine/report/render";
import { sectionsOf, type SectionName } from "../../../src/engine/report/sections";
import { ERRORS, WARNINGS } from "../../diagnostics/samples";
import { asDrift, planFor } from "./organization";
import { everyChange, everyImpact } from "./scenarios";

const FORMATS = ["text", "markdown", "html"] as const satisfies readonly ReportFormat[];
const MEDIA = ["terminal", "comment", "page"] as const;

/** The words of a report in one line, without markup. */
function wordsOf(it: Plan | Drift, format: (typeof FORMATS)[number]): string {
  return render(it, format, { width: Infinity, verbose: true, optionName: flagName })
    .replace(/<style>.*?<\/style>|<script>.*?<\/script>|<[^>]*>/gs, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, " ");
}

/** The warnings that are not about the changes of a plan. */
const OF_DRIFT: ReadonlySet<string> = new Set(
  ["not-found", "possible-rename", "two-owners", "two-owners-of-objects", "misplaced", "missing-workspaces"].concat([
    "unknown-members",
    "unmanaged-objects",
    "new-match",
    "no-match",
    "no-reach",
    "not-in-state",
    "run-identity",
    "state-lost",
    "state-gained",
  ]),
);

const named = (name: string) => ({ id: `id-${name}`, name });
const impact = everyImpact();

/** A plan with something in each section, and what only this section says. */
const MARKS: Readonly<Record<SectionName, string>> = {
  identities: "marked.tfstate",
  "raised-limits": "--max-deletes 77",
  errors: "tfprojects_project.marked",
  missing: "marked-missing",
  warnings: "tfprojects_workspace_placement.marked",
  changes: "Data",
  created: "tfe_workspace.marked",
  impact: "aws-prod",
  left: "marked-left",
  unlisted: "marked-in-place",
  staying: "1 workspace stays in",
  ignored: "marked-pattern",
  elsewhere: "marked-elsewhere",
  summary: "Plan blocked by 1 error",
  irreversible: "Cannot be undone",
  "not-pruned": "2 projects are not in the code",
  coverage: "of 3 projects",
  unmanaged: "marked-unmanaged",
};

const whole: Plan = {
  ...impact,
  desired: {
    ...impact.desired,
    inState: {
      states: [{ source: "marked.tfstate", lineage: "a", serial: 1 }],
      droppedProjects: [],
      memberships: [],
    },
    undo: {
      left: [{ action: "move marked-left", cause: "failed" }],
      states: [],
      isTerraforms: false,
    },
  },
  raisedLimits: [{ option: "maxDeletes", limit: 77, default: 0 }],
  errors: [exclusiveDefaultProject({ address: "tfprojects_project.marked" })],
  warnings: [warningOf("no-match", { addresses: ["tfprojects_workspace_placement.marked"], rules: [{ position: 0 }] })],
  missingWorkspaces: [
    {
      address: "tfprojects_workspace_membership.other",
      organization: "acme",
      renamed: [],
      missing: ["marked-missing"],
      suggestions: {},
      isTolerated: false,
    },
  ],
  afterApply: [
    {
      address: "tfprojects_workspace_membership.other",
      project: { id: "prj-1", name: "Web" },
      count: 1,
      created: [{ address: "tfe_workspace.marked" }],
      dependsOn: [],
      kept: [],
    },
  ],
  unlisted: [named("marked-in-place")],
  elsewhere: [
    { ...named("marked-elsewhere"), project: named("Web"), rule: { placement: "a.b", position: 0, match: {} } },
  ],
  notPruned: [named("One"), named("Other")],
  coverage: {
    ...impact.coverage,
    ignored: { patterns: ["marked-pattern"], projects: 1, workspaces: 0 },
    unmanagedProjects: [named("marked-unmanaged")],
    unmanagedWorkspaces: [
      {
        ...named("marked-staying"),
        project: { id: impact.actual.defaultProjectId, name: "Default" },
        isInManagedProject: false,
      },
    ],
  },
};

describe("a section of a report", () => {
  const reports: readonly (readonly [string, Plan | Drift, readonly SectionName[]])[] = [
    ["plan", whole, ["irreversible"]],
    [
      "plan without errors",
      { ...whole, errors: [], desired: { ...whole.desired, undo: undefined } },
      ["errors", "left", "summary"],
    ],
    ["drift", asDrift(whole), ["summary"]],
  ];

  test.each(reports)("is in every format: of a %s", (_, it, others) => {
    for (const [index, format] of FORMATS.entries()) {
      const words = wordsOf(it, format);
      const names = sectionsOf(it, MEDIA[index]!, flagName).map(({ name }) => name);
      for (const name of names.filter((other) => !others.includes(other)))
        expect([format, name, words]).toEqual([format, name, expect.stringContaining(MARKS[name])]);
    }
  });

  test("has its objects in JSON, too", () => {
    const json = render(whole, "json");
    const sentences: readonly SectionName[] = ["staying", "summary", "irreversible", "coverage"];
    const counted = { "raised-limits": '"limit": 77', "not-pruned": '"not_pruned": [\n        {' };
    for (const [name, mark] of Object.entries({ ...MARKS, ...counted }))
      if (!sentences.some((it) => it === name)) expect([name, json]).toEqual([name, expect.stringContaining(mark)]);
  });

  test("is the same in all media, in another order, and no kind of sections is missing", () => {
    const namesIn = (it: Plan | Drift, medium: (typeof MEDIA)[number]): readonly SectionName[] =>
      sectionsOf(it, medium, flagName).map(({ name }) => name);
    const all = reports.flatMap(([, it]) => {
      const [terminal, ...others] = MEDIA.map((medium) => namesIn(it, medium));
      for (const names of others) expect([...names].sort()).toEqual([...terminal!].sort());
      return terminal!;
    });
    expect(new Set(all)).toEqual(new Set(Object.keys(MARKS)));
  });

  test("is about a plan only, if it is about what an apply does", () => {
    for (const format of FORMATS) {
      const words = wordsOf(asDrift(whole), format);
      for (const name of ["impact", "left", "unlisted", "staying", "not-pruned"] as const)
        expect(words).not.toContain(MARKS[name]);
      expect(words).not.toContain("Cannot be undone");
    }
  });
});

describe("a project that the plan takes over by its name", () => {
  const plan = planFor(
    [
      { name: "Default Project", workspaces: ["api", "web"] },
      { name: "Updated", description: "by hand" },
      { name: "Entered" },
      { name: "Former", description: "by hand" },
    ],
    [
      { name: "Updated", description: "in the code", workspaces: ["api"] },
      { name: "Entered", workspaces: ["web"] },
      { name: "Renamed", previousNames: ["Former"] },
    ],
  );
  const inJson = (names: readonly string[]) => ({
    organizations: [{ found_by_name: names.map((name) => ({ id: `prj-${name.toLowerCase()}`, name })) }],
  });
  const count = (it: Plan | Drift, format: (typeof FORMATS)[number]): number =>
    wordsOf(it, format).split("exists, found by its name").length - 1;

  test("is marked in every format: with a state, each that the plan changes", () => {
    const inState = { states: [], droppedProjects: [], memberships: [] };
    const stateful = { ...plan, desired: { ...plan.desired, inState } };
    for (const format of FORMATS) expect([format, count(stateful, format)]).toEqual([format, 2]);
    expect(JSON.parse(render(stateful, "json"))).toMatchObject(inJson(["Updated", "Entered"]));
    const stateIds = { ...stateful, notInState: [] };
    for (const format of FORMATS) expect(count(stateIds, format)).toBe(0);
    for (const format of FORMATS) expect(count(asDrift(stateful), format)).toBe(0);
  });

  test("is not called renamed if its name differs in case, which is a change like others", () => {
    const spelled = planFor([{ name: "Default Project" }, { name: "PLATFORM" }], [{ name: "Platform" }]);
    for (const format of FORMATS) {
      expect([format, count(spelled, format)]).toEqual([format, 1]);
      for (const it of [spelled, asDrift(spelled)]) {
        expect(wordsOf(it, format)).not.toContain("rename");
        expect(wordsOf(it, format)).toContain("PLATFORM");
      }
    }
    expect(wordsOf(spelled, "text")).toContain('~ Platform (exists, found by its name) name "PLATFORM" → "Platform"');
  });

  test("is marked without a state if its attributes are overwritten, which are shown", () => {
    for (const format of FORMATS) {
      expect([format, count(plan, format)]).toEqual([format, 1]);
      expect(wordsOf(plan, format)).toContain("by hand");
    }
    expect(JSON.parse(render(plan, "json"))).toMatchObject(inJson(["Updated"]));
    const byId = plan.desired.projects.map((it) => ({ ...it, id: `prj-${it.name.toLowerCase()}` }));
    expect(count({ ...plan, desired: { ...plan.desired, projects: byId } }, "text")).toBe(0);
  });
});

describe("every kind of findings is in every format", () => {
  const documentOf = (plan: Plan): unknown =>
    (JSON.parse(render(plan, "json")) as { organizations: readonly unknown[] }).organizations[0];

  test.each(Object.entries(ERRORS))("error %s", (_, error) => {
    const [advised = error] = withNextSteps({ ...everyChange(), errors: [error] }, flagName).errors;
    for (const format of FORMATS) {
      for (const it of [{ ...everyChange(), errors: [advised] }, asDrift({ ...everyChange(), errors: [advised] })])
        expect(wordsOf(it, format)).toContain(messageOf(advised));
    }
    const { code } = error;
    const errors = [{ code, message: messageOf(advised) }];
    expect(documentOf({ ...everyChange(), errors: [advised] })).toMatchObject({ errors });
  });

  test.each(Object.values(WARNINGS))("warning $code", (warning) => {
    const plan = { ...everyChange(), warnings: [warning] };
    const concernsDrift = OF_DRIFT.has(warning.code);
    for (const format of FORMATS) {
      expect(wordsOf(plan, format)).toContain(messageOf(warning));
      if (concernsDrift) expect(wordsOf(asDrift(plan), format)).toContain(messageOf(warning));
      else expect(wordsOf(asDrift(plan), format)).not.toContain(messageOf(warning));
    }
    expect(wordsOf(plan, "html")).toContain(warning.summary);
    const warnings = [{ code: warning.code, message: messageOf(warning) }];
    expect(documentOf(plan)).toMatchObject({ warnings });
  });
});

test("the advice about an error names options as the caller calls them", () => {
  const advice = (optionName: (option: string) => string): readonly unknown[] =>
    withNextSteps(
      {
        ...everyChange(),
        errors: (["tooManyDeletes", "tooManyMoves", "notEmpty", "nameCycle"] as const).map((it) => ERRORS[it]),
      },
      optionName,
    ).errors.map(({ nextStep }) => nextStep);
  expect(advice(flagName)).toEqual([
    "To allow this, use --max-deletes 2.",
    "To allow this, use --max-moves 30, or --max-moves all for any number.",
    "Or use --evacuate to move them to the default project.",
    undefined,
  ]);
  expect(advice((option) => option)[0]).toBe("To allow this, use maxDeletes 2.");
});
