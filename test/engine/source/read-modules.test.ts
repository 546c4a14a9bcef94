import { App, TerraformLocal, TerraformStack, TerraformVariable, Testing, Fn, TerraformOutput } from "cdktf";
import { DataProject, DataProjects, Project, TfprojectsProvider, WorkspaceMembership } from "../../../src";
import { escapeTemplate } from "../../../src/terraform/typescript-string";
import { ConfigurationError } from "../../../src/engine/configuration-error";
import { readModules, type OrganizationsInCode, type TerraformModule } from "../../../src/engine/source/read-modules";
import { anyCharacter, casesOf, fc, SEED } from "../../support/property";

/** A problem of the code, as far as tests look at it. */
interface Problem {
  readonly where: string;
  readonly message: string;
}

/** One module of Terraform JSON. */
function module(content: object, name = "acme"): TerraformModule {
  return { name, files: [{ path: "cdk.tf.json", content }] };
}

function projects(byName: Readonly<Record<string, object>>): object {
  return { resource: { tfprojects_project: byName } };
}

function read(content: object): OrganizationsInCode {
  return readModules([module(content)], "acme");
}

/** The names of the projects of the code. */
function names(content: object): string[] {
  return read(content).organizations.flatMap(({ projects }) => projects.map(({ name }) => name));
}

function problems(...modules: readonly TerraformModule[]): readonly Problem[] {
  try {
    readModules(modules, "acme");
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ where, detail: message }) => ({ where, message }));
    throw error;
  }
  return [];
}

/** The Terraform JSON of a stack. */
function synthesized(build: (stack: TerraformStack) => void): object {
  const stack = new TerraformStack(Testing.app(), "acme");
  new TfprojectsProvider(stack, "tfprojects");
  build(stack);
  return JSON.parse(Testing.synth(stack, true)) as object;
}

/** The project that the code's membership refers to. */
function projectOf(content: object): unknown {
  return read(content).organizations[0]!.memberships[0]!.project;
}

describe("values", () => {
  test.each<[string, unknown, object]>([
    ["a local value", "${local.name}", { locals: { name: "Platform" } }],
    ["a local value of a local value", "${local.a}", { locals: { a: "Plat${local.b}", b: "form" } }],
    ["a member of a local value", "${local.all.names[1]}", { locals: { all: { names: ["Other", "Platform"] } } }],
    ["a member by a name in quotes", '${local.all["the name"]}', { locals: { all: { "the name": "Platform" } } }],
    ["a member by an empty name", '${local.all[""]}', { locals: { all: { "": "Platform" } } }],
    ["a quoted string", '${"Platform"}', {}],
    ["the default of a variable", "${var.name}", { variable: { name: { type: "string", default: "Platform" } } }],
    ["a member of one", "${var.names[1]}", { variable: [{ names: [{ default: ["Other", "Platform"] }] }] }],
    [
      "an attribute of another project",
      "${tfprojects_project.b.description}",
      { resource: { tfprojects_project: { b: { name: "Other", description: "Platform" } } } },
    ],
  ])("%s is known", (_, name, rest) => {
    const code = {
      terraform: {},
      ...rest,
      resource: [{ tfprojects_project: { a: { name } } }, "resource" in rest ? rest.resource : {}],
    };
    expect(names(code)).toContain("Platform");
  });

  test("keys of maps are templates", () => {
    const code = {
      locals: { key: "team", tags: { "${local.key}-b": "2" } },
      variable: { stage: { default: "prod" } },
      ...projects({
        a: { name: "Aaa", tags: { "${local.key}": "1", "${var.stage}.x": "2", '${"plain"}': "3" } },
        b: { name: "Bbb", tags: "${local.tags}" },
      }),
    };
    expect(read(code).organizations[0]!.projects).toMatchObject([
      { tags: { team: "1", "prod.x": "2", plain: "3" } },
      { tags: { "team-b": "2" } },
    ]);
  });

  test.each<[string, object, RegExp]>([
    ["that only Terraform knows", { "${var.other}": "1" }, /Only Terraform knows the value of the variable/],
    ["that is null", { "${null}": "1" }, /The object key \$\{null\} is not a string/],
    ["that is a list", { "${local.list}": "1" }, /The object key \$\{local\.list\} is not a string/],
    ["that occurs twice", { x: "1", "${local.x}": "2" }, /Duplicate object attribute: an attribute named "x"/],
  ])("a key %s is a problem", (_, tags, message) => {
    const code = { locals: { list: [], x: "x" }, ...projects({ a: { name: "Aaa", tags } }) };
    expect(problems(module(code))).toEqual([
      { where: "tfprojects_project.a.tags", message: expect.stringMatching(message) as string },
    ]);
  });

  test("an invalid tag is one by its key, too", () => {
    const code = { locals: { key: "a b" }, ...projects({ a: { name: "Aaa", tags: { "${local.key}": "1" } } }) };
    expect(problems(module(code))).toMatchObject([{ message: expect.stringContaining("a b") as string }]);
  });

  test("the defaults of variables are literal", () => {
    const variable = { text: { default: "a $${b} ${local.x} %{if}" }, map: { default: { "${c}": "$${d}" } } };
    const code = {
      variable,
      ...projects({ a: { name: "Aaa", description: "${var.text}!" }, b: { name: "Bbb", tags: "${var.map}" } }),
    };
    const reading = problems(module({ ...code, ...projects({ b: { name: "Bbb", tags: "${var.map}" } }) }));
    expect(JSON.stringify(reading)).toContain("${c}");
    expect(read({ variable, ...projects({ a: { name: "Aaa", description: "${var.text}!" } }) })).toMatchObject({
      organizations: [{ projects: [{ description: "a $${b} ${local.x} %{if}!" }] }],
    });
  });

  test("the defaults of variables have their types", () => {
    const code = (type: string, value: unknown): object => ({
      variable: { x: { type, default: value } },
      ...projects({ a: { name: "Team ${var.x}" } }),
    });
    expect([code("number", "007"), code("string", 5), code("bool", "true")].flatMap(names)).toEqual([
      "Team 7",
      "Team 5",
      "Team true",
    ]);
    expect(problems(module(code("bool", "yes")))).toMatchObject([
      { message: expect.stringContaining('The default of the variable "x" does not have its type') as string },
    ]);
  });

  test.each([
    ["a variable", "${var.name}", /^Only Terraform knows the value of the variable \$\{var\.name\}/],
    ["a function", '${upper("platform")}', /^Only Terraform can evaluate \$\{upper\("platform"\)\}/],
    ["a directive", "%{ if true }Platform%{ endif }", /^Only Terraform can evaluate the directive %\{ if true \}/],
    [
      "an attribute of another provider",
      "${random_pet.name.id}",
      /refers to random_pet\.name, which is not in the code/,
    ],
    [
      "an attribute that is known after apply",
      "${null_resource.a.id}",
      /is known only after Terraform has applied null_resource\.a/,
    ],
    ["a local value that does not exist", "${local.nothing}", /no local value nothing/],
    ["one with the name of an inherited member", "${local.constructor}", /no local value constructor/],
    ["an element that does not exist", "${local.list[7]}", /refers to an element that does not exist/],
    ["an inherited member of a map", "${local.map.constructor}", /refers to an element that does not exist/],
    ["an inherited member of a project", "${tfprojects_project.b.constructor}", /is known only after Terraform/],
    ["a value that refers to itself", "${local.self}", /\$\{local\.self\} refers to itself/],
    ["a computed key", '${local.map["${local.x}"]}', /^Only Terraform can evaluate/],
    ["an id inside a string", "team-${tfprojects_project.b.id}", /cannot be part of a string/],
  ])("%s is a problem with its address, construct and expression", (_, name, message) => {
    const metadata = { "//": { metadata: { path: "acme/a" } } };
    const code = {
      locals: { self: "x${local.self}", list: [], map: { x: "y" }, x: "x" },
      resource: { tfprojects_project: { a: { name, ...metadata }, b: { name: "Other" } }, null_resource: { a: {} } },
    };
    expect(problems(module(code))).toEqual([
      { where: "tfprojects_project.a.name (acme/a)", message: expect.stringMatching(message) },
    ]);
  });

  test.each(["count", "for_each"])("%s is a problem", (argument) => {
    const code = projects({ a: { name: "Platform", [argument]: 2, "//": { metadata: { path: "acme/a" } } } });
    expect(problems(module(code))).toMatchObject([{ where: `tfprojects_project.a.${argument} (acme/a)` }]);
  });

  test.each([{ ignore_changes: ["description"] }, { ignore_changes: "all" }, [{ ignore_changes: ["name"] }]])(
    "ignore_changes is a problem, since changes would be overwritten: %j",
    (lifecycle) => {
      const where = "tfprojects_project.a.lifecycle.ignore_changes";
      expect(problems(module(projects({ a: { name: "Platform", lifecycle } })))).toMatchObject([{ where }]);
    },
  );

  test("other arguments of a lifecycle block are ignored", () => {
    expect(
      names(projects({ a: { name: "Platform", lifecycle: { prevent_destroy: true, ignore_changes: [] } } })),
    ).toEqual(["Platform"]);
  });

  test(`any escaped string is read unchanged from cdktf's JSON (TFPROJECTS_SEED=${SEED})`, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "${",
        "$${",
        "$",
        "%{",
        "%%{",
        "%",
        "{",
        "}",
        "~}",
        "${~",
        '"',
        "\\",
        "\\n",
        "\n",
        "${x}",
        "日本",
        "👩‍👩‍👧",
        "\u2028",
        "\ufeff",
        "${TfToken[TOKEN.0]}",
        "#{TfToken[TOKEN.0]}",
      ),
      fc.string({ unit: anyCharacter, maxLength: 4 }),
    );
    // Longer than the service allows, which the planner checks.
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join("") || "x");
    fc.assert(
      fc.property(fc.array(text, { minLength: 100, maxLength: 100 }), (texts) => {
        const stack = new TerraformStack(new App({ skipValidation: true }), "acme");
        for (const [index, description] of texts.entries())
          new Project(stack, `p${index}`, { name: `Project ${index}`, description: escapeTemplate(description) });
        const [organization] = readModules([module(JSON.parse(Testing.synth(stack)) as object)], "acme").organizations;
        const found = new Map(organization!.projects.map(({ name, description }) => [name, description]));
        expect(texts.map((_, index) => found.get(`Project ${index}`))).toEqual(texts);
      }),
      { numRuns: casesOf(20) },
    );
  });
});

describe("projects that memberships refer to", () => {
  const membership = (project_id: unknown, rest: object): object => ({
    resource: {
      tfprojects_workspace_membership: { m: { project_id, workspace_names: ["api"] } },
      tfprojects_project: { a: { name: "Platform" } },
    },
    ...rest,
  });
  test.each<[string, unknown, object, unknown]>([
    ["one of the code", "${tfprojects_project.a.id}", {}, { by: "address", address: "tfprojects_project.a" }],
    ["one by its id", "prj-0123456789abcdef", {}, { by: "id", id: "prj-0123456789abcdef" }],
    [
      "one in a local value",
      "${local.id}",
      { locals: { id: "${tfprojects_project.a.id}" } },
      { by: "address", address: "tfprojects_project.a" },
    ],
    [
      "the default project",
      "${data.tfprojects_project.d.id}",
      { data: { tfprojects_project: { d: { default: true } } } },
      { by: "default" },
    ],
    [
      "one by its name",
      "${data.tfprojects_project.d.id}",
      { data: { tfprojects_project: { d: { name: "Shared" } } } },
      { by: "name", name: "Shared" },
    ],
    [
      "one by its id in a data source",
      "${data.tfprojects_project.d.project_id}",
      { data: { tfprojects_project: { d: { project_id: "prj-0123456789abcdef" } } } },
      { by: "id", id: "prj-0123456789abcdef" },
    ],
    [
      "one of a list by name",
      '${data.tfprojects_projects.all.ids["Foo Bar"]}',
      { data: { tfprojects_projects: { all: {} } } },
      { by: "name", name: "Foo Bar" },
    ],
  ])("%s", (_, id, rest, expected) => {
    expect(projectOf(membership(id, rest))).toEqual(expected);
  });

  test("as the constructs write them", () => {
    const code = (build: (stack: TerraformStack) => string): unknown =>
      projectOf(
        synthesized((stack) => {
          new WorkspaceMembership(stack, "m", {
            organization: "acme",
            projectId: build(stack),
            workspaceNames: ["api"],
          });
        }),
      );
    expect(code((stack) => new DataProjects(stack, "all", { organization: "acme" }).ids.lookup("Foo"))).toEqual({
      by: "name",
      name: "Foo",
    });
    expect(code((stack) => new DataProject(stack, "d", { organization: "acme", default: true }).id)).toEqual({
      by: "default",
    });
    expect(
      code(
        (stack) =>
          new TerraformLocal(stack, "l", new Project(stack, "p", { organization: "acme", name: "Foo" }).id).asString,
      ),
    ).toMatchObject({ by: "address" });
  });

  test("a value that is not a project id is a problem", () => {
    expect(problems(module(membership("Platform", {})))).toMatchObject([
      { where: "tfprojects_workspace_membership.m.project_id" },
    ]);
  });
});

describe("invalid code is an error, with Terraform's message", () => {
  const unknown = (name: string, rest = ""): string => `No argument or block type is named "${name}".${rest}`;
  test.each<[string, object, string, string]>([
    [
      "an argument of a project",
      projects({ a: { name: "Platform", descripton: "x", "//": { metadata: { path: "acme/a" } } } }),
      "tfprojects_project.a.descripton (acme/a)",
      unknown("descripton", ' Did you mean "description"?'),
    ],
    [
      "an argument in the notation of TypeScript",
      projects({ a: { name: "Platform", autoDestroyActivityDuration: "14d" } }),
      "tfprojects_project.a.autoDestroyActivityDuration",
      unknown("autoDestroyActivityDuration", ' Did you mean "auto_destroy_activity_duration"?'),
    ],
    [
      "a block in a project",
      projects({ a: { name: "Platform", timeouts: { create: "5m" } } }),
      "tfprojects_project.a.timeouts",
      unknown("timeouts"),
    ],
    [
      "a provisioner in a data source",
      { data: { tfprojects_project: { a: { default: true, provisioner: {} } } } },
      "data.tfprojects_project.a.provisioner",
      unknown("provisioner"),
    ],
    [
      "an argument of the provider",
      { provider: { tfprojects: { organisation: "acme" } } },
      "provider.tfprojects.organisation",
      unknown("organisation", ' Did you mean "organization"?'),
    ],
    [
      "an argument of a provider with an alias",
      { provider: { tfprojects: [{}, { alias: "other", tokn: "secret" }] } },
      "provider.tfprojects.other.tokn",
      unknown("tokn", ' Did you mean "token"?'),
    ],
    [
      "a type of resources",
      { resource: { tfprojects_projct: { a: {} } } },
      "tfprojects_projct.a",
      'The provider tfprojects does not support resource type "tfprojects_projct". Did you mean "tfprojects_project"?',
    ],
    [
      "a type of data sources",
      { data: { tfprojects_workspace_membership: { a: {} } } },
      "data.tfprojects_workspace_membership.a",
      'The provider tfprojects does not support data source "tfprojects_workspace_membership".',
    ],
    [
      "a type of ephemeral resources",
      { ephemeral: { tfprojects_token: { a: {} } } },
      "cdk.tf.json, in ephemeral.tfprojects_token.a",
      'The provider tfprojects does not support ephemeral resource type "tfprojects_token".',
    ],
    [
      "a type of actions",
      { action: { tfprojects_apply: { a: {} } } },
      "cdk.tf.json, in action.tfprojects_apply.a",
      'The provider tfprojects does not support action type "tfprojects_apply".',
    ],
    ["a block of the file", { resorce: {} }, "cdk.tf.json", unknown("resorce", ' Did you mean "resource"?')],
    [
      "a value for a read-only attribute",
      projects({ a: { name: "Platform", id: "prj-1" } }),
      "tfprojects_project.a.id",
      "`id` is read-only: only the provider sets it. Leave it out.",
    ],
    [
      "a value of another type",
      projects({ a: { name: "Platform", adopt_existing: "yes" } }),
      "tfprojects_project.a.adopt_existing",
      'Inappropriate value for attribute "adopt_existing": a bool is required.',
    ],
    [
      "a string instead of a list",
      projects({ a: { name: "Platform", previous_names: "Foundation" } }),
      "tfprojects_project.a.previous_names",
      'Inappropriate value for attribute "previous_names": list of string required.',
    ],
    [
      "a string instead of a map",
      projects({ a: { name: "Platform", tags: "prod" } }),
      "tfprojects_project.a.tags",
      'Inappropriate value for attribute "tags": map of string required.',
    ],
  ])("%s", (_, code, where, message) => {
    expect(problems(module(code))).toEqual([{ where, message }]);
  });

  test.each([
    ["workspace_ids", ["ws-1", "api"], 1],
    ["workspace_names", ["api", "web", "API"], 2],
    ["workspace_names", ["api", ""], 1],
    ["workspace_names", [null, "api"], 0],
  ])("an invalid element of %s in %j, with its index", (attribute, elements, index) => {
    const it = { project_id: "prj-1", [attribute]: elements };
    expect(problems(module({ resource: { tfprojects_workspace_membership: { it } } }))).toEqual([
      { where: `tfprojects_workspace_membership.it.${attribute}[${index}]`, message: expect.any(String) as unknown },
    ]);
  });

  test("an invalid tag beside one that only Terraform knows", () => {
    const code = projects({ a: { name: "Platform", tags: { env: "${terraform_data.env.output}", "two words": "x" } } });
    expect(problems(module(code))).toEqual([
      {
        where: 'tfprojects_project.a.tags["two words"]',
        message:
          'A tag key may only contain letters, numbers and the symbols "_", ".", "=", "+", "-", "@" and ":"; ' +
          '"two words" has others.',
      },
    ]);
  });

  test("but other providers' resources and Terraform's own arguments are ignored", () => {
    const code = {
      "//": { metadata: {} },
      terraform: { required_providers: {} },
      variable: { x: {} },
      provider: { tfe: { anything: 1 }, tfprojects: { alias: "other", version: "1", "//": "x" } },
      data: { tfe_workspace: { a: { whatever: 1 } } },
      resource: {
        tfe_project: { a: { nme: "x" } },
        tfprojects_project: {
          a: {
            name: "Platform",
            provider: "tfprojects.other",
            depends_on: ["tfe_project.a"],
            lifecycle: { prevent_destroy: true },
            provisioner: [],
            connection: {},
          },
        },
      },
    };
    expect(names(code)).toEqual(["Platform"]);
  });

  test("values are converted as Terraform converts them", () => {
    const code = {
      provider: { tfprojects: { requests_per_second: "5" } },
      resource: {
        tfprojects_project: { a: { name: 12345, previous_names: [true] } },
        tfprojects_workspace_membership: {
          m: { project_id: "${tfprojects_project.a.id}", workspace_names: [5], exclusive: "true" },
        },
      },
    };
    const [organization] = read(code).organizations;
    expect(organization!.projects).toMatchObject([{ name: "12345", previousNames: ["true"] }]);
    expect(organization!.memberships).toMatchObject([{ workspaceNames: ["5"], exclusive: true }]);
    expect(organization!.connection!.requestsPerSecond).toBe(5);
  });

  test("values that are not needed may be known only to Terraform", () => {
    const code = {
      resource: {
        tfprojects_project: {
          a: { name: "Platform", deletion_policy: "${var.policy}" },
        },
      },
      data: { tfprojects_run_task_stages: { a: { run_id: "${tfe_workspace_run.a.id}", timeout_seconds: "${var.t}" } } },
    };
    expect(names(code)).toEqual(["Platform"]);
  });
});

describe("organizations and connections", () => {
  test("takes the organization from the resource, its provider's alias, the provider, or the environment", () => {
    const code = {
      provider: {
        tfprojects: [
          { organization: "of-provider" },
          { alias: "other", organization: "of-alias", hostname: "tfe.example.com" },
        ],
      },
      ...projects({
        a: { name: "Aaa", organization: "own", provider: "tfprojects.other" },
        b: { name: "Bbb", provider: "tfprojects.other" },
        c: { name: "Ccc" },
      }),
    };
    const found = read(code).organizations.map((it) => [it.projects[0]!.name, it.name, it.connection?.hostname]);
    expect(found).toEqual([
      ["Aaa", "own", "tfe.example.com"],
      ["Bbb", "of-alias", "tfe.example.com"],
      ["Ccc", "of-provider", undefined],
    ]);
    expect(read(projects({ a: { name: "Aaa" } })).organizations[0]!.name).toBe("acme");
  });

  test.each<[string, object | undefined, unknown]>([
    ["an alias that does not exist", [{ alias: "other" }], "tfprojects.othr"],
    ["an alias without any configuration", undefined, "tfprojects.other"],
    ["an expression", [{ alias: "other" }], "${tfprojects.other}"],
    ["null", undefined, null],
    ["another provider", undefined, "tfe"],
  ])("a provider that is %s is a problem of the resource and the data source", (_, tfprojects, provider) => {
    const code = {
      ...(tfprojects === undefined ? {} : { provider: { tfprojects } }),
      ...projects({ a: { name: "Aaa", provider } }),
      data: { tfprojects_project: { d: { default: true, provider } } },
    };
    expect(problems(module(code))).toEqual(
      ["tfprojects_project.a.provider", "data.tfprojects_project.d.provider"].map((where) => {
        return { where, message: "The code has no configuration of its provider with this name." };
      }),
    );
  });

  test("the alias of a tfe_workspace that does not exist is a problem, and those of other resources are not read", () => {
    const code = { resource: { tfe_workspace: { a: { provider: "tfe.x" } }, aws_x: { a: { provider: "aws.x" } } } };
    expect(problems(module(code))).toMatchObject([{ where: "tfe_workspace.a.provider" }]);
  });

  test("a provider may have another name in the module, by its source", () => {
    const code = {
      terraform: { required_providers: { projects: { source: "registry.example.com/acme/tfprojects" } } },
      provider: { projects: [{ alias: "x", organization: "of-alias" }] },
      ...projects({ a: { name: "Aaa", provider: "projects.x" } }),
    };
    expect(read(code).organizations[0]!.name).toBe("of-alias");
    const misspelled = { ...code, provider: { projects: { alias: "x", organisation: "acme" } } };
    expect(problems(module(misspelled))).toMatchObject([{ where: "provider.projects.x.organisation" }]);
  });

  test.each([null, "", 5, "${local.x}"])("the alias %j of a configuration is a problem", (alias) => {
    expect(problems(module({ provider: { tfprojects: { alias } } }))).toMatchObject([
      { message: expect.stringContaining("Terraform does not accept this block") as string },
    ]);
  });

  test("a missing organization is a problem", () => {
    expect(() => readModules([module(projects({ a: { name: "Aaa" } }))], undefined)).toThrow(
      /Set `organization` here or on the provider, or set the environment variable TFE_ORGANIZATION/,
    );
  });

  test("a token that only Terraform knows is reported once, and the environment's is used", () => {
    const code = synthesized((stack) => {
      const variable = new TerraformVariable(stack, "token", { sensitive: true });
      const provider = new TfprojectsProvider(stack, "other", {
        alias: "other",
        organization: "acme",
        token: variable.stringValue,
      });
      for (const name of ["Aaa", "Bbb"]) new Project(stack, name, { name, provider });
    });
    const { tokens, notices } = readModules([module(code)], "acme");
    expect([...tokens]).toEqual([]);
    expect(notices).toEqual([
      "Only Terraform can evaluate provider.tfprojects.other.token. Using the token of the environment.",
    ]);
  });

  test("called modules are reported as unread", () => {
    expect(read({ module: { teams: { source: "./teams" } } }).unreadModules).toEqual(["module.teams"]);
  });

  test("an organization that several providers configure is one, with the lowest of their rates", () => {
    const provider = {
      tfprojects: [{ requests_per_second: 20 }, { alias: "slow", requests_per_second: 5, organization: "ACME" }],
    };
    const code = { provider, ...projects({ a: { name: "Aaa" }, b: { name: "Bbb", provider: "tfprojects.slow" } }) };
    const { organizations } = read(code);
    expect(organizations.map((it) => it.projects.map(({ name }) => name))).toEqual([["Aaa", "Bbb"]]);
    expect(organizations[0]!.connection!.requestsPerSecond).toBe(5);
  });

  test("an organization with two tokens is a problem that does not reveal them", () => {
    const provider = { tfprojects: [{ token: "secret-1" }, { alias: "other", token: "secret-2" }] };
    const code = { provider, ...projects({ a: { name: "Aaa" }, b: { name: "Bbb", provider: "tfprojects.other" } }) };
    const found = problems(module(code));
    expect(found).toEqual([
      { where: "tfprojects_project.b.provider", message: expect.stringContaining("Use one token") as unknown },
    ]);
    expect(JSON.stringify(found)).not.toContain("secret");
  });
});

describe("existing projects in the code", () => {
  test.each([
    ["by id", "prj-0123456789abcdef", { id: "prj-0123456789abcdef", previousNames: ["Before"] }],
    ["by organization and name", "acme/Platform Team", { previousNames: ["Before", "Platform Team"] }],
  ])("an import block %s", (_, id, expected) => {
    const code = {
      ...projects({ a: { name: "Platform", previous_names: ["Before"] } }),
      import: [{ to: "tfprojects_project.a", id }],
    };
    expect(read(code).organizations[0]!.projects).toMatchObject([expected]);
  });
});

test("references from one stack of an app to another are resolved", () => {
  const app = Testing.app();
  const one = new TerraformStack(app, "one");
  const two = new TerraformStack(app, "two");
  for (const stack of [one, two]) new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  const project = new Project(one, "platform", { name: "Platform" });
  new WorkspaceMembership(two, "members", { projectId: project.id, workspaceNames: ["api"] });
  new TerraformOutput(two, "upper", { value: Fn.upper("x") });
  for (const stack of [one, two]) stack.prepareStack();
  const modules = [two, one].map((stack) => module(JSON.parse(Testing.synth(stack)) as object, stack.node.id));

  const { organizations } = readModules(modules, undefined);

  expect(organizations).toHaveLength(1);
  expect(organizations[0]!.memberships[0]!.project).toEqual({
    by: "address",
    address: organizations[0]!.projects[0]!.address,
  });
  expect(organizations[0]!.projects[0]!.address).toBe("one/tfprojects_project.platform");
});
