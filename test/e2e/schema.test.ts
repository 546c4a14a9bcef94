import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  TfprojectsProvider,
  WorkspaceMembership,
} from "../../src";
import { VERSION } from "../../src/version";
import { Deployment } from "../support/deployment";
import { describeWithTerraform } from "../support/terraform";

interface Block {
  readonly attributes: Readonly<Record<string, ShownAttribute>>;
}

interface ShownAttribute {
  readonly type: unknown;
  readonly description?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
}

interface ShownSchemas {
  readonly provider: { readonly block: Block };
  readonly resource_schemas: Readonly<Record<string, { readonly block: Block }>>;
  readonly data_source_schemas: Readonly<Record<string, { readonly block: Block }>>;
}

describeWithTerraform("the provider's schema, as the real Terraform sees it", () => {
  let shown: ShownSchemas;

  beforeAll(async () => {
    const deployment = await Deployment.start(VERSION);
    try {
      await deployment.code("").init();
      const { stdout } = await deployment.terraform.succeed(["providers", "schema", "-json"]);
      const all = JSON.parse(stdout) as { provider_schemas: Record<string, ShownSchemas> };
      shown = all.provider_schemas["terraform.local/tfprojects/tfprojects"]!;
    } finally {
      await deployment.stop();
    }
  });

  const inputs = ({ attributes }: Block) =>
    types(attributes, ({ required, optional }) => required === true || optional === true);
  const outputs = ({ attributes }: Block) =>
    types(attributes, ({ required, optional }) => required !== true && optional !== true);

  test("has the attributes of the provider's construct", () => {
    expect(inputs(shown.provider.block)).toEqual(TfprojectsProvider.terraformAttributes.inputs);
    expect(shown.provider.block.attributes["token"]).toMatchObject({ sensitive: true });
  });

  test.each([Project, WorkspaceMembership])("has the attributes of %p", (construct) => {
    const { block } = shown.resource_schemas[construct.tfResourceType]!;
    expect({ inputs: inputs(block), outputs: outputs(block) }).toEqual(construct.terraformAttributes);
  });

  test.each([DataProject, DataProjects, DataRunTaskStages])("has the attributes of %p", (construct) => {
    const { block } = shown.data_source_schemas[construct.tfResourceType]!;
    expect({ inputs: inputs(block), outputs: outputs(block) }).toEqual(construct.terraformAttributes);
  });

  test("has no resource or data source without a construct", () => {
    expect(Object.keys(shown.resource_schemas)).toHaveLength(2);
    expect(Object.keys(shown.data_source_schemas)).toHaveLength(3);
  });

  test("describes every attribute", () => {
    const blocks = [
      shown.provider,
      ...Object.values(shown.resource_schemas),
      ...Object.values(shown.data_source_schemas),
    ];
    const silent = blocks.flatMap(({ block }) =>
      Object.entries(block.attributes).filter(([, { description }]) => description === undefined || description === ""),
    );
    expect(silent).toEqual([]);
  });
});

function types(attributes: Block["attributes"], which: (attribute: ShownAttribute) => boolean) {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => (which(attribute) ? [[name, attribute.type]] : [])),
  );
}
