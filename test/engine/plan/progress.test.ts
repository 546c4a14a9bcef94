import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredOrganization } from "../../../src/engine/organization";
import type { Plan } from "../../../src/engine/plan/comparison";
import { progressOf } from "../../../src/engine/plan/progress";
import { makePlan } from "../../../src/engine/plan/plan";
import { changesSince, codeAsPlanned } from "../../../src/engine/document/saved-plan";
import { code, organization } from "./organization-with-rules";

/** The plan creates Net and moves two workspaces into it, renames Old to Ops and describes it, and deletes Gone. */
const desired: DesiredOrganization = ((): DesiredOrganization => {
  const both = code({ Net: { workspaceNames: ["net-1", "net-2"] }, Ops: { workspaceNames: ["ops"] } });
  const projects = both.projects.map((it) =>
    it.name === "Ops" ? { ...it, previousNames: ["Old"], description: "now" } : it,
  );
  return { ...both, projects };
})();
const OPTIONS = { prune: true, maxDeletes: 1 };
const before = organization({ Default: ["net-1"], Old: ["net-2"], Gone: ["ops"] });
const plan = makePlan(desired, before, OPTIONS);

/** The organization after some of the plan, with what else happened. */
function later(
  projects: Readonly<Record<string, readonly string[]>>,
  change: (actual: ActualOrganization) => ActualOrganization = (actual) => actual,
): ActualOrganization {
  const actual = organization(projects);
  const old = (id: string): string => (id === "prj-Ops" ? "prj-Old" : id);
  return change({
    ...actual,
    projects: actual.projects.map((it) => ({
      ...it,
      id: old(it.id),
      description: it.name === "Ops" ? "now" : null,
    })),
    workspaces: actual.workspaces.map((it) => ({ ...it, projectId: old(it.projectId) })),
  });
}

const again = (actual: ActualOrganization): Plan => makePlan(codeAsPlanned(plan), actual, plan.options);

/** What was done, and the IDs of what is left. */
function progress(actual: ActualOrganization): object {
  const { done, remaining: left } = progressOf(plan, again(actual));
  return {
    done: done.map(({ action, isComplete, workspaces }) =>
      [action.id, ...(isComplete ? [] : [workspaces?.map(({ name }) => name)])].join(": "),
    ),
    left: left.map(({ id }) => id),
  };
}

test("the plan has an action of each kind", () => {
  expect(plan.errors).toEqual([]);
  expect(plan.actions.map(({ id }) => id).sort()).toEqual([
    "create Net",
    "delete Gone",
    "move Net",
    "move Ops",
    "update Old",
  ]);
});

test("what is done has its change, and the project that was created or the workspaces that have moved", () => {
  const actual = later({ Default: ["net-1"], Ops: [], Gone: ["ops"], Net: ["net-2"] });
  const { done } = progressOf(plan, again(actual));
  expect(done.map((it) => ({ ...it, action: undefined }))).toEqual([
    { isComplete: true },
    { isComplete: true, createdId: "prj-Net" },
    { isComplete: false, workspaces: [{ id: "ws-net-2", name: "net-2" }] },
  ]);
  expect(done.map(({ action }) => action)).toEqual([0, 1, 3].map((position) => plan.actions[position]));
});

test("what is left of a plan of which nothing is done is the plan", () => {
  expect(progressOf(plan, again(before))).toEqual({ done: [], remaining: plan.actions });
});

test("what is left of a move has the names that projects have by now, and the project that was created", () => {
  const { remaining: left } = progressOf(
    plan,
    again(later({ Default: ["net-1"], Ops: ["net-2"], Gone: ["ops"], Net: [] })),
  );
  expect(left.find((it) => it.kind === "move" && it.destination.name === "Net")).toMatchObject({
    destination: { id: "prj-Net", name: "Net" },
    workspaces: [
      { name: "net-1", from: { id: "prj-Default", name: "Default" } },
      { name: "net-2", from: { id: "prj-Old", name: "Ops" } },
    ],
    dependsOn: [],
  });
});

test("each of two new projects may have the workspaces that move into it, and no others", () => {
  const both = code({ Net: { workspaceNames: ["a"] }, Web: { workspaceNames: ["b"] } });
  const made = makePlan(both, organization({ Default: ["a", "b"] }));
  const doneIn = (projects: Readonly<Record<string, readonly string[]>>): readonly string[] =>
    progressOf(made, makePlan(codeAsPlanned(made), organization(projects))).done.map((it) => it.action.id);
  expect(doneIn({ Default: ["b"], Net: ["a"], Web: [] })).toEqual(["create Net", "create Web", "move Net"]);
  expect(doneIn({ Default: [], Net: ["b"], Web: ["a"] })).toEqual([]);
});

describe("of a plan that was interrupted,", () => {
  test.each<[string, ActualOrganization, object]>([
    [
      "nothing is done before the first change",
      before,
      { done: [], left: ["update Old", "create Net", "move Ops", "move Net", "delete Gone"] },
    ],
    [
      "a project has been created",
      later({ Default: ["net-1"], Old: ["net-2"], Gone: ["ops"], Net: [] }),
      { done: ["create Net"], left: ["update Old", "move Net", "move Ops", "delete Gone"] },
    ],
    [
      "a project has been renamed, and one of two workspaces has left it",
      later({ Default: ["net-1"], Ops: [], Gone: ["ops"], Net: ["net-2"] }),
      { done: ["update Old", "create Net", "move Net: net-2"], left: ["move Net", "move Ops", "delete Gone"] },
    ],
    [
      "everything but the deletion is done",
      later({ Default: [], Ops: ["ops"], Gone: [], Net: ["net-1", "net-2"] }),
      { done: ["update Old", "create Net", "move Ops", "move Net"], left: ["delete Gone"] },
    ],
    [
      "everything is done",
      later({ Default: [], Ops: ["ops"], Net: ["net-1", "net-2"] }),
      { done: ["update Old", "create Net", "move Ops", "move Net", "delete Gone"], left: [] },
    ],
  ])("%s", (_, actual, expected) => {
    const sorted = (it: object): object =>
      Object.fromEntries(Object.entries(it).map(([key, list]) => [key, [...(list as string[])].sort()]));
    expect(sorted(progress(actual))).toEqual(sorted(expected));
    expect(changesSince(plan, again(actual))).toEqual([]);
  });
});

test("settings that the service does not report are sent again", () => {
  const net = code({ Net: {}, Ops: {} });
  const projects = net.projects.map((it) => ({ ...it, description: "now", defaultExecutionMode: "local" }) as const);
  const unreported = (actual: ActualOrganization): ActualOrganization => ({
    ...actual,
    projects: actual.projects.map((it) => ({ ...it, defaultExecutionMode: undefined })),
  });
  const described = (actual: ActualOrganization): ActualOrganization => ({
    ...actual,
    projects: actual.projects.map((it) => (it.name === "Default" ? it : { ...it, description: "now" })),
  });
  const made = makePlan({ ...net, projects }, unreported(organization({ Default: [], Ops: [] })));
  expect(made.actions.map(({ id }) => id)).toEqual(["update Ops", "create Net"]);
  const current = makePlan(codeAsPlanned(made), unreported(described(organization({ Default: [], Ops: [], Net: [] }))));
  expect(current.actions.map(({ id }) => id)).toEqual(["update Net", "update Ops"]);
  expect(changesSince(made, current)).toEqual([]);
  expect(progressOf(made, current).done.map(({ action }) => action.id)).toEqual(["update Ops", "create Net"]);
  // It is planned each time, so it is never done.
  const again = makePlan(codeAsPlanned(current), current.actual);
  expect(changesSince(current, again)).toEqual([]);
  expect(progressOf(current, again).done).toEqual([]);
});

describe("a plan is stale", () => {
  test.each<[string, ActualOrganization, RegExp]>([
    [
      "if a workspace that has moved is elsewhere by now",
      later({ Default: [], Ops: [], Gone: ["ops", "net-1"], Net: ["net-2"] }),
      /changed in the plan: move 1 workspace into "Net" \(net-1 from Gone\)/,
    ],
    [
      "if a workspace that is left is gone",
      later({ Default: [], Ops: [], Gone: ["ops"], Net: ["net-2"] }),
      /removed from the plan: move 1 workspace into "Net" \(net-1 from Default\)/,
    ],
    [
      "if the project that it creates has others' workspaces",
      later({ Default: ["net-1"], Old: ["net-2"], Gone: ["ops"], Net: ["stranger"] }),
      /removed from the plan: create project "Net"/,
    ],
    [
      "if the project that it creates is otherwise described",
      later({ Default: ["net-1"], Old: ["net-2"], Gone: ["ops"], Net: [] }, (actual) => ({
        ...actual,
        projects: actual.projects.map((it) => (it.name === "Net" ? { ...it, description: "by hand" } : it)),
      })),
      /added to the plan: update project "Net" \(description "by hand" → /,
    ],
    [
      "if the project that it renames was renamed, and not described",
      later({ Default: ["net-1"], Ops: ["net-2"], Gone: ["ops"] }, (actual) => ({
        ...actual,
        projects: actual.projects.map((it) => (it.name === "Ops" ? { ...it, description: null } : it)),
      })),
      /added to the plan: update project "Ops" \(description unset → /,
    ],
    [
      "if another project has the name that one of its projects gets",
      later({ Default: ["net-1"], Gone: ["ops"], Ops: ["net-2"] }, (actual) => ({
        ...actual,
        projects: actual.projects.map((it) => (it.name === "Ops" ? { ...it, id: "prj-Other" } : it)),
        workspaces: actual.workspaces.map((it) =>
          it.projectId === "prj-Old" ? { ...it, projectId: "prj-Other" } : it,
        ),
      })),
      /removed from the plan: rename project "Old" to "Ops" \(/,
    ],
    [
      "if someone put a workspace into the project that it deletes",
      later({ Default: [], Ops: ["ops"], Gone: ["stranger"], Net: ["net-1", "net-2"] }),
      /./,
    ],
  ])("%s", (_, actual, line) => {
    const current = again(actual);
    const isBlocked = current.errors.length > 0;
    if (!isBlocked) expect(changesSince(plan, current).join("\n")).toMatch(line);
    expect(isBlocked || changesSince(plan, current).length > 0).toBe(true);
  });

  test("if a project of that name existed when it was made, and was renamed since", () => {
    const old = organization({ Default: ["net-1"], Draft: [] });
    const net = code({ Net: { workspaceNames: ["net-1"] } });
    const made = makePlan(net, old);
    expect(made.actions.map(({ id }) => id)).toEqual(["create Net", "move Net"]);
    const renamed = { ...old, projects: old.projects.map((it) => (it.name === "Draft" ? { ...it, name: "Net" } : it)) };
    expect(changesSince(made, makePlan(codeAsPlanned(made), renamed))).not.toEqual([]);
  });
});

test("looks at the moves of a plan a few times each, however many projects it creates", () => {
  const names = Array.from({ length: 100 }, (_, index) => `P${index}`);
  const many = code(Object.fromEntries(names.map((name) => [name, { workspaceNames: [name.toLowerCase()] }])));
  const creating = makePlan(many, organization({ Default: names.map((name) => name.toLowerCase()) }), {
    maxMoves: "all",
  });
  expect(creating.actions).toHaveLength(200);
  let looks = 0;
  const actions = creating.actions.map((action) => {
    return new Proxy(action, {
      get: (target, member) => {
        if (member === "destination") looks += 1;
        return Reflect.get(target, member) as unknown;
      },
    });
  });
  progressOf({ ...creating, actions }, creating);
  expect(looks).toBeLessThan(20 * names.length);
});
