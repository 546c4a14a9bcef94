import {
  DATA_SOURCES,
  isResourceType,
  LIST_RESOURCES,
  providerDefinition,
  RESOURCES,
  type Definition,
} from "../../../src/model";
import { listBlock, optional, required, setBlock, singleBlock, string, type AttributePath } from "../../../src/schema";
import { problemsIn, type Given } from "./validated";

const { tfprojects_project: PROJECT, tfprojects_workspace_membership: MEMBERSHIP } = RESOURCES;

test.each<[string, Definition, Given, object]>([
  [
    "a required argument is missing",
    PROJECT,
    {},
    {
      attribute: ["name"],
      summary: "Missing required argument",
      detail: 'The argument "name" is required, but no definition was found.',
    },
  ],
  [
    "a read-only attribute is set",
    PROJECT,
    { name: "Platform", id: "prj-1" },
    {
      attribute: ["id"],
      summary: "Read-only attribute",
      detail: "`id` is read-only: only the provider sets it. Leave it out.",
    },
  ],
  [
    "a value is none of the choices",
    PROJECT,
    { name: "Platform", deletion_policy: "force" },
    {
      attribute: ["deletion_policy"],
      summary: "Invalid deletion_policy",
      detail: '`deletion_policy` must be one of "refuse", "evacuate", "retain"; "force" is not.',
    },
  ],
  [
    "a value of a map is null",
    PROJECT,
    { name: "Platform", tags: { a: "", b: null } },
    { attribute: ["tags", "b"], summary: "Invalid tags", detail: '`tags`["b"] is null. Leave it out.' },
  ],
  [
    "an element of a list is null",
    PROJECT,
    { name: "Platform", previous_names: ["Net", null, undefined] },
    {
      attribute: ["previous_names", 1],
      summary: "Invalid previous_names",
      detail: "An element of `previous_names` is null. Leave it out.",
    },
  ],
  [
    "an ID is malformed, which another provider may not mind",
    MEMBERSHIP,
    { project_id: "Platform", workspace_names: [] },
    {
      attribute: ["project_id"],
      summary: "Invalid project_id",
      detail:
        '"Platform" is not a valid project ID (expected "prj-" followed by letters and digits). For a project ' +
        "that is in the code, use its `id`. To find another project by its name, use a data source.",
      data: { isIdFormat: true },
    },
  ],
  [
    "an ID among others is malformed",
    MEMBERSHIP,
    { project_id: "prj-1", workspace_ids: ["ws-1", "api"] },
    {
      attribute: ["workspace_ids", 1],
      summary: "Invalid workspace_ids",
      detail:
        '"api" is not a valid workspace ID (expected "ws-" followed by letters and digits). For workspace names, use ' +
        "`workspace_names`.",
      data: { isIdFormat: true },
    },
  ],
  [
    "an ID of two words is malformed",
    PROJECT,
    { name: "Platform", default_execution_mode: "agent", default_agent_pool_id: "pool" },
    {
      attribute: ["default_agent_pool_id"],
      summary: "Invalid default_agent_pool_id",
      detail:
        '"pool" is not a valid agent pool ID (expected "apool-" followed by letters and digits). It is the last part ' +
        "of the pool's URL in the settings.",
      data: { isIdFormat: true },
    },
  ],
])("if %s, that is the problem", (_, definition, given, problem) => {
  const base = { severity: "error", code: "INVALID_CONFIGURATION", where: "", data: {} };
  expect(problemsIn(definition, given)).toStrictEqual([{ ...base, ...problem }]);
});

test.each<[string, Definition, Given]>([
  [
    "a project",
    PROJECT,
    {
      name: "Platform",
      default_execution_mode: "agent",
      default_agent_pool_id: "apool-1",
      tags: { a: "1" },
      ignore_additional_tags: true,
      deletion_policy: "refuse",
      previous_names: ["Net"],
    },
  ],
  [
    "a membership",
    MEMBERSHIP,
    { project_id: "prj-1", workspace_ids: ["ws-1"], workspace_names: ["a"], on_destroy: "retain" },
  ],
  ["a project to read", DATA_SOURCES.tfprojects_project, { name: "Platform", default: false, organization: "acme" }],
  ["projects to read", DATA_SOURCES.tfprojects_projects, { names: ["Net"], can_update: true, organization: "acme" }],
  ["projects to list", LIST_RESOURCES.tfprojects_project, { search: "p", can_update: true, organization: "acme" }],
  [
    "a run",
    DATA_SOURCES.tfprojects_run_task_stages,
    { workspace_name: "a", organization: "acme", wait_for_completion: true, timeout_seconds: 1 },
  ],
  ["a provider", providerDefinition, { organization: "acme", hostname: "a.b", requests_per_second: 1 }],
])("while any attributes are unknown, what may be valid has no problem: %s", (_, definition, given) => {
  for (const unknown of subsetsOf(Object.keys(given))) {
    const values = { ...given, ...Object.fromEntries(unknown.map((name) => [name, undefined])) };
    expect([unknown, problemsIn(definition, values)]).toEqual([unknown, []]);
  }
});

const about = { description: "" };
const attributes = { kind: optional(string, { ...about, choices: ["a", "b"] }), name: required(string, about) };
const WITH_BLOCKS: Definition = {
  ...about,
  type: "with_blocks",
  attributes: {},
  blocks: {
    only: singleBlock({ ...about, required: true, attributes }),
    list: listBlock({
      ...about,
      minItems: 2,
      maxItems: 3,
      attributes,
      blocks: { set: setBlock({ ...about, attributes }) },
    }),
  },
  rules: () => [],
};
const A = { name: "a" };

test.each<[string, Given, readonly [AttributePath, string][]]>([
  ["as many blocks as have to be", { only: A, list: [A, A] }, []],
  ["an unknown number of blocks", { only: undefined, list: undefined }, []],
  [
    "too few blocks",
    { list: [A] },
    [
      [["only"], 'A block of type "only" is required here.'],
      [["list"], 'At least 2 "list" blocks are required.'],
    ],
  ],
  [
    "too many blocks",
    { only: A, list: [A, A, A, A] },
    [[["list"], 'No more than 3 "list" blocks are allowed; there are 4.']],
  ],
  [
    "wrong values at each depth",
    { only: { ...A, kind: "c" }, list: [A, { kind: "b", set: [A, { name: null }] }] },
    [
      [["only", "kind"], '`kind` must be one of "a", "b"; "c" is not.'],
      [["list", 1, "name"], 'The argument "name" is required, but no definition was found.'],
      [["list", 1, "set", 1, "name"], 'The argument "name" is required, but no definition was found.'],
    ],
  ],
])("blocks are validated at every depth: %s", (_, given, problems) => {
  expect(problemsIn(WITH_BLOCKS, given).map(({ attribute, detail }) => [attribute, detail])).toEqual(problems);
});

test("resources of the provider are known by their type", () => {
  const types = ["tfprojects_project", "tfprojects_workspace_membership", "tfprojects_projects", "toString"];
  expect(types.filter(isResourceType)).toEqual(["tfprojects_project", "tfprojects_workspace_membership"]);
});

function subsetsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.reduce<readonly (readonly T[])[]>((sets, it) => [...sets, ...sets.map((set) => [...set, it])], [[]]);
}
