import { undo } from "../../src/engine";
import type { ActualOrganization, ReadAssignments } from "../../src/engine/actual-organization";
import type { DesiredAssignments, DesiredOrganization } from "../../src/engine/organization";
import { makePlan } from "../../src/engine/plan/plan";
import {
  ASSIGNMENT_TYPES,
  NO_SETTINGS,
  UNSET_SETTINGS,
  type AssignmentAttributes,
  type AssignmentType,
} from "../../src/model";
import { isAsDesired, type AssignableObject, type ObservedAssignment } from "../../src/reconcile/assignments";
import { CASES, casesOf, fc } from "../support/property";
import { applied } from "./planning/simulated-service";

/*
 * Random objects, assigned to random projects, and code that assigns some of them: what a plan changes, and nothing
 * else, against a model that knows neither the planner nor its changes.
 */

const PROJECTS = ["Default", "Alpha", "Beta"];
const OBJECTS = ["one", "two", "three", "four"];
const FIXED: AssignableObject["fixed"] = "global";

const attributesOf: Readonly<Record<AssignmentType, fc.Arbitrary<AssignmentAttributes>>> = {
  tfprojects_project_team_access: fc.oneof(
    fc.record({ access: fc.constantFrom("read", "write", "admin") }),
    fc.record({
      access: fc.constant("custom"),
      "workspace_access.runs": fc.constantFrom("read", "plan", "apply"),
      "workspace_access.create": fc.boolean(),
    }),
  ),
  tfprojects_project_variable_sets: fc.constant({}),
  tfprojects_project_policy_sets: fc.record({ mode: fc.constantFrom("applied", "excluded") }),
};

interface Case {
  readonly actual: ActualOrganization;
  readonly desired: DesiredOrganization;
  readonly type: AssignmentType;
}

const anyCase: fc.Arbitrary<Case> = fc.constantFrom(...ASSIGNMENT_TYPES).chain((type) => {
  const someOf = fc.dictionary(fc.constantFrom(...OBJECTS), attributesOf[type], { maxKeys: OBJECTS.length });
  return fc
    .record({
      fixed: fc.subarray(OBJECTS, { maxLength: 1 }),
      assigned: fc.tuple(someOf, someOf),
      wanted: fc.tuple(someOf, someOf, someOf),
      exclusive: fc.tuple(fc.boolean(), fc.boolean()),
      inState: fc.tuple(fc.subarray(OBJECTS), fc.subarray(OBJECTS)),
    })
    .map(({ fixed, assigned, wanted, exclusive, inState }): Case => {
      const objects = OBJECTS.map((name): AssignableObject => {
        return { id: `id-${name}`, name, ...(fixed.includes(name) ? { fixed: FIXED } : {}) };
      });
      const code = [...wanted.entries()].map(([index, its]): DesiredAssignments => ({
        type,
        address: `${type}.r${index}`,
        project: { by: "address", address: `tfprojects_project.${["Alpha", "Beta", "New"][index]!}` },
        objects: Object.entries(its)
          .filter(([name]) => !fixed.includes(name))
          .map(([name, attributes]) => ({ key: { name }, attributes })),
        exclusive: exclusive[index] ?? false,
      }));
      const records = [...inState.entries()].map(([index, names]): DesiredAssignments => ({
        type,
        address: `${type}.r${index}`,
        project: { by: "id", id: `prj-${["Alpha", "Beta"][index]!}` },
        objects: [],
        exclusive: false,
        stateIds: names.map((name) => `id-${name}`),
      }));
      return { type, actual: organizationWith(type, objects, assigned), desired: codeWith([...code, ...records]) };
    });
});

type Assigned = Readonly<Record<string, AssignmentAttributes>>;

function organizationWith(
  type: AssignmentType,
  objects: readonly AssignableObject[],
  [a, b]: readonly [Assigned, Assigned],
): ActualOrganization {
  const observed = (assigned: Assigned): readonly ObservedAssignment[] =>
    Object.entries(assigned).map(([name, attributes]) => ({
      object: objects.find((it) => it.name === name)!,
      attributes,
    }));
  const read: ReadAssignments = {
    isReadable: true,
    objects,
    projects: { "prj-Alpha": observed(a), "prj-Beta": observed(b) },
  };
  return {
    name: "acme",
    defaultProjectId: "prj-Default",
    projects: PROJECTS.map((name) => ({
      ...NO_SETTINGS,
      id: `prj-${name}`,
      name,
      organization: "acme",
      workspaceCount: 0,
      teamCount: 0,
      permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    })),
    workspaces: [],
    assignments: { [type]: read },
  };
}

function codeWith(assignments: readonly DesiredAssignments[]): DesiredOrganization {
  return {
    name: "acme",
    projects: ["Alpha", "Beta", "New"].map((name) => ({
      ...UNSET_SETTINGS,
      name,
      address: `tfprojects_project.${name}`,
      previousNames: [],
    })),
    memberships: [],
    assignments,
    references: [],
  };
}

/** Project → object → how it is assigned. */
function assignedIn({ actual, type }: { readonly actual: ActualOrganization; readonly type: AssignmentType }) {
  const { projects } = actual.assignments![type]!;
  const nameOf = (id: string): string => actual.projects.find((it) => it.id === id)!.name;
  return Object.fromEntries(
    Object.entries(projects).map(([id, all]) => [
      nameOf(id),
      Object.fromEntries(all.map(({ object, attributes }) => [object.name!, attributes])),
    ]),
  );
}

/** What a project has after an apply of the code. */
function expected({ actual, desired, type }: Case, project: string, before: Assigned): Assigned {
  const its = desired.assignments!.filter(({ project: reference }) =>
    reference.by === "address"
      ? reference.address.endsWith(`.${project}`)
      : reference.by === "id" && reference.id === `prj-${project}`,
  );
  const wanted = Object.fromEntries(
    its.flatMap(({ objects }) =>
      objects.map(({ key, attributes }) => ["name" in key ? key.name : "", attributes] as const),
    ),
  );
  const isExclusive = its.some(({ exclusive }) => exclusive);
  const inState = new Set(its.flatMap(({ stateIds = [] }) => stateIds));
  const isFixed = (name: string): boolean => {
    const object = actual.assignments![type]!.objects.find((it) => it.name === name)!;
    const excluded = type === "tfprojects_project_policy_sets" && before[name]?.["mode"] === "excluded";
    return object.fixed !== undefined && !excluded;
  };
  const kept = Object.entries(before).filter(
    ([name]) => isFixed(name) || wanted[name] !== undefined || !(isExclusive || inState.has(`id-${name}`)),
  );
  const set = Object.entries(wanted).map(([name, attributes]) => {
    const found = before[name];
    const isMerged = type === "tfprojects_project_team_access" && found?.["access"] === attributes["access"];
    return [name, isMerged ? { ...found, ...attributes } : attributes] as const;
  });
  return Object.fromEntries([...kept, ...set]);
}

test("an apply assigns what the code has, takes off what it may, and leaves everything else", () => {
  fc.assert(
    fc.property(anyCase, (it) => {
      const plan = makePlan(it.desired, it.actual);
      expect(plan.errors).toEqual([]);
      const after = applied(it.actual, plan.actions);
      const before = assignedIn(it);
      for (const project of ["Alpha", "Beta", "New"]) {
        const now = assignedIn({ actual: after, type: it.type })[project] ?? {};
        expect(now).toEqual(expected(it, project, before[project] ?? {}));
      }
      // The state then has what the code has.
      const code = it.desired.assignments!.filter(({ stateIds }) => stateIds === undefined);
      expect(makePlan({ ...it.desired, assignments: code }, after).actions).toEqual([]);
    }),
    { numRuns: casesOf(CASES.functions) },
  );
});

test("an undo puts everything back", () => {
  fc.assert(
    fc.property(anyCase, (it) => {
      const plan = makePlan(it.desired, it.actual);
      const after = applied(it.actual, plan.actions);
      const outcomes = plan.actions.map((action) =>
        action.kind === "create"
          ? ({ kind: "done", createdId: after.projects.find(({ name }) => name === action.after.name)!.id } as const)
          : ({ kind: "done" } as const),
      );
      const back = undo({ plan, outcomes }, after, { maxDeletes: 9 });
      expect(back.errors).toEqual([]);
      expect(back.desired.undo?.left).toEqual([]);
      const now = assignedIn({ actual: applied(after, back.actions), type: it.type });
      for (const [project, before] of Object.entries(assignedIn(it))) {
        for (const [name, attributes] of Object.entries(before)) {
          expect(isAsDesired(now[project]?.[name] ?? {}, attributes)).toBe(true);
        }
        expect(Object.keys(now[project] ?? {}).sort()).toEqual(Object.keys(before).sort());
      }
    }),
    { numRuns: casesOf(CASES.functions) },
  );
});
