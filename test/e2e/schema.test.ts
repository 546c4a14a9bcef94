import { DATA_SOURCES, providerDefinition, RESOURCES, type Definition } from "../../src/model";
import type { Body } from "../../src/schema";
import { typeJson } from "../../src/plugin/rpc/schema-messages";
import { Deployment } from "../support/deployment";
import { describeWithTerraform } from "../support/terraform";

interface Block {
  readonly attributes: Readonly<Record<string, ShownAttribute>>;
  readonly block_types?: Readonly<Record<string, NestedBlock>>;
}

interface NestedBlock {
  readonly nesting_mode: string;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly block: Block & { readonly description?: string };
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

  const typesIn = ({ attributes, blocks = {} }: Body): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, typeJson(type)])),
    ...Object.fromEntries(
      Object.entries(blocks).map(([type, block]) => {
        const { nesting, minItems, maxItems = 0, description } = block;
        // Terraform leaves out that there is at most one.
        const max = nesting === "single" ? 0 : maxItems;
        return [type, [nesting, minItems, max, description, typesIn(block)]];
      }),
    ),
  });
  const typesShown = ({ attributes, block_types: blocks = {} }: Block): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(attributes).map(([name, { type }]) => [name, type])),
    ...Object.fromEntries(
      Object.entries(blocks).map(([type, { nesting_mode: nesting, min_items: min = 0, max_items: max = 0, block }]) => [
        type,
        [nesting, min, max, block.description, typesShown(block)],
      ]),
    ),
  });

  test("has the attributes of the provider's definition", () => {
    expect(typesShown(shown.provider.block)).toEqual(typesIn(providerDefinition));
    expect(shown.provider.block.attributes["token"]).toMatchObject({ sensitive: true });
  });

  test.each<Definition>(Object.values(RESOURCES))(
    "has the attributes and blocks of the resource $type",
    (definition) => {
      expect(typesShown(shown.resource_schemas[definition.type]!.block)).toEqual(typesIn(definition));
    },
  );

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
    const silentIn = ({ attributes, block_types: nested = {} }: Block): readonly unknown[] => [
      ...Object.entries(attributes).filter(([, { description }]) => description === undefined || description === ""),
      ...Object.values(nested).flatMap(({ block }) => silentIn(block)),
    ];
    expect(blocks.flatMap(({ block }) => silentIn(block))).toEqual([]);
  });
});
