import { EngineError, undo, type ActualOrganization, type DesiredOrganization, type Plan } from "../../src/engine";
import { applyAsJson } from "../../src/engine/report";
import { checkSameChanges, codeAsPlanned } from "../../src/engine/document/saved-plan";
import { makePlan } from "../../src/engine/plan/plan";
import { nameKey, type Project } from "../../src/model";
import { UserError } from "../../src/user-error";
import { casesOf, fc, SEED } from "../support/property";
import { consistentScenario } from "./planning/scenarios";
import { project } from "./planning/simulated-service";

/* A plan that waited, or the document of one, while others changed the organization in ways that the plan knows not. */

interface Edit {
  readonly kind: "rename" | "delete" | "create" | "move" | "delete-workspace" | "rename-workspace";
  readonly index: number;
  readonly to: number;
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(
    "rename",
    "rename",
    "rename",
    "delete",
    "create",
    "move",
    "delete-workspace",
    "rename-workspace",
  ),
  index: fc.nat(5),
  to: fc.nat(2),
});

/** The organization after edits that the service would accept: names are unique, and deleted projects empty. */
function edited(actual: ActualOrganization, plan: Plan, edits: readonly Edit[]): ActualOrganization {
  const created = plan.actions.flatMap((it) => (it.kind === "create" ? [it.after.name] : []));
  const deleted = plan.actions.flatMap((it) => (it.kind === "delete" ? [it.projectId] : []));
  const names = [...created, "Epsilon"];
  return edits.reduce((all, { kind, index, to }, position): ActualOrganization => {
    const { projects, workspaces, defaultProjectId } = all;
    const name = names[to % names.length]!;
    const often = [...projects.filter(({ id }) => deleted.includes(id)), ...projects];
    const target = often[index % often.length]!;
    const isTaken = ({ id }: Partial<Project>): boolean =>
      projects.some((it) => it.id !== id && nameKey(it.name) === nameKey(name));
    const changed = workspaces.find((_, at) => at === index);
    switch (kind) {
      case "rename":
        if (isTaken(target)) return all;
        return { ...all, projects: projects.map((it) => (it === target ? { ...it, name } : it)) };
      case "create":
        if (isTaken({})) return all;
        return { ...all, projects: [...projects, project(`prj-new-${position}`, { ...target, name })] };
      case "delete": {
        if (target.id === defaultProjectId || workspaces.some(({ projectId }) => projectId === target.id)) return all;
        return { ...all, projects: projects.filter((it) => it !== target) };
      }
      case "delete-workspace":
        return { ...all, workspaces: workspaces.filter((it) => it !== changed) };
      case "rename-workspace":
      case "move": {
        const its =
          kind === "move" ? { projectId: projects[to % projects.length]!.id } : { name: `theirs-${position}` };
        return { ...all, workspaces: workspaces.map((it) => (it === changed ? { ...it, ...its } : it)) };
      }
    }
  }, actual);
}

/** The code with its first project under a name that nothing has: it is created, and its workspaces move. */
function creating({ projects: [first, ...others], ...desired }: DesiredOrganization): DesiredOrganization {
  if (first === undefined) return { ...desired, projects: [] };
  return { ...desired, projects: [{ ...first, name: "Omega", previousNames: [], id: undefined }, ...others] };
}

const LIMITS = { maxDeletes: 99, maxMoves: "all" } as const;

/** What became of a plan, or its code if it is refused; anything but an error of the user's is thrown. */
function codeOf(work: () => unknown): string {
  try {
    work();
    return "accepted";
  } catch (error) {
    if (error instanceof UserError || (error instanceof EngineError && error.code !== "INTERNAL")) return error.code;
    throw error;
  }
}

test(`a plan or an undo of what others changed is accepted, stale or blocked, and no bug (TFPROJECTS_SEED=${SEED})`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      consistentScenario,
      fc.array(anyEdit, { minLength: 1, maxLength: 4 }),
      ({ actual, desired, options }, edits) => {
        const earlier: Plan = makePlan(creating(desired), actual, {
          ...options,
          ...LIMITS,
          prune: true,
          evacuate: true,
        });
        fc.pre(earlier.errors.length === 0 && earlier.actions.length > 0);
        const now = edited(actual, earlier, edits);

        const current = (): Plan => makePlan(codeAsPlanned(earlier), now, earlier.options);
        seen.add(codeOf(() => checkSameChanges("the plan", [{ earlier, current: current() }])));

        const document = JSON.parse(applyAsJson([{ plan: earlier, outcomes: [] }])) as Record<string, unknown>;
        expect(codeOf(() => undo(document, now, LIMITS))).toBe("accepted");
      },
    ),
    { numRuns: casesOf(100), maxSkipsPerRun: 1000, endOnFailure: true },
  );
  expect([...seen].sort()).toEqual(["STALE_PLAN", "accepted"]);
});
