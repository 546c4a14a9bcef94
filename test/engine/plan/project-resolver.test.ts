import type { ProjectReference } from "../../../src/engine/organization";
import type { ProjectTarget } from "../../../src/engine/changes/change";
import { identifyProjects, type ProjectResolver } from "../../../src/engine/plan/identity";
import { code, organization } from "./organization-with-rules";

/** Renames Old to Net, creates New, and leaves Web alone. */
const desired = ((): ReturnType<typeof code> => {
  const both = code({ Net: {}, New: {} });
  return {
    ...both,
    projects: both.projects.map((it) => (it.name === "Net" ? { ...it, previousNames: ["Old"] } : it)),
  };
})();
const actual = organization({ Default: [], Old: [], Web: [] });
const resolverOf = (): ProjectResolver => identifyProjects(desired, actual).resolver;
const [NET, NEW] = desired.projects.map(({ address }) => address) as [string, string];
const [RENAMED, CREATED] = [
  { id: "prj-Old", name: "Net" },
  { id: null, name: "New", address: NEW },
];

test.each<[ProjectReference, ProjectTarget | undefined]>([
  [{ by: "address", address: NET }, RENAMED],
  [{ by: "address", address: NEW }, CREATED],
  [{ by: "address", address: "tfprojects_project.other" }, undefined],
  [{ by: "id", id: "prj-Old" }, RENAMED],
  [
    { by: "id", id: "prj-Web" },
    { id: "prj-Web", name: "Web" },
  ],
  [{ by: "id", id: "prj-x" }, undefined],
  [{ by: "default" }, { id: "prj-Default", name: "Default" }],
  [{ by: "name", name: "net" }, RENAMED],
  [{ by: "name", name: "NEW" }, CREATED],
  [
    { by: "name", name: "WEB" },
    { id: "prj-Web", name: "Web" },
  ],
  // The code takes this name away from its project.
  [{ by: "name", name: "Old" }, undefined],
  [{ by: "name", name: "Other" }, undefined],
])("%j refers to %j after the plan", (reference, target) => {
  expect(resolverOf().resolve(reference)).toEqual(target);
});

test("a default project that the token does not see is none", () => {
  const { resolver: blind } = identifyProjects(desired, { ...actual, defaultProjectId: "prj-hidden" });
  expect(blind.resolve({ by: "default" })).toBeUndefined();
});

test.each<[ProjectTarget, string | undefined]>([
  [RENAMED, NET],
  [CREATED, NEW],
  [{ id: null, name: "Other", address: "tfprojects_project.other" }, undefined],
  [{ id: "prj-Web", name: "Web" }, undefined],
])("the code of %j is %s", (project, address) => {
  expect(resolverOf().codeOf(project)?.address).toBe(address);
});

test("only a project of the code that gets another name is renamed", () => {
  const names = ["OLD", "Net", "New", "Web", "Other"];
  expect(names.map((name) => resolverOf().renamedTo(name)?.name)).toEqual([
    "Net",
    ...names.slice(1).map(() => undefined),
  ]);
  const { resolver: same } = identifyProjects(code({ WEB: {} }), actual);
  expect(same.renamedTo("Web")).toBeUndefined();
});
