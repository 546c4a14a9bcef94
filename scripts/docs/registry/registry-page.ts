import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DATA_SOURCES, LIST_RESOURCES, RESOURCES, type Definition, type providerDefinition } from "../../../src/model";
import { DATA_SOURCE_NOTES, IMPORT_IDS, LIST_RESOURCE_NOTES, PROVIDER_NOTES, RESOURCE_NOTES } from "./notes";
import { schemaSection } from "./schema-section";

/*
 * Pages in the layout of the Terraform registry, with examples from the folders where its tools expect them:
 * https://developer.hashicorp.com/terraform/registry/providers/docs
 */

const EXAMPLES = resolve(__dirname, "../../../examples");

export type ResourceType = keyof typeof RESOURCES;
export type DataSourceType = keyof typeof DATA_SOURCES;
export type ListResourceType = keyof typeof LIST_RESOURCES;

/** The page of the provider. */
export function providerPage(definition: typeof providerDefinition): string {
  return page(definition, `Provider: ${definition.type}`, `${definition.type} provider`, [
    example("provider/provider.tf"),
    PROVIDER_NOTES,
    schemaSection(definition),
  ]);
}

/** The page of a resource. */
export function resourcePage(type: ResourceType): string {
  const definition = RESOURCES[type];
  return page(definition, `${type} Resource - tfprojects`, `${type} (Resource)`, [
    inTypeScript(pascalCase(type)),
    example(`resources/${type}/resource.tf`),
    RESOURCE_NOTES[type],
    schemaSection(definition),
    importSection(type),
  ]);
}

/** The page of a data source. */
export function dataSourcePage(type: DataSourceType): string {
  const definition = DATA_SOURCES[type];
  return page(definition, `${type} Data Source - tfprojects`, `${type} (Data Source)`, [
    inTypeScript(`Data${pascalCase(type)}`),
    example(`data-sources/${type}/data-source.tf`),
    DATA_SOURCE_NOTES[type],
    schemaSection(definition),
  ]);
}

/** The page of a list resource, whose arguments are in the block `config`. */
export function listResourcePage(type: ListResourceType): string {
  const definition = LIST_RESOURCES[type];
  return page(definition, `${type} List Resource - tfprojects`, `${type} (List Resource)`, [
    example(`list-resources/${type}/list-resource.tfquery.hcl`),
    LIST_RESOURCE_NOTES[type],
    schemaSection(definition).replace("## Schema", `## Schema\n\n${IN_CONFIG}`),
  ]);
}

const IN_CONFIG =
  "Arguments of the `config` block. `provider`, `limit`, `include_resource` and other arguments of the `list` block " +
  "are [Terraform's own](https://developer.hashicorp.com/terraform/language/block/tfquery/list).";

function page({ description }: Definition, title: string, heading: string, sections: readonly string[]): string {
  return [
    ["---", `page_title: "${title}"`, 'subcategory: ""', "description: |-", ...indented(description), "---"].join("\n"),
    `# ${heading}`,
    description,
    ...sections.filter((section) => section !== ""),
  ].join("\n\n");
}

/** Lines of a YAML block. Lines of Markdown are wrapped later. */
function indented(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 110) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function inTypeScript(name: string): string {
  return `In TypeScript, it is the construct \`${name}\`, whose properties have the same names in camel case.`;
}

/** `tfprojects_workspace_membership` → `WorkspaceMembership`. */
function pascalCase(type: string): string {
  return type.replace(/^[a-z]+/, "").replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function example(path: string): string {
  return `## Example Usage\n\n${code("terraform", path)}`;
}

function code(language: string, path: string): string {
  return `\`\`\`${language}\n${readFileSync(join(EXAMPLES, path), "utf8").trimEnd()}\n\`\`\``;
}

/** The ways to import a resource that have an example, newest first. */
const IMPORTS: readonly (readonly [file: string, language: string, introduction: string])[] = [
  [
    "import-by-identity.tf",
    "terraform",
    "In Terraform 1.12 and later, and OpenTofu 1.12 and later, use an `import` block with the identity:",
  ],
  ["import-by-string.tf", "terraform", "In Terraform 1.5 and later, and OpenTofu, use an `import` block with the ID:"],
  ["import.sh", "shell", "Or use the command:"],
];

function importSection(type: ResourceType): string {
  const meaning = IMPORT_IDS[type];
  if (meaning === undefined) return "";
  const ways = IMPORTS.map(([file, ...rest]) => [`resources/${type}/${file}`, ...rest] as const)
    .filter(([path]) => existsSync(join(EXAMPLES, path)))
    .map(([path, language, introduction]) => `${introduction}\n\n${code(language, path)}`);
  return ["## Import", meaning, ...ways].join("\n\n");
}
