import { DATA_SOURCES, providerDefinition, RESOURCES, type Definition } from "../../src/model";
import { typeJson } from "../../src/plugin/rpc/schema-messages";
import { Deployment } from "../support/deployment";
import { describeWithTerraform } from "../support/terraform";

interface Block {
  readonly attributes: Readonly<Record<string, ShownAttribute>>;
}

interface ShownAttribute {
  readonly type: unknown;
  readonly description?: string;
  readonly sensitive?: boolean;
}

interface ShownSchemas {
  readonly provider: { readonly block: Block };
  readonly resource_schemas: Readonly<Record<string, { readonly block: Block }>>;
  readonly data_source_schemas: Readonly<Record<string, { readonly block: Block }>>;
}

describeWithTerraform("the provider's schema in the real Terraform", () => {
  let shown: ShownSchemas;

  beforeAll(async () => {
    const deployment = await Deployment.startLaunched();
    try {
      await deployment.code("").init();
      const { stdout } = await deployment.terraform.succeed(["providers", "schema", "-json"]);
      const all = JSON.parse(stdout) as { provider_schemas: Record<string, ShownSchemas> };
      shown = all.provider_schemas["terraform.local/tfprojects/tfprojects"]!;
    } finally {
      await deployment.stop();
    }
  });

  const typesIn = ({ attributes }: Definition): Record<string, unknown> =>
    Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, typeJson(type)]));
  const typesShown = ({ attributes }: Block): Record<string, unknown> =>
    Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, type]));

  test("has the attributes of the provider's definition", () => {
    expect(typesShown(shown.provider.block)).toEqual(typesIn(providerDefinition));
    expect(shown.provider.block.attributes["token"]).toMatchObject({ sensitive: true });
  });

  test.each(Object.values(RESOURCES))("has the attributes of the resource $type", (definition) => {
    expect(typesShown(shown.resource_schemas[definition.type]!.block)).toEqual(typesIn(definition));
  });

  test.each(Object.values(DATA_SOURCES))("has the attributes of the data source $type", (definition) => {
    expect(typesShown(shown.data_source_schemas[definition.type]!.block)).toEqual(typesIn(definition));
  });

  test("has no resource or data source without a definition", () => {
    expect(Object.keys(shown.resource_schemas).sort()).toEqual(Object.keys(RESOURCES).sort());
    expect(Object.keys(shown.data_source_schemas).sort()).toEqual(Object.keys(DATA_SOURCES).sort());
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
