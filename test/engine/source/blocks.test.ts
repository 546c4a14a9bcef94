import { parseBlocks, type Blocks } from "../../../src/engine/source/blocks";
import { ConfigurationError } from "../../../src/engine/configuration-error";
import { parseJsonText } from "../../../src/terraform/json-syntax";

/** A problem of the code, as far as tests look at it. */
interface Problem {
  readonly where: string;
  readonly message: string;
}

/** Each text is a file: `1.tf.json`, `2.tf.json`. */
function parse(...texts: readonly string[]): Blocks {
  const files = texts.map((text, index) => ({ path: `${index + 1}.tf.json`, content: parseJsonText(text) }));
  return parseBlocks(files, undefined);
}

function problems(...texts: readonly string[]): readonly Problem[] {
  try {
    parse(...texts);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ where, detail: message }) => ({ where, message }));
    throw error;
  }
  return [];
}

// What Terraform 1.11 does with each was tried with `terraform plan`.
describe("as Terraform, the engine merges", () => {
  const both = ["terraform_data.a", "terraform_data.b"];
  test.each([
    [
      "bodies of a property that occurs twice",
      '{"resource":{"terraform_data":{"a":{}}},"resource":{"terraform_data":{"b":{}}}}',
    ],
    ["types that occur twice", '{"resource":{"terraform_data":{"a":{}},"terraform_data":{"b":{}}}}'],
    ["a list of files", '[{"resource":{"terraform_data":{"a":{}}}},{"resource":{"terraform_data":{"b":{}}}}]'],
    ["a list of objects with types", '{"resource":[{"terraform_data":{"a":{}}},{"terraform_data":{"b":{}}}]}'],
    ["a list of objects with names", '{"resource":{"terraform_data":[{"a":{}},{"b":[{}]}]}}'],
    ["no block of null, and none of an empty list", '{"resource":{"terraform_data":{"a":{},"b":{},"c":null,"d":[]}}}'],
  ])("%s", (_, text) => {
    expect(parse(text).resources.map(({ address }) => address)).toEqual(both);
  });

  test("a body that is a list of objects in a list", () => {
    const text = '{"resource":{"tfprojects_project":{"a":[[{"name":"Alpha"},{"description":"x"}]]}}}';
    expect(parse(text).resources.map(({ body }) => body)).toEqual([{ name: "Alpha", description: "x" }]);
  });

  test("local values, comments, and nested blocks of other providers", () => {
    const { locals, resources } = parse(
      `{"//":1,"//":2,"locals":{"a":"1"},"locals":[{"b":"2"}],
        "resource":{"aws_x":{"a":{"//":1,"//":2,"ingress":{"port":1},"ingress":{"port":2}}}}}`,
    );
    expect(locals).toEqual({ a: "1", b: "2" });
    expect(resources[0]!.body["ingress"]).toEqual([{ port: 1 }, { port: 2 }]);
  });
});

describe("as Terraform, the engine refuses", () => {
  const project = (body: string): string => `{"resource":{"tfprojects_project":{"a":${body}}}}`;
  const place = "1.tf.json line 1, in resource.tfprojects_project.a";
  test.each<[string, string, string, string]>([
    [
      "an argument that is set twice",
      project('{"name":"A","name":"A"}'),
      place,
      'Duplicate argument: the argument "name"',
    ],
    [
      "a list that is set twice",
      project('{"previous_names":["A"],"previous_names":["B"]}'),
      place,
      "Duplicate argument",
    ],
    ["an argument twice in a list of objects", project('[[{"name":"A"},{"name":"B"}]]'), place, "Duplicate argument"],
    [
      "a key that occurs twice",
      project('{"tags":{"x":"1","x":"2"}}'),
      `${place}.tags`,
      'Duplicate object attribute: an attribute named "x" was already defined.',
    ],
    ["a key that is a comment elsewhere", project('{"tags":{"//":"1","//":"2"}}'), `${place}.tags`, "Duplicate object"],
    [
      "an argument of a nested block that is set twice",
      project('{"lifecycle":{"ignore_changes":["name"],"ignore_changes":[]}}'),
      `${place}.lifecycle`,
      'Duplicate argument: the argument "ignore_changes"',
    ],
    [
      "an argument of another provider that is set twice",
      '{"resource":{"tfe_workspace":{"a":{"project_id":"1","project_id":"2"}}}}',
      "1.tf.json line 1, in resource.tfe_workspace.a",
      "Duplicate argument",
    ],
    [
      "a default that is set twice",
      '{"variable":{"a":{"default":1,"default":2}}}',
      "1.tf.json line 1, in variable.a",
      "Duplicate argument",
    ],
    [
      "a local value twice in one object",
      '{"locals":{"a":1,"a":2}}',
      "1.tf.json line 1, in locals",
      'Duplicate argument: the local value "a"',
    ],
    [
      "a body that is none",
      project('"x"'),
      "1.tf.json line 1, in resource.tfprojects_project.a",
      "Incorrect JSON value type: a JSON object or an array of them is required.",
    ],
    ["a list of what are no bodies", project('["x"]'), place, "Incorrect JSON value type"],
    [
      "labels that are none",
      '{"resource":{"tfprojects_project":"x"}}',
      "1.tf.json line 1, in resource.tfprojects_project",
      "Incorrect JSON value type",
    ],
    [
      "a comment among types",
      '{"resource":{"//":"x"}}',
      "1.tf.json line 1, in resource.//",
      "Incorrect JSON value type",
    ],
    ["a block without labels", '{"resource":{}}', "1.tf.json line 1, in resource", "Missing block label"],
    ["null for blocks with labels", '{"resource":null}', "1.tf.json line 1, in resource", "Missing block label"],
    ["a file that is a string", '"x"', "1.tf.json", "Not Terraform JSON"],
    ["a list with a string", '["x"]', "1.tf.json", "Incorrect JSON value type"],
    [
      "a name that is none",
      '{"resource":{"tfprojects_project":{"a b":{}}}}',
      "1.tf.json line 1, in resource.tfprojects_project.a b",
      "Invalid resource name",
    ],
  ])("%s", (_, text, where, message) => {
    expect(problems(text)).toContainEqual({ where, message: expect.stringContaining(message) as string });
  });

  const twice = (block: string): string => `{${block},\n${block}}`;
  test.each([
    [
      "a resource",
      '"resource":{"null_resource":{"a":{}}}',
      "resource.null_resource.a",
      "Duplicate resource.null_resource.a: it was already declared at",
    ],
    [
      "a data source",
      '"data":{"null_data_source":{"a":{}}}',
      "data.null_data_source.a",
      "Duplicate data.null_data_source.a: it was",
    ],
    [
      "the default configuration of a provider",
      '"provider":{"tfprojects":{}}',
      "provider.tfprojects",
      "Duplicate provider.tfprojects: it was already declared",
    ],
    [
      "an alias",
      '"provider":{"tfprojects":{"alias":"x"}}',
      "provider.tfprojects",
      "Duplicate provider.tfprojects.x: it was",
    ],
    ["a variable", '"variable":{"a":{}}', "variable.a", "Duplicate variable.a: it was"],
    ["an output", '"output":{"a":{"value":1}}', "output.a", "Duplicate output.a: it was"],
    ["a local value", '"locals":{"a":1}', "locals", "Duplicate local.a: it was"],
    ["a module call", '"module":{"a":{}}', "module.a", "Duplicate module.a: it was"],
    ["the backend", '"terraform":{"backend":{"local":{}}}', "terraform", "Duplicate terraform.backend: it was"],
    [
      "the required providers",
      '"terraform":{"required_providers":{}}',
      "terraform",
      "Duplicate terraform.required_providers: it was",
    ],
  ])("%s that is declared twice, in one file and in two", (_, block, where, message) => {
    expect(problems(twice(block))).toEqual([
      {
        where: expect.stringMatching(/^1\.tf\.json line [12], in /) as string,
        message: expect.stringContaining(message) as string,
      },
    ]);
    expect(problems(`{${block}}`, `\n{${block}}`)).toEqual([
      { where: `2.tf.json line 2, in ${where}`, message: expect.stringMatching(/at 1\.tf\.json line 1\.$/) as string },
    ]);
  });

  test("several aliases, and a default configuration beside them, are no duplicates", () => {
    expect(problems('{"provider":{"tfprojects":[{},{"alias":"a"},{"alias":"b"}],"tfe":{}}}')).toEqual([]);
  });

  test("two backends in one block", () => {
    expect(problems('{"terraform":{"backend":{"local":{},"s3":{}}}}')).toMatchObject([
      { message: expect.stringContaining("Duplicate terraform.backend: it was") as string },
    ]);
  });
});
