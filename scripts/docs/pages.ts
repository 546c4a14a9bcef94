import { DATA_SOURCES, providerDefinition, RESOURCES } from "../../src/model";
import type { Page } from "./page";
import { dataSourcePage, providerPage, resourcePage } from "./registry/registry-page";

/** Every document that `npm run docs` writes as a whole: the reference of the provider, as its registry shows it. */
export const PAGES: readonly Page[] = [
  { path: "index.md", markdown: () => providerPage(providerDefinition) },
  ...Object.values(RESOURCES).map((definition) => ({
    path: `resources/${fileName(definition.type)}`,
    markdown: () => resourcePage(definition),
  })),
  ...Object.values(DATA_SOURCES).map((definition) => ({
    path: `data-sources/${fileName(definition.type)}`,
    markdown: () => dataSourcePage(definition),
  })),
];

/** Registries expect the type without the name of the provider. */
function fileName(type: string): string {
  return `${type.replace(`${providerDefinition.type}_`, "")}.md`;
}
