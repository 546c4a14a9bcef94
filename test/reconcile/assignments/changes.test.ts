import { assignmentChanges, isAssignedAs, type AssignmentsOfProject } from "../../../src/reconcile/assignments";
import { policySets, teamAccess, variableSets } from "./kinds";

const PLATFORM = { id: "team-1", name: "platform" };
const AUDIT = { id: "team-2", name: "audit" };
const OWNERS = { id: "team-3", name: "owners", fixed: "owners" } as const;

/** Changes as texts: `set platform read → write: declared`. */
function changesOf(kind: typeof teamAccess, given: Partial<AssignmentsOfProject>): readonly string[] {
  const changes = assignmentChanges(kind, { desired: [], observed: [], exclusive: false, ...given });
  const shown = (attributes: object | null): string =>
    attributes === null
      ? "-"
      : Object.entries(attributes)
          .map(([name, value]) => `${name}=${value}`)
          .join(",") || "yes";
  return changes.map((it) => `${it.kind} ${it.object.name}: ${shown(it.before)} → ${shown(it.after)} (${it.reason})`);
}

const write = { access: "write" };

test("what the code sets is set, and what is so already is left alone", () => {
  const desired = [PLATFORM, AUDIT].map((object) => ({ object, attributes: write }));
  expect(changesOf(teamAccess, { desired })).toEqual([
    "set audit: - → access=write (declared)",
    "set platform: - → access=write (declared)",
  ]);
  const observed = [
    { object: PLATFORM, attributes: { access: "write" } },
    { object: AUDIT, attributes: { access: "read" } },
  ];
  expect(changesOf(teamAccess, { desired, observed })).toEqual(["set audit: access=read → access=write (declared)"]);
});

test("objects that the code does not name stay, unless the state has them or the code is exclusive", () => {
  const observed = [PLATFORM, AUDIT, OWNERS].map((object) => ({ object, attributes: write }));
  expect(changesOf(teamAccess, { observed })).toEqual([]);
  expect(changesOf(teamAccess, { observed, inState: new Set([AUDIT.id, "team-gone"]) })).toEqual([
    "unset audit: access=write → - (dropped)",
  ]);
  expect(changesOf(teamAccess, { observed, inState: new Set([AUDIT.id]), exclusive: true })).toEqual([
    "unset audit: access=write → - (dropped)",
    "unset platform: access=write → - (exclusive)",
  ]);
});

test("what is set comes before what is unset", () => {
  const desired = [{ object: PLATFORM, attributes: write }];
  const observed = [{ object: AUDIT, attributes: write }];
  expect(changesOf(teamAccess, { desired, observed, exclusive: true })).toEqual([
    "set platform: - → access=write (declared)",
    "unset audit: access=write → - (exclusive)",
  ]);
});

test("custom permissions that the code leaves out stay, and a change of the level resets them", () => {
  const custom = { access: "custom", "workspace_access.runs": "apply", "workspace_access.move": true };
  const desired = [{ object: PLATFORM, attributes: { access: "custom", "workspace_access.runs": "plan" } }];
  expect(changesOf(teamAccess, { desired, observed: [{ object: PLATFORM, attributes: custom }] })).toEqual([
    "set platform: access=custom,workspace_access.runs=apply,workspace_access.move=true → " +
      "access=custom,workspace_access.runs=plan,workspace_access.move=true (declared)",
  ]);
  expect(changesOf(teamAccess, { desired, observed: [{ object: PLATFORM, attributes: write }] })).toEqual([
    "set platform: access=write → access=custom,workspace_access.runs=plan (declared)",
  ]);
  const left = [{ object: PLATFORM, attributes: { access: "custom" } }];
  expect(changesOf(teamAccess, { desired: left, observed: [{ object: PLATFORM, attributes: custom }] })).toEqual([]);
});

test("sets that apply for another reason are never removed", () => {
  const observed = [
    { object: { id: "varset-1", name: "aws" }, attributes: {} },
    { object: { id: "varset-2", name: "proxy", fixed: "global" }, attributes: {} },
    { object: { id: "varset-3", name: "own", fixed: "owned" }, attributes: {} },
  ] as const;
  expect(changesOf(variableSets, { observed, exclusive: true })).toEqual(["unset aws: yes → - (exclusive)"]);
});

test("exclusive policy sets end exclusions, also from global sets, but not from sets that select by tags", () => {
  const observed = [
    { object: { id: "polset-1", name: "cis", fixed: "global" }, attributes: { mode: "excluded" } },
    { object: { id: "polset-2", name: "pci" }, attributes: { mode: "applied" } },
    { object: { id: "polset-3", name: "tagged", fixed: "tags" }, attributes: { mode: "excluded" } },
  ] as const;
  expect(changesOf(policySets, { observed, exclusive: true })).toEqual([
    "unset cis: mode=excluded → - (exclusive)",
    "unset pci: mode=applied → - (exclusive)",
  ]);
  const desired = [{ object: observed[1].object, attributes: { mode: "excluded" } }];
  expect(changesOf(policySets, { desired, observed })).toEqual(["set pci: mode=applied → mode=excluded (declared)"]);
});

test("what the service has is removed for what the state, an import or the code says of it, and otherwise left", () => {
  const observed = [
    { object: PLATFORM, attributes: { access: "read" } },
    { object: AUDIT, attributes: { access: "write" } },
  ];
  const removed = (given: Partial<AssignmentsOfProject>) => changesOf(teamAccess, { observed, ...given });
  expect(removed({})).toEqual([]);
  expect(removed({ imported: new Set([AUDIT.id]) })).toEqual(["unset audit: access=write → - (imported)"]);
  expect(removed({ imported: new Set([AUDIT.id]), inState: new Set([AUDIT.id]) })).toEqual([
    "unset audit: access=write → - (dropped)",
  ]);
});

test("an object is assigned in a way if it has all attributes of it, or is not assigned and should not be", () => {
  const attributes = { access: "custom", "workspace_access.runs": "plan" };
  const observed = [{ object: PLATFORM, attributes }];
  expect(isAssignedAs(observed, PLATFORM.id, attributes)).toBe(true);
  expect(isAssignedAs(observed, PLATFORM.id, { access: "custom" })).toBe(true);
  expect(isAssignedAs(observed, PLATFORM.id, { access: "read" })).toBe(false);
  expect(isAssignedAs(observed, PLATFORM.id, null)).toBe(false);
  expect(isAssignedAs(observed, AUDIT.id, { access: "custom" })).toBe(false);
  expect(isAssignedAs(observed, AUDIT.id, null)).toBe(true);
});

test("changes are ordered by the names of their objects, those without names first", () => {
  const billing = { id: "team-4", name: "Billing" };
  const observed = [PLATFORM, billing, { id: "team-9", name: undefined }].map((object) => {
    return { object, attributes: { access: "read" } };
  });
  const changes = assignmentChanges(teamAccess, { desired: [], observed, exclusive: true });
  expect(changes.map(({ object }) => object.name)).toEqual([undefined, "Billing", "platform"]);
});
