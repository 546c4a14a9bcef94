import type { NamedObject } from "../../../src/model";
import { warningOf } from "../../../src/diagnostics";
import { makePlan } from "../../../src/engine/plan/plan";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { Gate } from "../../../src/engine/organization";
import {
  code,
  droppedProject,
  organization,
  projectAt,
  membershipInState,
  withPlacement,
  withProjects,
  type MembershipSpecs,
} from "./organization-with-rules";
import { besidesIdentity } from "../besides-identity";

const warningsOf = (memberships: MembershipSpecs, actual: ActualOrganization, options: PlanOptions = {}) =>
  besidesIdentity(makePlan(code(memberships), actual, options).warnings);

describe("a new project that gets most workspaces of an unmanaged one", () => {
  const RENAME = warningOf("possible-rename", {
    action: "create New",
    name: "New",
    from: { id: "prj-Old", name: "Old" },
  });
  const all = { New: { workspaceNames: ["a", "b"] } };

  test("may be that project, renamed out of band", () => {
    expect(warningsOf(all, organization({ Default: ["c"], Old: ["a", "b"] }))).toEqual([RENAME]);
    const ignored = warningsOf(all, organization({ Default: [], Old: ["a", "b"] }), { ignore: ["old"] });
    expect(ignored).toEqual([RENAME]);
    expect(warningsOf(all, organization({ Default: ["d"], Old: ["a", "b", "c"] }))).toEqual([RENAME]);
  });

  test.each<[string, MembershipSpecs, ActualOrganization]>([
    ["if as many stay", all, organization({ Default: [], Old: ["a", "b", "c", "d"] })],
    ["if others come from elsewhere", all, organization({ Default: [], Old: ["a"], Web: ["b"] })],
    ["if as many come from elsewhere as stay", all, organization({ Default: [], Old: ["a", "c"], Web: ["b"] })],
    ["if they come from the default project", all, organization({ Default: ["a", "b"] })],
    ["if they come from a project of the code", { ...all, Old: {} }, organization({ Default: [], Old: ["a", "b"] })],
    ["if it is not new", all, organization({ Default: [], Old: ["a", "b"], New: [] })],
  ])("is another one %s", (_, memberships, actual) => {
    expect(warningsOf(memberships, actual, { ignore: ["Default"] })).toEqual([]);
  });
});

test("each forced move is a warning with its action, and moves of members are none", () => {
  const actual = organization({ Default: ["m"], Net: ["e", "f"], Old: ["v"], Web: ["r"] });
  const desired = code(
    { Net: { workspaceNames: ["m"], exclusive: true }, Web: {} },
    {
      droppedProjects: [droppedProject("Old", { deletionPolicy: "evacuate" })],
      memberships: [membershipInState("Web", { workspaceIds: ["ws-r"] })],
    },
  );
  const { warnings, actions } = makePlan(desired, actual, { maxDeletes: 1 });
  const moved = (name: string, from: string, reason: string): NamedObject => {
    const why = { from: { id: `prj-${from}`, name: from }, reason };
    return { ...why, id: `ws-${name}`, name };
  };
  expect(actions.map(({ kind }) => kind)).toEqual(["move", "move", "delete"]);
  const [action, destination] = ["move Default", "Default"];
  expect(besidesIdentity(warnings)).toEqual([
    warningOf("delete", { action: "delete Old", project: { id: "prj-Old", name: "Old" }, related: undefined }),
    warningOf("evacuate", { action, destination, moved: [moved("v", "Old", "evacuated")] }),
    warningOf("evict", {
      action,
      destination,
      moved: [moved("e", "Net", "evicted"), moved("f", "Net", "evicted")],
    }),
    warningOf("release", { action, destination, moved: [moved("r", "Web", "released")] }),
  ]);
});

test("workspaces that get a duration by a move are one warning for each destination, with the projects that they leave", () => {
  const actual = organization({ Default: [], Old: ["a"], Web: ["b"], Dns: ["c"], Net: [] });
  const duration = { autoDestroyActivityDuration: "14d" };
  const projects = actual.projects.map((it) => (["Net", "Dns"].includes(it.name) ? { ...it, ...duration } : it));
  const desired = withProjects(code({ Net: { workspaceNames: ["a", "b", "c"] } }), { Net: duration });
  const source = (name: string) => ({
    setting: "autoDestroyActivityDuration",
    before: null,
    after: "14d",
    workspaces: 1,
    isCertain: false,
    from: { id: `prj-${name}`, name },
  });
  expect(besidesIdentity(makePlan(desired, { ...actual, projects }).warnings)).toEqual([
    warningOf("auto-destroy", {
      action: "move Net",
      setting: "autoDestroyActivityDuration",
      after: "14d",
      destination: "Net",
      sources: [source("Old"), source("Web")],
    }),
  ]);
});

test("the most severe warnings come first", () => {
  const actual = organization({ Default: [], Net: ["e"], Old: ["v"] });
  const dropped = code(
    { Net: { exclusive: true, workspaceNames: ["gone"], missingWorkspaces: "warn" } },
    { droppedProjects: [droppedProject("Old", { deletionPolicy: "evacuate" })] },
  );
  const desired = withPlacement(withProjects(dropped, { Net: { stateId: "prj-x" } }), [
    { to: "Default", matchNames: ["x*"] },
  ]);
  const gates = [{ address: "data.gate", dependents: [], conditions: [] }];
  const { warnings } = makePlan({ ...desired, gates }, actual, { maxDeletes: 1 });
  expect(warnings.map(({ code }) => code)).toEqual([
    "delete",
    "run-identity",
    "evacuate",
    "gate",
    "not-found",
    "missing-workspaces",
    "no-match",
    "evict",
  ]);
  expect(warnings[4]).toMatchObject({ data: { addresses: [projectAt("Net")] } });
});

describe("gates", () => {
  const unknown = (reason: string) => ({ kind: "unknown", reason }) as const;
  const GATES: readonly Gate[] = [
    {
      address: "data.a",
      dependents: ["m.net", "m.web"],
      conditions: [unknown("It is secret."), unknown("It is new.")],
    },
    {
      address: "data.b",
      dependents: ["m.web"],
      conditions: [{ kind: "verdict", run: { runId: "run-1" }, advisoryFailures: "block" }],
    },
    { address: "data.a", dependents: [], conditions: [unknown("It is new.")] },
  ];

  /** The warnings of code with these gates, which creates a project if the organization does not have it. */
  const warnings = (gates: readonly Gate[] | undefined, ...projects: readonly string[]): unknown =>
    makePlan(
      { ...code({ Net: {} }), gates },
      organization(Object.fromEntries(["Default", ...projects].map((name) => [name, []]))),
    ).warnings;

  test("are a warning, with what waits for them and what is not known of them, each once", () => {
    expect(warnings(GATES)).toEqual([
      warningOf("gate", {
        addresses: ["data.a", "data.b", "m.net", "m.web"],
        gates: [
          {
            address: "data.a",
            status: "not-read",
            reasons: ["It is secret.", "It is new."],
            dependents: ["m.net", "m.web"],
          },
          { address: "data.b", status: "not-read", reasons: [], dependents: ["m.web"] },
        ],
      }),
    ]);
  });

  test("are no warning if there are none, or if there is nothing to apply", () => {
    expect([warnings(undefined), warnings([]), warnings(GATES, "Net")]).toEqual([[], [], []]);
  });
});
