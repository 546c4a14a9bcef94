/*
 * How schemas of resources and data sources are written down, with the TypeScript types of what they describe. The model's definitions and the
 * plugin SDK share it.
 */
export * from "./camel-case";
export * from "./schema";
export * from "./unknown";
export * from "./value-type";
