import { classFile } from "../../../scripts/generate/class-file";
import { referenceFile } from "../../../scripts/generate/reference-file";
import { DATA_SOURCES, providerDefinition, RESOURCES, type Definition } from "../../../src/model";
import {
  computed,
  list,
  listBlock,
  map,
  number,
  object,
  optional,
  set,
  string,
  type Arguments,
  type Attributes,
} from "../../../src/schema";

const about = { description: "" };

const CLASSES = Object.values(DATA_SOURCES).map((definition) => ({ name: "Data", definition }));
const project = classFile({
  name: "Project",
  kind: "resource",
  definition: RESOURCES.tfprojects_project,
  expression: "RESOURCES.tfprojects_project",
});

test("a required argument is required, and an optional one documents its default", () => {
  expect(project).toContain("readonly name: string;");
  expect(project).toMatch(/@default - the provider's\n \*\/\nreadonly organization\?: string;/);
  expect(project).toMatch(/@default false\n \*\/\nreadonly adoptExisting\?: boolean \| IResolvable;/);
});

test("an argument with choices has a union type, and its member accepts references, too", () => {
  expect(project).toMatch(/@default "refuse"\n \*\/\nreadonly deletionPolicy\?: "refuse" \| "evacuate" \| "retain";/);
  expect(project).toContain("set deletionPolicy(value: string) {");
});

test("attribute names in documentation are as in code", () => {
  const stages = classFile({
    name: "DataRunTaskStages",
    kind: "data source",
    definition: DATA_SOURCES.tfprojects_run_task_stages,
    expression: "DATA_SOURCES.tfprojects_run_task_stages",
  });
  expect(stages).toContain("only with `waitForCompletion`.");
  expect(stages).toContain("else `awaiting_override` when the run");
  expect(stages).toContain("@default 600\n");
});

test("reading a member of the provider returns the value that was set", () => {
  const provider = classFile({
    name: "TfprojectsProvider",
    kind: "provider",
    definition: providerDefinition,
    expression: "providerDefinition",
  });
  expect(provider).toContain("get requestsPerSecond(): number | undefined {\nreturn this._requestsPerSecond;");
  expect(provider).toContain("config: TfprojectsProviderConfig = {}");
});

test("an object inside several attributes has one class, and a list of objects has its own", () => {
  const references = referenceFile(CLASSES);
  expect(references.match(/export class ProjectPermissionsOutputReference /g)).toHaveLength(1);
  expect(references).toContain("export class RunTaskStageList extends ComplexList {");
  expect(references).toContain("/** Identifier of the result, prefix `taskrs-`. */\nget id(): string {");
  expect(references).toContain("get results(): RunTaskResultList {");
});

test("every member is documented", () => {
  const undocumented = /(?<!\*\/\n)\b(?:readonly|get) \w+\??(?:: |\(\))/;
  expect(referenceFile(CLASSES)).not.toMatch(undocumented);
  expect(project).not.toMatch(undocumented);
});

test.each<[string, Attributes, string]>([
  ["a map of objects", { it: optional(map(object({ a: string })), about) }, "a map of type object"],
  ["a list of numbers", { it: optional(list(number), about) }, "a list of type number"],
  ["a set of lists", { it: optional(set(list(string)), about) }, "a set of type list"],
  ["an object", { it: optional(object({ a: string }, "It"), about) }, "Use a block."],
  ["a list of numbers to read", { it: computed(list(number), about) }, "a list of type number"],
  ["a map of numbers to read", { it: computed(map(number), about) }, "a map of type number"],
])("no class is generated for %s", (_, attributes, message) => {
  const definition: Definition = { ...about, type: "sample", attributes, rules: () => [] };
  for (const inBlock of [false, true]) {
    const body = inBlock
      ? { attributes: {}, blocks: { it: listBlock({ ...about, attributes: attributes as Arguments }) } }
      : {};
    const generate = () =>
      classFile({ name: "Sample", kind: "resource", definition: { ...definition, ...body }, expression: "sample" });
    expect(generate).toThrow(message);
  }
});

test("no class is generated for an object without a name", () => {
  const attributes = { it: computed(list(object({ a: string })), about) };
  const definition: Definition = { ...about, type: "sample", attributes, rules: () => [] };
  const generate = () => classFile({ name: "Sample", kind: "resource", definition, expression: "sample" });
  expect(generate).toThrow("need a name");
});

test("objects that cannot be imported have no method for it", () => {
  const definition: Definition = { ...about, type: "sample", isImportable: false, attributes: {}, rules: () => [] };
  const text = classFile({ name: "Sample", kind: "resource", definition, expression: "sample" });
  expect(text).not.toContain("generateConfigForImport");
  expect(project).toContain("generateConfigForImport");
});
