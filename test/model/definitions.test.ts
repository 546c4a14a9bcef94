import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  TfprojectsProvider,
  WorkspaceMembership,
} from "../../src";
import { DATA_SOURCES, providerDefinition, RESOURCES, type Definition } from "../../src/model";
import { tfprojectsProvider } from "../../src/provider/provider";

/** Each definition with the construct of the same type. What Terraform sees of the provider, test/e2e/schema compares with the constructs. */
const pairs: readonly (readonly [string, Definition, { readonly terraformAttributes: object }])[] = [
  ["the resource tfprojects_project", RESOURCES.tfprojects_project, Project],
  ["the resource tfprojects_workspace_membership", RESOURCES.tfprojects_workspace_membership, WorkspaceMembership],
  ["the data source tfprojects_project", DATA_SOURCES.tfprojects_project, DataProject],
  ["the data source tfprojects_projects", DATA_SOURCES.tfprojects_projects, DataProjects],
  ["the data source tfprojects_run_task_stages", DATA_SOURCES.tfprojects_run_task_stages, DataRunTaskStages],
];

test.each(pairs)("the definition of %s has the attributes of its construct", (_, { inputs, outputs }, construct) => {
  const types = Object.fromEntries(Object.entries(inputs).map(([name, { type }]) => [name, type]));
  const { terraformAttributes } = construct as typeof Project;
  expect(types).toEqual(terraformAttributes.inputs);
  expect([...outputs].sort()).toEqual(Object.keys(terraformAttributes.outputs).sort());
});

test("the definition of the provider has the attributes of its construct", () => {
  const types = Object.fromEntries(Object.entries(providerDefinition.inputs).map(([name, { type }]) => [name, type]));
  expect(types).toEqual(TfprojectsProvider.terraformAttributes.inputs);
});

test.each([
  ["resources", tfprojectsProvider.resources, RESOURCES],
  ["data sources", tfprojectsProvider.dataSources, DATA_SOURCES],
] as const)("definitions and provider have the same %s, and ask for the same attributes", (_, served, defined) => {
  const required = (attributes: object, isRequired: (attribute: never) => boolean): string[] =>
    Object.entries(attributes).flatMap(([name, attribute]) => (isRequired(attribute as never) ? [name] : []));
  const expected = served.map(({ type, schema }) => [
    type,
    required(schema.attributes, ({ mode }: { mode: string }) => mode === "required"),
  ]);
  const found = Object.entries(defined).map(([type, { inputs }]) => [
    type,
    required(inputs, (input: { required?: true }) => input.required === true),
  ]);
  expect(found).toEqual(expected);
});
