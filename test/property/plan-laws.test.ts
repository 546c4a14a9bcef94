import {
  nameKey,
  previousNameCycles,
  type Project,
  type ProjectSettings,
  type SettingName,
  type Workspace,
} from "../../src/model";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import { applyPlans } from "../../src/engine/session";
import { sessionOf } from "../support/engine-session";
import { BlockedPlanError } from "../../src/engine/blocked-plan-error";
import type {
  DesiredMembership,
  DesiredOrganization,
  DesiredProject,
  ProjectReference,
} from "../../src/engine/organization";
import type { Plan } from "../../src/engine/plan/comparison";
import type { PlanOptions } from "../../src/engine/plan/plan-options";
import { codeAsPlanned } from "../../src/engine/document/saved-plan";
import { render } from "../../src/engine/report/render";
import { detectDrift, makePlan } from "../../src/engine/plan/plan";
import { OrganizationView } from "../../src/reconcile/view";
import { Client } from "../../src/api";
import {
  anyOrder,
  anyScenario,
  consistentScenario,
  IGNORE_PATTERNS,
  placedBy,
  renaming,
  shuffled,
  takesFromDefault,
  type Scenario,
} from "./planning/scenarios";
import {
  applied,
  DEFAULT_ID,
  expectDifferent,
  expectSame,
  sortedById,
  sortedByKey,
} from "./planning/simulated-service";
import { CASES, casesOf, fc, SEED, seedsUntil } from "../support/property";

/**
 * Of an organization and its code. `npm run test:soak` tries 10,000, and so does:
 *
 *     TFPROJECTS_SEED=fresh TFPROJECTS_CASES=10000 npx jest test/property/plan-laws --selectProjects unit
 */
const pairs = casesOf(CASES.functions);

/** A plan without what it was made from. */
function conclusions(plan: Plan): object {
  return { ...plan, desired: undefined, actual: undefined };
}

/** Asserts that there is nothing in a value that JSON has no form for; members that are undefined count as absent. */
function expectPlain(value: unknown, isMember = true): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (value === undefined && isMember) return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  const prototype: unknown = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (Array.isArray(value)) for (const item of value) expectPlain(item, false);
  else if (prototype === Object.prototype) for (const item of Object.values(value as object)) expectPlain(item);
  else throw new Error(`JSON has no form for a ${typeof value} in the plan.`);
}

interface Planned {
  readonly scenario: Scenario;
  readonly plan: Plan;
}

/** Scenarios whose plan is not refused, with their plans. */
function planned(scenarios: fc.Arbitrary<Scenario>): {
  readonly arbitrary: fc.Arbitrary<Planned>;
  readonly sample: (seed: number) => readonly Planned[];
} {
  const arbitrary = scenarios
    .map((scenario) => ({ scenario, plan: makePlan(scenario.desired, scenario.actual, scenario.options) }))
    .filter(({ plan }) => plan.errors.length === 0);
  const samples = new Map<number, readonly Planned[]>();
  const sample = (seed: number): readonly Planned[] => {
    const made = samples.get(seed) ?? fc.sample(arbitrary, { numRuns: pairs, seed });
    samples.set(seed, made);
    return made;
  };
  return { arbitrary, sample };
}

const anyPlanned = planned(anyScenario);
const consistentlyPlanned = planned(consistentScenario);

/** Checks the law for scenarios whose plan is not refused. All laws share them: most of the time makes them. */
function forPlans(
  law: (scenario: Scenario, plan: Plan) => void,
  { arbitrary, sample } = anyPlanned,
  isEnough = (): boolean => true,
): void {
  for (const seed of seedsUntil(isEnough)) {
    try {
      for (const { scenario, plan } of sample(seed)) law(scenario, plan);
    } catch (error) {
      // Tries the same ones again, and says the smallest.
      fc.assert(
        fc.property(arbitrary, ({ scenario, plan }) => law(scenario, plan)),
        { numRuns: pairs, seed },
      );
      throw error;
    }
  }
}

/** The name after the plan of the project that a reference stands for. */
function nameOf(reference: ProjectReference, { desired, actual }: Scenario, after: ActualOrganization): string {
  const id =
    reference.by === "default"
      ? DEFAULT_ID
      : reference.by === "id"
        ? reference.id
        : reference.by === "name" &&
          desired.projects.every((it) => nameKey(it.name) !== nameKey(reference.name)) &&
          actual.projects.find((it) => nameKey(it.name) === nameKey(reference.name))?.id;
  if (typeof id === "string") return after.projects.find((it) => it.id === id)!.name;
  if (reference.by === "name") return reference.name;
  return desired.projects.find((it) => reference.by === "address" && it.address === reference.address)!.name;
}

/**
 * What the options leave alone.
 *
 * @param known - Ids of the projects that the code manages, or refers to except the default project.
 * @param isMember - Whether a membership names the workspace.
 */
function ignoredBy(
  { actual, options }: Scenario,
  known: ReadonlySet<string>,
  isMember: (workspace: Workspace) => boolean,
): { readonly projects: ReadonlySet<string>; readonly workspaces: ReadonlySet<string> } {
  const patterns = (options.ignore ?? []).map((pattern) => IGNORE_PATTERNS.get(pattern)!);
  const matches = (it: { readonly id: string; readonly name: string }): boolean =>
    patterns.some((pattern) => pattern(it));
  const projects = new Set(actual.projects.filter((it) => !known.has(it.id) && matches(it)).map(({ id }) => id));
  const workspaces = actual.workspaces.filter((it) => !isMember(it) && (matches(it) || projects.has(it.projectId)));
  return { projects, workspaces: new Set(workspaces.map(({ id }) => id)) };
}

/** The settings that a project gets from the code. `was` is undefined for a new one. */
function expectedSettings(code: DesiredProject, was: Project | undefined): ProjectSettings {
  const { name, description, autoDestroyActivityDuration, tags = was?.tags ?? {} } = code;
  // What the service does not report of an existing project is neither compared nor changed.
  const isKnown = (setting: SettingName): boolean => was === undefined || was[setting] !== undefined;
  const kept = code.ignoreAdditionalTags === true ? was?.tags : {};
  return {
    name,
    description,
    autoDestroyActivityDuration,
    defaultExecutionMode: isKnown("defaultExecutionMode") ? code.defaultExecutionMode : undefined,
    defaultAgentPoolId: isKnown("defaultAgentPoolId") ? code.defaultAgentPoolId : undefined,
    tags: isKnown("tags") ? sortedByKey({ ...kept, ...tags }) : undefined,
  };
}

describe(`for any organization and any code (TFPROJECTS_SEED=${SEED})`, () => {
  test("a plan runs in any order it allows, makes the organization match the code, and leaves no changes", () => {
    forPlans((scenario, plan) => {
      const { actual, desired, options, choices } = scenario;
      const after = applied(actual, anyOrder(plan, choices));
      const projectOf = new Map(after.projects.map((it) => [nameKey(it.name), it]));
      const projectIdOf = new Map(
        after.workspaces.flatMap(({ id, name, projectId }) => [
          [id, projectId],
          [nameKey(name), projectId],
        ]),
      );

      // Every project of the code exists, with the code's spelling, and has the id in the code.
      for (const code of desired.projects) {
        const { name, id } = code;
        const { id: found, ...there } = projectOf.get(nameKey(name)) ?? { id: "none" };
        const expected = expectedSettings(
          code,
          actual.projects.find((it) => it.id === found),
        );
        expectSame(there, { ...there, ...expected }, `project ${name}`);
        if (id !== undefined) expectSame(found, id, `the project called ${name}`);
      }
      // Every workspace that a membership names is in its project.
      const members = new Set<string>();
      const exclusiveIds = new Set<string>();
      for (const { project, workspaceIds, workspaceNames, exclusive } of desired.memberships) {
        const { id } = projectOf.get(nameKey(nameOf(project, scenario, after)))!;
        if (exclusive) exclusiveIds.add(id);
        for (const workspace of [...workspaceIds, ...workspaceNames.map(nameKey)]) {
          expectSame(projectIdOf.get(workspace), id, `where ${workspace} is`);
          members.add(workspace);
        }
      }
      const isListed = ({ id, name }: { id: string; name: string }): boolean =>
        members.has(id) || members.has(nameKey(name));
      // So is every other workspace by the first rule that matches it, if that takes it from where it is.
      const placed = new Set<string>();
      const there = new Set<string>();
      for (const workspace of actual.workspaces.filter((it) => !isListed(it))) {
        const routes = (desired.placements ?? []).flatMap((placement) => {
          const route = placedBy(placement, workspace);
          if (route === undefined) return [];
          const { id } = projectOf.get(nameKey(nameOf(route.project, scenario, after)))!;
          return [{ id, isTaken: route.takesFromAny || workspace.projectId === DEFAULT_ID }];
        });
        const taking = routes.filter(({ isTaken }) => isTaken);
        const [route] = [...taking.filter(({ id }) => id !== workspace.projectId), ...taking];
        if (route !== undefined) {
          expectSame(projectIdOf.get(workspace.id), route.id, `where ${workspace.name} is, which a rule takes`);
          placed.add(workspace.id);
        } else if (routes.some(({ id }) => id === workspace.projectId)) there.add(workspace.id);
      }
      const isMember = (it: { id: string; name: string }): boolean => isListed(it) || placed.has(it.id);
      const isManaged = (it: { id: string; name: string }): boolean => isMember(it) || there.has(it.id);
      const inCode = new Set(desired.projects.map(({ name }) => projectOf.get(nameKey(name))!.id));
      const rules = (desired.placements ?? []).flatMap((it) => it.rules);
      const references = [...desired.references, ...[...desired.memberships, ...rules].map(({ project }) => project)];
      const referred = new Set(references.map((it) => projectOf.get(nameKey(nameOf(it, scenario, after)))!.id));
      const known = [...inCode, ...[...referred].filter((id) => id !== DEFAULT_ID)];
      const ignored = ignoredBy(scenario, new Set(known), isManaged);
      // Exclusive projects contain nothing else; evicted and evacuated workspaces are in the default project; others,
      // and ignored ones, did not move.
      const ids = new Set(after.projects.map(({ id }) => id));
      const before = new Map(actual.workspaces.map((it) => [it.id, it]));
      for (const workspace of after.workspaces) {
        if (isMember(workspace)) continue;
        const was = before.get(workspace.id)!;
        const isLeaving = exclusiveIds.has(was.projectId) || !ids.has(was.projectId);
        const mustLeave = isLeaving && !ignored.workspaces.has(was.id);
        expectSame(
          workspace,
          mustLeave ? { ...was, projectId: DEFAULT_ID } : was,
          `the workspace ${workspace.name}, which the code neither names nor places`,
        );
      }
      expectSame(after.workspaces.length, actual.workspaces.length, "workspaces");
      // Unmanaged projects do not change; `prune` deletes them, except the default project, those referred to and
      // ignored ones.
      for (const project of actual.projects) {
        if (inCode.has(project.id)) continue;
        const isKept =
          options.prune !== true ||
          [referred, ignored.projects, new Set([DEFAULT_ID])].some((it) => it.has(project.id));
        expectSame(
          after.projects.find((it) => it.id === project.id),
          isKept ? project : undefined,
          `the project ${project.name}, which the code does not manage`,
        );
      }
      for (const { id } of after.projects)
        expectSame(inCode.has(id) || actual.projects.some((it) => it.id === id), true, `${id} is expected to exist`);

      const again = makePlan(desired, after, options);
      if (takesFromDefault(desired)) expectSettled(desired, after, options);
      else expectSame([again.actions, again.errors, warningsOf(again)], [[], [], []], "a second plan");
    });
  });

  test("placement by rules and the same written by hand lead to the same organization", () => {
    let moved = 0;
    const law = ({ actual, desired, options, choices }: Scenario, plan: Plan): void => {
      const { placements: _, ...rest } = desired;
      const placed = plan.actions.flatMap((it) =>
        it.kind === "move"
          ? it.workspaces.flatMap(({ id, reason }) => (reason === "placed" ? [[id, it.destination] as const] : []))
          : [],
      );
      const memberships = placed.map(([id, to], index): DesiredMembership => ({
        address: `tfprojects_workspace_membership.by-hand-${index}`,
        project: to.id === null ? { by: "address", address: to.address } : { by: "id", id: to.id },
        workspaceIds: [id],
        workspaceNames: [],
        exclusive: false,
      }));
      const rules = (desired.placements ?? []).flatMap((it) => it.rules);
      const byHand = makePlan(
        {
          ...rest,
          memberships: [...desired.memberships, ...memberships],
          references: [...desired.references, ...rules.map(({ project }) => project)],
        },
        actual,
        options,
      );
      expectSame(byHand.errors, [], "errors of what is written by hand");
      expectSame(
        applied(actual, anyOrder(plan, choices)),
        applied(actual, anyOrder(byHand, choices)),
        "the organization by rules, and by hand",
      );
      moved += placed.length;
    };
    forPlans(law, anyPlanned, () => moved > pairs / 20);
  });

  test("a plan with its own selection is the same plan", () => {
    forPlans(({ actual, options }, plan) => {
      const again = makePlan(codeAsPlanned(plan), actual, options);
      expectSame(conclusions(again), conclusions(plan), "the plan of what was selected");
    });
  });

  test("a plan is minimal: one create per missing project, one update per difference, one move per destination", () => {
    forPlans(({ actual, desired, options }, plan) => {
      const after = applied(actual, plan.actions);
      const was = new Map(actual.projects.map((it) => [it.id, it]));
      const is = new Map(after.projects.map((it) => [it.id, it]));
      const of = (kind: string): Plan["actions"] => plan.actions.filter((it) => it.kind === kind);
      expectSame(new Set(plan.actions.map(({ id }) => id)).size, plan.actions.length, "ids of actions");
      expectSame(of("create").length, [...is.keys()].filter((id) => !was.has(id)).length, "creates");
      expectSame(of("delete").length, [...was.keys()].filter((id) => !is.has(id)).length, "deletes");

      // Deletes and moves are within their limits, and nothing is evacuated unless allowed.
      const mostMoves = options.maxMoves ?? 25;
      expectSame(mostMoves === "all" || movesIn(plan) <= mostMoves, true, "moves within the limit");
      const mostDeletes = options.maxDeletes ?? Math.floor(actual.projects.length / 4);
      expectSame(of("delete").length <= mostDeletes, true, "deletes within the limit");
      const evacuated = plan.actions
        .flatMap((it) => (it.kind === "move" ? it.workspaces : []))
        .filter((it) => it.reason === "evacuated");
      expectSame(options.evacuate === true || evacuated.length === 0, true, "evacuated only if allowed");

      // Nothing is created that exists: no unmanaged project had the name, or a former name, of one that is created.
      const inCode = new Set(desired.projects.map(({ name }) => nameKey(name)));
      const leftOver = actual.projects.filter(({ id }) => !is.has(id) || !inCode.has(nameKey(is.get(id)!.name)));
      for (const created of plan.actions.filter((it) => it.kind === "create")) {
        const code = desired.projects.find(({ address }) => address === created.address)!;
        const ownNames = new Set([code.name, ...code.previousNames].map(nameKey));
        expectSame(
          leftOver.filter(({ name }) => ownNames.has(nameKey(name))),
          [],
          `what ${created.id} could have been`,
        );
      }

      const updates = plan.actions.filter((it) => it.kind === "update");
      for (const [id, project] of is) {
        const differs = was.has(id) && JSON.stringify(was.get(id)) !== JSON.stringify(project);
        expectSame(updates.filter(({ projectId }) => projectId === id).length, differs ? 1 : 0, `updates of ${id}`);
      }

      const moves = plan.actions.filter((it) => it.kind === "move");
      expectSame(
        new Set(moves.map(({ destination }) => destination.id ?? destination.name)).size,
        moves.length,
        "destinations",
      );
      const moved = moves.flatMap(({ workspaces }) => workspaces.map(({ id }) => id)).sort();
      const elsewhere = actual.workspaces.filter((it, index) => it.projectId !== after.workspaces[index]!.projectId);
      expectSame(moved, elsewhere.map(({ id }) => id).sort(), "workspaces that move");
    });
  });

  test("a plan is refused exactly if it moves more workspaces than the limit, and is the same otherwise", () => {
    let refused = 0;
    const reasons = new Set<string>();
    const anyLimit = fc.oneof(fc.nat(6), fc.constantFrom(undefined, "all" as const, 25, 26));
    const law = fc.property(anyScenario, anyLimit, ({ actual, desired, options }, maxMoves) => {
      const unlimited = makePlan(desired, actual, { ...options, maxMoves: "all" });
      fc.pre(unlimited.errors.every(({ code }) => code !== "DUPLICATE_PROJECT"));
      const plan = makePlan(desired, actual, { ...options, maxMoves });
      const isOver = maxMoves !== "all" && movesIn(unlimited) > (maxMoves ?? 25);
      const others = plan.errors.filter(({ code }) => code !== "TOO_MANY_MOVES");
      expectSame(plan.errors.length - others.length, isOver ? 1 : 0, "errors for moves");
      expectSame([plan.actions, others], [unlimited.actions, unlimited.errors], "everything else");
      const raised = plan.raisedLimits.filter(({ option }) => option === "maxMoves").map(({ limit }) => limit);
      expectSame(raised, maxMoves === "all" || maxMoves === 26 ? [maxMoves] : [], "raised limits");
      // Drift has no limits, and deletes nothing that is only unmanaged.
      const drift = detectDrift(desired, actual, options);
      const unpruned = makePlan(desired, actual, { ...options, prune: false, maxMoves: "all" });
      const limits = drift.errors.filter(({ code }) => code.startsWith("TOO_MANY_"));
      expectSame([drift.actions, limits, drift.raisedLimits], [unpruned.actions, [], []], "drift");
      if (!isOver) return;
      refused += 1;
      for (const it of plan.actions)
        if (it.kind === "move") for (const { reason } of it.workspaces) reasons.add(reason);
    });
    for (const seed of seedsUntil(() => refused > pairs / 20 && reasons.size >= 4))
      fc.assert(law, { numRuns: pairs, seed });
    expect(reasons).toEqual(new Set(["member", "placed", "evicted", "evacuated"]));
  });

  test("coverage counts everything once, and what is ignored is neither counted, deleted nor moved", () => {
    let ignoredProjects = 0;
    const law = fc.property(anyScenario, (scenario) => {
      const { actual, desired, options } = scenario;
      const plan = makePlan(desired, actual, options);
      const { projects, workspaces, defaultProject, unmanagedProjects, unmanagedWorkspaces, ignored } = plan.coverage;
      ignoredProjects += ignored.projects;
      const isDefaultUnmanaged = defaultProject === "unmanaged" ? 1 : 0;
      expectSame(
        [
          projects.managed + unmanagedProjects.length + isDefaultUnmanaged,
          projects.total + ignored.projects,
          workspaces.managed + unmanagedWorkspaces.length,
          workspaces.total + ignored.workspaces,
        ],
        [projects.total, actual.projects.length, workspaces.total, actual.workspaces.length],
        "numbers of projects and workspaces",
      );
      expectSame(
        unmanagedProjects.some(({ id }) => id === DEFAULT_ID),
        false,
        "whether the default project is in the list",
      );
      expectSame(
        plan.notPruned,
        options.prune === true ? [] : unmanagedProjects,
        "projects that are left alone without --prune",
      );

      const everything = makePlan(desired, actual, { ...options, ignore: ["*"] });
      const { coverage, notPruned } = everything;
      expectSame(
        [coverage.projects.managed, coverage.workspaces.managed, coverage.unmanagedProjects, notPruned],
        [coverage.projects.total, coverage.workspaces.total, [], []],
        "coverage without all that is not in the code",
      );
      const drift = detectDrift(desired, actual, { ignore: ["*"], strict: true, unplaced: true });
      expectSame(drift.coverage, coverage, "coverage of drift");
      expectSame(
        drift.unmanagedDrift,
        { projects: 0, workspaces: 0, unplaced: 0 },
        "strict drift without all that is not in the code",
      );
      if (everything.errors.some(({ summary }) => summary === "Rule into an exclusive project")) return;
      for (const action of everything.actions) {
        expectDifferent(action.kind, "delete", action.id);
        if (action.kind !== "move") continue;
        expectSame(
          action.workspaces.filter(({ reason }) => reason !== "member" && reason !== "placed"),
          [],
          action.id,
        );
      }
    });
    for (const seed of seedsUntil(() => ignoredProjects > pairs / 50)) fc.assert(law, { numRuns: pairs, seed });
  });

  test("equal input gives byte-equal plans, also refused ones, in whatever order things are listed", () => {
    let refused = 0;
    const law = fc.property(anyScenario, ({ actual, desired, options, choices }) => {
      const plan = makePlan(desired, actual, options);
      if (plan.errors.length > 0) refused += 1;
      const mixed = <T>(items: readonly T[]): T[] => shuffled(items, choices);
      const withMixedTags = <T extends ProjectSettings>(project: T): T => {
        return { ...project, tags: project.tags && Object.fromEntries(mixed(Object.entries(project.tags))) };
      };
      const memberships = desired.memberships.map((it) => {
        return { ...it, workspaceIds: mixed(it.workspaceIds), workspaceNames: mixed(it.workspaceNames) };
      });
      const again = makePlan(
        {
          ...desired,
          projects: mixed(desired.projects).map(withMixedTags),
          memberships: mixed(memberships),
          ...(desired.placements && { placements: mixed(desired.placements) }),
          references: mixed(desired.references),
        },
        {
          ...actual,
          projects: mixed(actual.projects).map(withMixedTags),
          workspaces: mixed(actual.workspaces),
        },
        options,
      );
      expectSame(conclusions(again), conclusions(plan), "the plan for the same input in another order");
    });
    for (const seed of seedsUntil(() => refused > pairs / 100)) fc.assert(law, { numRuns: pairs, seed });
  });

  test("a plan and drift are plain data: JSON without loss, also in every report", () => {
    fc.assert(
      fc.property(anyScenario, ({ actual, desired, options }) => {
        for (const it of [makePlan(desired, actual, options), detectDrift(desired, actual)]) {
          const parsed = JSON.parse(JSON.stringify(it)) as typeof it;
          expectPlain(it);
          expect(parsed).toEqual(it);
          for (const format of ["text", "markdown", "json", "html"] as const)
            expectSame(render(parsed, format), render(it, format), format);
        }
      }),
      { numRuns: Math.ceil(pairs / 10) },
    );
  });

  test("a plan with errors is refused as a whole, before any request", async () => {
    let requests = 0;
    const client = new Client({
      address: "http://127.0.0.1:9",
      token: "none",
      env: {},
      onRequest: () => (requests += 1),
    });
    const view = new OrganizationView(client, "acme");
    await fc.assert(
      fc.asyncProperty(anyScenario, async ({ actual, desired, options }) => {
        const plan = makePlan(desired, actual, options);
        fc.pre(plan.errors.length > 0);
        const error: unknown = await applyPlans([{ view, plan }], sessionOf(client)).catch((it: unknown) => it);
        expectSame(error instanceof BlockedPlanError, true, "refused");
      }),
      { numRuns: Math.ceil(pairs / 10), maxSkipsPerRun: 1000 },
    );
    expect(requests).toBe(0);
  });

  test("an interrupted apply is completed by planning again, with the same projects as a result", () => {
    forPlans(({ actual, desired, options, choices }, plan) => {
      const order = anyOrder(plan, choices);
      const whole = applied(actual, order);
      for (let done = 0; done < order.length; done += 1) {
        const interrupted = applied(actual, order.slice(0, done));
        const rest = makePlan(desired, interrupted, options);
        const what = `planned again after ${order
          .slice(0, done)
          .map(({ id }) => id)
          .join(", ")}`;
        if (takesFromDefault(desired)) {
          expectSettled(desired, interrupted, options, 3);
          continue;
        }
        expectSame(rest.errors, [], `${what}: errors`);
        expectSame(applied(interrupted, rest.actions), whole, what);
      }
    }, consistentlyPlanned);
  });

  test("with ambiguous code, an interrupted apply is completed, or refused for names or deletions", () => {
    forPlans(({ actual, desired, options, choices }, plan) => {
      const order = anyOrder(plan, choices);
      const interrupted = applied(actual, order.slice(0, choices[0]! % (order.length + 1)));
      const rest = makePlan(desired, interrupted, options);
      const isExplained = rest.errors.some(
        ({ code }) =>
          // A previous name may stand for another project once it is free; the plan then says so.
          (code === "UNKNOWN_PROJECT" && refersByFormerName(desired)) ||
          // The exclusive project may now be the default project.
          (code === "DEFAULT_PROJECT" && desired.memberships.some(({ exclusive }) => exclusive)) ||
          // Other projects may be matched; leftovers may contain workspaces, or exceed the limit of deletes.
          ((code === "PROJECT_NOT_EMPTY" || code === "TOO_MANY_DELETES") && options.prune === true) ||
          // More workspaces may have to move to other projects.
          (code === "TOO_MANY_MOVES" && options.maxMoves !== undefined),
      );
      if (isExplained) return;
      if (takesFromDefault(desired)) {
        expectSettled(desired, interrupted, options, 3);
        return;
      }
      expectSame(rest.errors, [], "errors");
      const again = makePlan(desired, applied(interrupted, rest.actions), options);
      expectSame([again.actions, again.errors], [[], []], "a second plan");
    });
  });

  test("chains of renames keep ids and workspaces, wherever the apply is interrupted; cycles are refused", () => {
    let refused = 0;
    const law = fc.property(renaming, ({ actual, desired, choices }) => {
      const plan = makePlan(desired, actual, { prune: true });
      const isCycle = previousNameCycles(desired.projects).length > 0;
      const codes = plan.errors.map(({ code }) => code);
      if (!isCycle) expectSame(codes, [], "errors");
      expectSame(codes.includes("NAME_TAKEN"), isCycle, "refused for its names");
      if (isCycle) {
        refused += 1;
        return;
      }
      const order = anyOrder(plan, choices);
      for (let done = 0; done <= order.length; done += 1) {
        const interrupted = applied(actual, order.slice(0, done));
        const after = applied(interrupted, makePlan(desired, interrupted, { prune: true }).actions);
        const attributes = after.projects.map(({ id, name, description }) => ({ id, name, description }));
        const expected = desired.projects.map(({ name, description }) => ({ id: description!, name, description }));
        expectSame(attributes, sortedById(expected), `projects after ${done} of ${order.length}`);
        expectSame(after.workspaces, actual.workspaces, "workspaces");
      }
    });
    for (const seed of seedsUntil(() => refused > pairs / 20)) fc.assert(law, { numRuns: pairs, seed });
  });

  test("renames of recorded projects are refused exactly if their names form a cycle, and ordered otherwise", () => {
    let refused = 0;
    const law = fc.property(renaming, ({ actual, desired, choices }) => {
      const projects = desired.projects.map((it) => ({ ...it, previousNames: [], stateId: it.description! }));
      const plan = makePlan({ ...desired, projects }, actual, { prune: true });
      const isCycle = previousNameCycles(desired.projects).length > 0;
      expectSame(plan.errors.length > 0, isCycle, "refused");
      if (isCycle) refused += 1;
      else applied(actual, anyOrder(plan, choices));
    });
    for (const seed of seedsUntil(() => refused > pairs / 20)) fc.assert(law, { numRuns: pairs, seed });
  });
});

/**
 * Asserts that nothing is left to do after some applies. What one moves into the default project is swept by the next,
 * which may be refused: two rules may match it, or the limits may be too low.
 */
function expectSettled(
  desired: DesiredOrganization,
  start: ActualOrganization,
  options: PlanOptions,
  applies = 1,
): void {
  let actual = start;
  for (let done = 0; ; done += 1) {
    const { actions, errors } = makePlan(desired, actual, options);
    const limits = ["WORKSPACE_IN_TWO_PROJECTS", "TOO_MANY_MOVES"];
    expectSame(
      errors.filter(({ code }) => !limits.includes(code)),
      [],
      `errors after ${done} applies`,
    );
    if (errors.length > 0) return;
    if (done === applies) expectSame(actions, [], `a plan after ${done} applies`);
    if (done === applies) return;
    actual = applied(actual, actions);
  }
}

/** The warnings of a plan, without that rules decide about nothing. */
function warningsOf({ warnings }: Plan): Plan["warnings"] {
  return warnings.filter(({ code }) => code !== "no-match" && code !== "no-reach");
}

/** How many workspaces the plan moves. */
function movesIn({ actions }: Plan): number {
  return actions.reduce((sum, it) => sum + (it.kind === "move" ? it.workspaces.length : 0), 0);
}

/** Whether the code refers to a project by a name that is also a former name of its own projects. */
function refersByFormerName({ projects, memberships, placements = [], references }: DesiredOrganization): boolean {
  const former = new Set(projects.flatMap(({ previousNames }) => previousNames).map(nameKey));
  const rules = placements.flatMap((it) => it.rules);
  return [...references, ...[...memberships, ...rules].map(({ project }) => project)].some(
    (it) => it.by === "name" && former.has(nameKey(it.name)),
  );
}
