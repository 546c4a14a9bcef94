import { classFile } from "../../../scripts/generate/class-file";
import { referenceFile } from "../../../scripts/generate/reference-file";
import { DATA_SOURCES, providerDefinition, RESOURCES } from "../../../src/model";

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
  expect(stages).toContain("else `awaiting_override` when any");
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
  const references = referenceFile(Object.values(DATA_SOURCES));
  expect(references.match(/export class ProjectPermissionsOutputReference /g)).toHaveLength(1);
  expect(references).toContain("export class RunTaskStageList extends ComplexList {");
  expect(references).toContain("/** Identifier of the result, prefix `taskrs-`. */\nget id(): string {");
  expect(references).toContain("get results(): RunTaskResultList {");
});

test("every member is documented", () => {
  const undocumented = /(?<!\*\/\n)\b(?:readonly|get) \w+\??(?:: |\(\))/;
  expect(referenceFile(Object.values(DATA_SOURCES))).not.toMatch(undocumented);
  expect(project).not.toMatch(undocumented);
});
