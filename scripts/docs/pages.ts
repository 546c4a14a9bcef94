import { DATA_SOURCES, LIST_RESOURCES, providerDefinition, RESOURCES } from "../../src/model";
import type { Page } from "./page";
import {
  dataSourcePage,
  listResourcePage,
  providerPage,
  resourcePage,
  type DataSourceType,
  type ListResourceType,
  type ResourceType,
} from "./registry/registry-page";

/** Every document that `npm run docs` writes as a whole: the reference of the provider, as its registry shows it. */
export const PAGES: readonly Page[] = [
  { path: "index.md", markdown: () => providerPage(providerDefinition) },
  ...keysOf<ResourceType>(RESOURCES).map((type) => ({
    path: `resources/${fileName(type)}`,
    markdown: () => resourcePage(type),
  })),
  ...keysOf<DataSourceType>(DATA_SOURCES).map((type) => ({
    path: `data-sources/${fileName(type)}`,
    markdown: () => dataSourcePage(type),
  })),
  ...keysOf<ListResourceType>(LIST_RESOURCES).map((type) => ({
    path: `list-resources/${fileName(type)}`,
    markdown: () => listResourcePage(type),
  })),
];

function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  // The object is a literal with only these members.
  return Object.keys(object) as Key[];
}

/** Registries expect the type without the name of the provider. */
function fileName(type: string): string {
  return `${type.replace(`${providerDefinition.type}_`, "")}.md`;
}
