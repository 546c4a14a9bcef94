import { ConfigurationError } from "../../../src/engine/configuration-error";
import { readModules, type OrganizationsInCode } from "../../../src/engine/source/read-modules";
import { parseState } from "../../../src/engine/source/terraform-state";

/** A problem of the code, as far as tests look at it. */
interface Problem {
  readonly where: string;
  readonly message: string;
}

const ID = "prj-0123456789abcdef";

function read(blocks: unknown, more: object = {}): OrganizationsInCode {
  const content = {
    import: blocks,
    locals: { id: ID, identity: { id: ID } },
    module: { teams: { source: "./teams" } },
    resource: {
      tfprojects_project: { a: { name: "Alpha" }, b: { name: "Beta" } },
      tfprojects_project_team_access: { t: { project_id: ID, team: [] } },
      tfprojects_workspace_membership: { m: { project_id: ID, workspace_names: ["api"] } },
    },
    ...more,
  };
  return readModules([{ name: "stack", files: [{ path: "main.tf.json", content }] }], "acme");
}

function problems(blocks: unknown): readonly Problem[] {
  try {
    read(blocks);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ where, detail: message }) => ({ where, message }));
    throw error;
  }
  return [];
}

const REFUSED = "Terraform does not accept this block";
const to = "tfprojects_project.a";
const access = "tfprojects_project_team_access.t";

test.each<[string, object, object]>([
  ["an ID", { to, id: ID }, { id: ID }],
  ["an ID of a local value", { to, id: "${local.id}" }, { id: ID }],
  ["organization and name, in any case", { to, id: "ACME/Before" }, { previousNames: ["Before"] }],
  ["an identity", { to, identity: { id: ID } }, { id: ID }],
  [
    "an identity in a local value, and with null for the host",
    { to, identity: { id: "${local.id}", hostname: null } },
    { id: ID },
  ],
  ["an identity that is a local value", { to, identity: "${local.identity}" }, { id: ID }],
  [
    "an identity with a host",
    { to, identity: { id: ID, hostname: "tfe.example.com" } },
    { id: ID, identityHostname: "tfe.example.com" },
  ],
])("a project is imported by %s", (_, block, expected) => {
  expect(read(block).organizations[0]!.projects[0]).toMatchObject(expected);
});

test("blocks of resources of other providers, and of modules that are not read, are left alone", () => {
  const blocks = [
    { to: 'aws_x.a["k"]', id: "1" },
    { to: "aws_x.b[each.key]", for_each: { a: 1 }, id: "${each.value}" },
    { to: "module.teams.tfprojects_project.x", id: ID },
  ];
  expect(problems(blocks)).toEqual([]);
});

test.each<[string, object | readonly object[], string]>([
  ["an unknown argument", { to, id: ID, identitty: {} }, REFUSED],
  ["neither id nor identity", { to }, REFUSED],
  ["both", { to, id: ID, identity: { id: ID } }, REFUSED],
  ["no address", { id: ID }, REFUSED],
  ["an expression as address", { to: "${tfprojects_project.a}", id: ID }, REFUSED],
  ["a data source", { to: "data.tfprojects_project.a", id: ID }, REFUSED],
  ["for_each", { to, for_each: [ID], id: "${each.value}" }, "Only Terraform can evaluate for_each."],
  ["a computed key", { to: "tfprojects_project.a[local.x]", id: ID }, "Only Terraform can evaluate for_each."],
  ["a resource that does not exist", { to: "tfprojects_project.c", id: ID }, REFUSED],
  ["a module that is not called", { to: "module.x.tfprojects_project.a", id: ID }, REFUSED],
  ["an instance of a resource without any", { to: "tfprojects_project.a[0]", id: ID }, REFUSED],
  ["a provider", { to, id: ID, provider: "tfprojects.other" }, REFUSED],
  [
    "a second block",
    [
      { to, id: ID },
      { to, identity: { id: ID } },
    ],
    REFUSED,
  ],
  ["a null ID", { to, id: null }, "The import ID is no string, or an empty one."],
  ["an empty ID", { to, id: "" }, "The import ID is no string, or an empty one."],
  ["a list", { to, id: [ID] }, "The import ID is no string, or an empty one."],
  ["what is no ID", { to, id: "Platform" }, 'Cannot import "Platform". Use a project ID (prj-…) or organization/name'],
  [
    "a project of another organization",
    { to, id: "other/Platform" },
    'Cannot import "other/Platform": it is a project of other',
  ],
  ["an identity without an ID", { to, identity: {} }, "an object with its `id`"],
  [
    "an identity with a name",
    { to, identity: { id: "acme/Platform" } },
    "is not a valid project ID (expected prefix `prj-`)",
  ],
  ["an unknown attribute of an identity", { to, identity: { id: ID, host: "x" } }, "an object with its `id`"],
  ["an identity that is a string", { to, identity: ID }, "an object with its `id`"],
  ["what only Terraform knows", { to, id: "${var.id}" }, "Only Terraform knows the value of the variable"],
  [
    "the identity of a membership",
    { to: "tfprojects_workspace_membership.m", identity: { id: ID } },
    "tfprojects_workspace_membership has no identity",
  ],
  [
    "the identity of team access",
    { to: access, identity: { id: ID } },
    "team_access has no identity. Use a project ID",
  ],
  ["null for team access", { to: access, id: null }, "The import ID is no string, or an empty one."],
  ["no project for team access", { to: access, id: "web:a" }, 'Cannot import "web". Use a project ID'],
  ["an empty list of teams", { to: access, id: `${ID}:a,` }, 'After ":", list names or IDs, separated by commas'],
  ["teams of another organization", { to: access, id: "other/Web:a" }, "it is a project of other"],
  [
    "teams that only Terraform knows",
    { to: access, id: "${var.id}" },
    "Only Terraform knows the value of the variable",
  ],
  [
    "teams of a project whose ID is not known",
    { to: access, id: "${tfprojects_project.a.id}:a" },
    "cannot be part of a string",
  ],
  [
    "a second block of team access",
    [
      { to: access, id: ID },
      { to: access, id: ID },
    ],
    REFUSED,
  ],
  [
    "for_each of team access",
    { to: `${access}[each.key]`, for_each: {}, id: ID },
    "Only Terraform can evaluate for_each",
  ],
])("a block with %s is an error", (_, blocks, message) => {
  expect(problems(blocks)).toContainEqual({
    where: expect.stringMatching(/^main\.tf\.json, in import$|^import of |\.import$/) as string,
    message: expect.stringContaining(message) as string,
  });
});

const PROJECTS: [string, object][] = [
  [ID, { by: "id", id: ID }],
  ["acme/Before", { by: "name", name: "Before" }],
  ["${local.id}", { by: "id", id: ID }],
  ["${tfprojects_project.a.id}", { by: "address", address: "tfprojects_project.a" }],
];

test.each([
  ...PROJECTS.map(([id, project]) => [id, { project }] as const),
  [`${ID}:api, ws-1`, { project: { by: "id", id: ID }, objects: ["api", "ws-1"] }] as const,
])("a block of a membership names a project, or some of its workspaces: %s", (id, imported) => {
  const { organizations, notices } = read({ to: "tfprojects_workspace_membership.m", id });
  expect(organizations[0]!.memberships[0]!.imported).toEqual(imported);
  expect(notices).toEqual([]);
});

test.each([
  ...PROJECTS.map(([id, project]) => [id, { project }] as const),
  [`${ID}:a, b:c`, { project: { by: "id", id: ID }, objects: ["a", "b:c"] }] as const,
  [`${ID}:"a, b",c`, { project: { by: "id", id: ID }, objects: ["a, b", "c"] }] as const,
  ["ACME/Before:a", { project: { by: "name", name: "Before" }, objects: ["a"] }] as const,
])("a block of team access names a project, or some of its teams: %s", (id, imported) => {
  expect(read({ to: access, id }).organizations[0]!.assignments).toMatchObject([{ imported }]);
});

test("an import block of an object that the state has is not read", () => {
  const attributes = { id: ID, name: "Alpha", organization: "acme" };
  const stored = { mode: "managed", type: "tfprojects_project", name: "a", provider: "", instances: [{ attributes }] };
  const state = parseState({ version: 4, serial: 1, lineage: "1", resources: [stored] }, "-");
  const content = {
    import: { to, id: "gone" },
    resource: { tfprojects_project: { a: { name: "Alpha" } } },
  };
  const { organizations } = readModules([{ name: "s", files: [{ path: "f", content }], state }], "acme");
  expect(organizations[0]!.projects).toMatchObject([{ stateId: ID }]);
});
