/*
 * Schemas of resources and data sources, with the TypeScript types of the values they describe. Shared by the model's
 * definitions and the plugin SDK.
 */
export * from "./attribute";
export * from "./block";
export * from "./code-names";
export * from "./equality";
export * from "./path";
export * from "./schema";
export * from "./unknown";
export * from "./value-type";
