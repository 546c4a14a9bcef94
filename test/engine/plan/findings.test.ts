import {
  defaultProjectDeleted,
  deletedProject,
  duplicateId,
  duplicateName,
  exclusiveDefaultProject,
  exclusiveShared,
  hiddenDestination,
  hiddenWorkspaces,
  invalidAttribute,
  movesNotPermitted,
  nameCycle,
  nameTakenByUnmanaged,
  notAdopted,
  notEmpty,
  projectsNotPermitted,
  renamedProject,
  tooManyDeletes,
  unknownProject,
  warningOf,
} from "../../../src/diagnostics";
import { attributeError, NO_SETTINGS, messageOf, type Diagnostic } from "../../../src/model";
import { checkApplicable } from "../../../src/engine/blocked-plan-error";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredOrganization, DesiredProject } from "../../../src/engine/organization";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";
import {
  code,
  droppedProject,
  membershipOf,
  organization,
  projectAt,
  withoutDefault,
  withProjects,
} from "./organization-with-rules";
import { besidesIdentity } from "../besides-identity";

const PRUNE: PlanOptions = { prune: true, maxDeletes: 9 };
const [NET, WEB] = [projectAt("Net"), projectAt("Web")];

/** Projects that swap names. */
const [TO_NET, TO_WEB] = [
  { address: NET, previous: "Web", name: "Net" },
  { address: WEB, previous: "Net", name: "Web" },
];

/** Code in which the memberships are of other projects than those of the same names. */
function withReferences(
  desired: DesiredOrganization,
  references: Readonly<Record<string, DesiredOrganization["references"][0]>>,
): DesiredOrganization {
  return {
    ...desired,
    projects: desired.projects.filter(({ name }) => references[name] === undefined),
    memberships: desired.memberships.map((it) => {
      const [name] = Object.keys(references).filter((project) => membershipOf(project) === it.address);
      return name === undefined ? it : { ...it, project: references[name]! };
    }),
  };
}

/** The organization with the permissions of the token for its projects. */
function permitted(
  actual: ActualOrganization,
  permissions: Partial<ActualOrganization["projects"][0]["permissions"]>,
): ActualOrganization {
  return {
    ...actual,
    projects: actual.projects.map((it) => ({ ...it, permissions: { ...it.permissions, ...permissions } })),
  };
}

/** The organization with other names of projects, by ID. */
function withProjectNames(actual: ActualOrganization, names: Readonly<Record<string, string>>): ActualOrganization {
  return { ...actual, projects: actual.projects.map((it) => ({ ...it, name: names[it.id] ?? it.name })) };
}

const CHANGED = withProjects(code({ Net: {} }), { Net: { description: "new" } });

test.each<[string, DesiredOrganization, ActualOrganization, PlanOptions, readonly Diagnostic[]]>([
  [
    "a name that the service rejects",
    code({ N: {} }),
    organization({ Default: [], N: [] }),
    {},
    [
      invalidAttribute({
        address: projectAt("N"),
        problem: attributeError(
          ["name"],
          "Invalid project name",
          'A project name must have at least 3 characters; "N" has 1.',
        ),
      }),
    ],
  ],
  [
    "a name of two projects",
    code({ Net: {}, NET: {} }),
    organization({ Default: [] }),
    {},
    [duplicateName({ address: NET, name: "Net", other: projectAt("NET") })],
  ],
  [
    "an ID of two projects, in an import block and in the state",
    withProjects(code({ Net: {}, Web: {} }), { Net: { id: "prj-Old" }, Web: { stateId: "prj-Old" } }),
    organization({ Default: [], Old: [] }),
    {},
    [duplicateId({ address: WEB, id: "prj-Old", other: NET })],
  ],
  [
    "a name that an unmanaged project has",
    withProjects(code({ Net: {} }), { Net: { id: "prj-Old" } }),
    organization({ Default: [], Old: [], NET: [] }),
    {},
    [nameTakenByUnmanaged({ address: NET, name: "Net", holder: "prj-NET" })],
  ],
  [
    "workspaces of a project that has the new name of one that is gone",
    withProjects(code({ Net: { workspaceNames: ["api"], exclusive: true } }), {
      Net: { stateId: "prj-Old", stateSettings: { ...NO_SETTINGS, name: "Old" } },
    }),
    organization({ Default: [], NET: ["api", "web"] }),
    {},
    [
      notAdopted({
        address: NET,
        name: "Net",
        holder: { id: "prj-NET", name: "NET", organization: "acme" },
        gone: { id: "prj-Old", name: "Old" },
        isForbidden: false,
        changed: ["name"],
        workspaces: ["web"],
      }),
    ],
  ],
  [
    "a name that another project of the code gives up",
    withProjects(code({ Net: {}, Web: {} }), { Net: { id: "prj-Old" }, Web: { id: "prj-Net" } }),
    organization({ Default: [], Old: [], Net: [] }),
    {},
    [],
  ],
  [
    "a name of a project that is deleted",
    withProjects(code({ Net: {} }), { Net: { id: "prj-Old" } }),
    organization({ Default: [], Old: [], Net: [] }),
    PRUNE,
    [],
  ],
  [
    "names that are swapped by previous names",
    withProjects(code({ Net: {}, Web: {} }), { Net: { previousNames: ["Web"] }, Web: { previousNames: ["Net"] } }),
    organization({ Default: [], Net: [], Web: [] }),
    {},
    [nameCycle({ address: NET, renames: [TO_NET, TO_WEB] })],
  ],
  [
    "names that are swapped by IDs",
    withProjects(code({ Net: {}, Web: {} }), { Net: { id: "prj-Web" }, Web: { id: "prj-Net" } }),
    organization({ Default: [], Net: [], Web: [] }),
    {},
    [nameCycle({ address: WEB, renames: [TO_WEB, TO_NET] })],
  ],
  [
    "a membership of a project that is deleted",
    withReferences(code({ Net: {} }, { droppedProjects: [droppedProject("Old")] }), {
      Net: { by: "id", id: "prj-Old" },
    }),
    organization({ Default: [], Old: [] }),
    { maxDeletes: 1 },
    [deletedProject({ address: membershipOf("Net"), deleted: { id: "prj-Old", name: "Old" } })],
  ],
  [
    "a membership of a project that does not exist",
    withReferences(code({ Net: {} }), { Net: { by: "name", name: "Gone" } }),
    organization({ Default: [] }),
    {},
    [unknownProject({ address: membershipOf("Net"), reference: { by: "name", name: "Gone" }, organization: "acme" })],
  ],
  [
    "a membership of a project that the code renames",
    withReferences(withProjects(code({ Net: {}, Web: {} }), { Web: { previousNames: ["Old"] } }), {
      Net: { by: "name", name: "OLD" },
    }),
    organization({ Default: [], Old: [] }),
    {},
    [renamedProject({ address: membershipOf("Net"), previous: "OLD", renamed: { address: WEB, name: "Web" } })],
  ],
  [
    "the default project, which cannot be exclusive",
    code({ Default: { exclusive: true } }),
    organization({ Default: [] }),
    {},
    [exclusiveDefaultProject({ address: membershipOf("Default") })],
  ],
  [
    "an exclusive membership that shares its project",
    withReferences(code({ Net: { exclusive: true }, Web: {}, Dns: {} }), {
      Web: { by: "name", name: "NET" },
      Dns: { by: "id", id: "prj-Net" },
    }),
    organization({ Default: [], Net: [] }),
    {},
    [exclusiveShared({ address: membershipOf("Net"), others: [membershipOf("Dns"), membershipOf("Web")] })],
  ],
  [
    "the default project, which cannot be deleted",
    code({}, { droppedProjects: [droppedProject("Default")] }),
    organization({ Default: ["a"] }),
    { maxDeletes: 1 },
    [defaultProjectDeleted({ project: { id: "prj-Default", name: "Default" } })],
  ],
  [
    "workspaces in a project that is deleted",
    code({ Net: { workspaceNames: ["a"] } }, { droppedProjects: [droppedProject("Old")] }),
    organization({ Default: [], Net: [], Old: ["c", "a", "b"] }),
    { maxDeletes: 1 },
    [
      notEmpty({
        project: { id: "prj-Old", name: "Old" },
        workspaces: ["b", "c"],
        deletion: "dropped",
        evacuate: false,
        leaving: [],
      }),
    ],
  ],
  [
    "workspaces in a project that is evacuated",
    code({}, { droppedProjects: [droppedProject("Old", { deletionPolicy: "evacuate" })] }),
    organization({ Default: [], Old: ["a"] }),
    { maxDeletes: 1 },
    [],
  ],
  [
    "workspaces that the token does not see in a project that is deleted",
    code({}),
    ((): ActualOrganization => {
      const actual = organization({ Default: [], Old: ["a"] });
      const projects = actual.projects.map((it) => (it.name === "Old" ? { ...it, workspaceCount: 2 } : it));
      return { ...actual, projects };
    })(),
    { ...PRUNE, evacuate: true },
    [hiddenWorkspaces({ project: { id: "prj-Old", name: "Old", workspaceCount: 2, seen: 1 } })],
  ],
  [
    "more deletions than a quarter of the projects",
    code({}),
    withProjectNames(organization({ Default: [], B: [], A: [], C: [] }), { "prj-A": "D" }),
    { prune: true },
    [tooManyDeletes({ projects: ["B", "C", "D"], total: 4, limit: 1 })],
  ],
])("a plan is blocked by %s", (_, desired, actual, options, errors) => {
  expect(makePlan(desired, actual, options).errors).toEqual(errors);
});

test.each([
  ["an update", { canUpdate: false }, { project: { id: "prj-Net", name: "Net" }, verb: "update" as const }],
  ["a deletion", { canDestroy: false }, { project: { id: "prj-Old", name: "Old" }, verb: "delete" as const }],
  ["nothing as long as the service does not say it", { canUpdate: undefined, canDestroy: undefined }, undefined],
])("%s that the token must not make is a warning, since another one may apply the plan", (_, permissions, what) => {
  const actual = permitted(organization({ Default: [], Net: [], Old: [] }), permissions);
  const { errors, warnings } = makePlan(CHANGED, actual, PRUNE);
  expect(errors).toEqual([]);
  const expected =
    what === undefined
      ? []
      : [
          warningOf("not-permitted", {
            projects: [projectsNotPermitted({ ...what, names: [what.project.name], organization: "acme" })],
            others: [],
          }),
        ];
  expect(warnings.filter(({ code }) => code === "not-permitted")).toEqual(expected);
});

test.each([
  [false, true],
  [true, false],
  [undefined, false],
])("projects that the token must not create (%s) are a warning, too", (canCreateProjects, isExpected) => {
  const desired = code({ Net: {}, Data: {}, Web: {} });
  const { errors, warnings } = makePlan(desired, {
    ...organization({ Default: [], Net: [] }),
    canCreateProjects,
  });
  expect(errors).toEqual([]);
  const projects = [projectsNotPermitted({ verb: "create", organization: "acme", names: ["Data", "Web"] })];
  const expected = isExpected ? [warningOf("not-permitted", { projects, others: [] })] : [];
  expect(warnings.filter(({ code }) => code === "not-permitted")).toEqual(expected);
});

test("all that the token must not do is one warning, and each of it an error of an apply", () => {
  const names = Array.from({ length: 40 }, (_, index) => `Net ${index}`);
  const found = organization({ Default: ["stray"], Old: [], ...Object.fromEntries(names.map((name) => [name, []])) });
  const actual = { ...permitted(found, { canUpdate: false, canDestroy: false }), canCreateProjects: false };
  const desired = code(Object.fromEntries([...names, "Data"].map((name) => [name, {}])));
  const changed = withProjects(desired, Object.fromEntries(names.map((name) => [name, { description: "new" }])));
  const plan = makePlan(changed, actual, PRUNE);
  const [warning, ...others] = plan.warnings.filter(({ code }) => code === "not-permitted");
  expect(others).toEqual([]);
  expect(messageOf(warning!)).toMatch(
    /^The token is not authorized to create project Data, update 40 projects \(.*\), and delete project Old\. Use a token/,
  );
  expect(() => checkApplicable(plan)).toThrow("the plan for acme is blocked by 42 errors.");
});

test.each<[string, Partial<DesiredProject>, readonly string[]]>([
  ["only workspaces of the code, as after an apply, which writes no state", {}, ["api", "web"]],
  ["others, but the code adopts it", { adoptExisting: true }, ["other", "web"]],
])("a project with the new name of one that is gone is taken over if it has %s", (_, its, workspaces) => {
  const renamed = { stateId: "prj-Old", stateSettings: { ...NO_SETTINGS, name: "Old" }, ...its };
  const desired = withProjects(code({ Net: { workspaceNames: ["api", "web"], exclusive: true } }), { Net: renamed });
  const outside = ["api", "web"].filter((name) => !workspaces.includes(name));
  const { errors } = makePlan(desired, organization({ Default: outside, Net: workspaces }));
  expect(errors).toEqual([]);
});

test.each([
  ["into their destination", "prj-Net", "into" as const, 2],
  ["out of where they are", "prj-Web", "out of" as const, 1],
])("workspaces that the token must not move %s are a warning for the project", (_, id, direction, moves) => {
  const desired = code({ Net: { workspaceNames: ["a", "b"] } });
  const found = organization({ Default: ["a"], Net: [], Web: ["b"] });
  const withRight = (canMoveWorkspaces: boolean | undefined): ActualOrganization => ({
    ...found,
    projects: found.projects.map((it) =>
      it.id === id ? { ...it, permissions: { ...it.permissions, canMoveWorkspaces } } : it,
    ),
  });
  for (const right of [true, undefined])
    expect(besidesIdentity(makePlan(desired, withRight(right)).warnings)).toEqual([]);
  const plan = makePlan(desired, withRight(false));
  const project = { id, name: id.slice("prj-".length) };
  const others = [movesNotPermitted({ project, direction, moves })];
  expect(besidesIdentity(plan.warnings)).toEqual([warningOf("not-permitted", { projects: [], others })]);
  expect(() => checkApplicable(plan)).toThrow(`The token is not authorized to move`);
});

test("nothing is planned for projects of the code with the same name", () => {
  const desired = withProjects(code({ Net: {}, NET: {} }), { Net: { description: "new" } });
  expect(makePlan(desired, organization({ Default: [], Net: [], Old: [] }), PRUNE).actions).toEqual([]);
});

test("moves into a default project that the token does not see are a warning, since another one may apply them", () => {
  const actual = withoutDefault(organization({ Default: [], Net: ["a", "b"], Web: ["c"] }));
  const desired = code({ Net: { exclusive: true, workspaceNames: ["c"] } });
  const { errors, warnings } = makePlan(desired, actual);
  expect(errors).toEqual([]);
  const others = [hiddenDestination({ projectId: "prj-Default", moves: 2 })];
  expect(warnings.find(({ code }) => code === "not-permitted")).toEqual(
    warningOf("not-permitted", { projects: [], others }),
  );
  const none = makePlan(code({ Net: { workspaceNames: ["c"] } }), actual);
  expect(besidesIdentity(none.warnings)).toEqual([]);
});

test("drift has no limits and deletes nothing", () => {
  const drift = detectDrift(code({}), organization({ Default: [], Old: [] }), PRUNE);
  expect(drift).toMatchObject({ errors: [], actions: [], notPruned: [{ name: "Old" }] });
});
