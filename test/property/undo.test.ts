import { undo, type ActualOrganization, type Plan } from "../../src/engine";
import type { Outcome } from "../../src/engine/result";
import { applyAsJson } from "../../src/engine/report";
import { projectOf } from "../../src/engine/changes/kinds";
import { projectKey } from "../../src/engine/changes/change";
import { makePlan } from "../../src/engine/plan/plan";
import { nameKey, SETTING_NAMES, settingsOf } from "../../src/model";
import { CASES, casesOf, fc, SEED } from "../support/property";
import { anyOrder, reportedScenario, type Scenario } from "./planning/scenarios";
import { applied, DEFAULT_ID, sortedById } from "./planning/simulated-service";

/* Random organizations and code: planned, applied until a kill, changed by someone else, and undone. */

/** How the program knows what was done: by the outcomes of a whole apply, or not at all, as after a kill. */
type Knowledge = "outcomes" | "killed";

interface Edit {
  readonly kind: "move" | "describe" | "tag";
  readonly index: number;
  readonly to: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("move", "describe", "tag"),
  index: fc.nat(5),
  to: fc.nat(4),
});

const LIMITS = { maxDeletes: 99, maxMoves: "all" } as const;

/** What happened before the undo. */
interface Happened {
  readonly plan: Plan;
  readonly document: Parameters<typeof undo>[0];
  readonly now: ActualOrganization;
}

/** Applies so many actions of the plan, in any order that their dependencies allow. */
function happen(
  { actual, desired, options, choices }: Scenario,
  share: number,
  knows: Knowledge,
): Happened | undefined {
  const plan = makePlan(desired, actual, { ...options, ...LIMITS });
  if (plan.errors.length > 0 || plan.actions.length === 0) return undefined;
  const done = anyOrder(plan, choices).slice(0, Math.ceil((plan.actions.length * share) / 4));
  const now = applied(actual, done);
  const outcomes = plan.actions.map((action): Outcome => {
    if (!done.includes(action)) return { kind: "skipped", reason: "stopped" };
    if (action.kind !== "create") return { kind: "done" };
    return { kind: "done", createdId: now.projects.find(({ name }) => name === action.after.name)!.id };
  });
  const json: unknown = JSON.parse(applyAsJson([{ plan, outcomes: knows === "outcomes" ? outcomes : [] }]));
  return { plan, document: json as Record<string, unknown>, now };
}

/** The organization with what someone changes. */
function edited(actual: ActualOrganization, edits: readonly Edit[]): ActualOrganization {
  return edits.reduce((all, { kind, index, to }): ActualOrganization => {
    const { projects, workspaces } = all;
    const project = projects[to % projects.length]!;
    if (kind === "move") {
      return { ...all, workspaces: workspaces.map((it, at) => (at === index ? { ...it, projectId: project.id } : it)) };
    }
    const change = kind === "describe" ? { description: "theirs" } : { tags: { ...project.tags, theirs: "1" } };
    return { ...all, projects: projects.map((it) => (it === project ? { ...it, ...change } : it)) };
  }, actual);
}

const content = ({ projects, workspaces }: ActualOrganization): object => ({
  projects: sortedById(projects).map(({ id, ...rest }) => ({ id, ...settingsOf(rest) })),
  workspaces: sortedById(workspaces).map(({ id, projectId }) => ({ id, projectId })),
});

test(`undo gives back placement and settings, but for deleted projects (TFPROJECTS_SEED=${SEED})`, () => {
  let [whole, partly] = [0, 0];
  fc.assert(
    fc.property(
      reportedScenario,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom<Knowledge>("outcomes", "killed"),
      (scenario, share, knows) => {
        const happened = happen(scenario, share, knows);
        fc.pre(happened !== undefined);
        const { plan, document, now } = happened;
        const back = undo(document, now, LIMITS);
        expect(back.errors).toEqual([]);
        const after = applied(now, back.actions);
        const again = undo(document, after, LIMITS);
        expect({ actions: again.actions, errors: again.errors }).toEqual({ actions: [], errors: [] });

        const before = scenario.actual;
        const existed = new Set(before.projects.map(({ id }) => id));
        const lost = new Set([...existed].filter((id) => !now.projects.some((it) => it.id === id)));
        if (lost.size === 0 && knows === "outcomes") {
          whole += 1;
          expect(content(after)).toEqual(content(before));
          return;
        }
        partly += 1;
        const left = back.desired.undo!.left;
        for (const { id, projectId } of before.workspaces) {
          const is = after.workspaces.find((it) => it.id === id)!.projectId;
          if (is === projectId) continue;
          expect(lost.has(projectId)).toBe(true);
          expect(left.some((it) => it.cause === "source-missing" && it.workspaces?.some((w) => w.id === id))).toBe(
            true,
          );
        }
        for (const project of before.projects) {
          const is = after.projects.find(({ id }) => id === project.id);
          if (is === undefined) continue;
          const different = SETTING_NAMES.filter(
            (name) => JSON.stringify(settingsOf(is)[name]) !== JSON.stringify(settingsOf(project)[name]),
          );
          // Only a name can be taken: by a project that was created, and is not known or not empty.
          expect(different.filter((name) => name !== "name")).toEqual([]);
          if (different.length > 0) {
            expect(left).toContainEqual(expect.objectContaining({ cause: "name-taken", before: project.name }));
          }
        }
        // Each deleted project is listed, unless there is one of its name.
        for (const id of lost) {
          const { name } = before.projects.find((it) => it.id === id)!;
          const isThere = now.projects.some((it) => nameKey(it.name) === nameKey(name));
          if (isThere || !plan.actions.some((it) => it.kind === "delete" && it.projectId === id)) continue;
          expect(left).toContainEqual(expect.objectContaining({ cause: "deleted-project", project: { id, name } }));
        }
      },
    ),
    { numRuns: casesOf(CASES.functions) },
  );
  expect(whole).toBeGreaterThan(casesOf(CASES.functions) / 8);
  expect(partly).toBeGreaterThan(casesOf(CASES.functions) / 8);
});

test(`undo leaves alone what someone else has changed since (TFPROJECTS_SEED=${SEED})`, () => {
  fc.assert(
    fc.property(
      reportedScenario,
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom<Knowledge>("outcomes", "killed"),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      (scenario, share, knows, edits) => {
        const happened = happen(scenario, share, knows);
        fc.pre(happened !== undefined);
        const { plan, document, now } = happened;
        const then = edited(now, edits);
        const back = undo(document, then, LIMITS);
        expect(back.errors).toEqual([]);
        const after = applied(then, back.actions);
        for (const project of then.projects) {
          const is = after.projects.find(({ id }) => id === project.id);
          // Only what the changes created, and nobody has changed since, is deleted.
          if (is === undefined) {
            expect(scenario.actual.projects.some(({ id }) => id === project.id)).toBe(false);
            expect(project).toEqual(now.projects.find(({ id }) => id === project.id));
            continue;
          }
          if (project.description === "theirs") expect(is.description).toBe("theirs");
          if (project.tags?.["theirs"] === "1") expect(is.tags?.["theirs"]).toBe("1");
        }
        const placeOf = new Map(
          plan.actions.flatMap((it) => {
            if (it.kind !== "move") return [];
            const key = projectKey(projectOf(it));
            const to = now.projects.find(
              ({ id, name }) => id === key || (projectOf(it).id === null && name === it.destination.name),
            );
            return it.workspaces.map(({ id }) => [id, to?.id] as const);
          }),
        );
        for (const { id, projectId } of then.workspaces) {
          // Someone has put it there, and not the plan.
          if (placeOf.get(id) === projectId) continue;
          expect(after.workspaces.find((it) => it.id === id)!.projectId).toBe(projectId);
        }
        expect(undo(document, after, LIMITS).actions).toEqual([]);
        expect(after.projects.some(({ id }) => id === DEFAULT_ID)).toBe(true);
      },
    ),
    { numRuns: casesOf(200) },
  );
});
