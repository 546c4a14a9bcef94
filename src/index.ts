export * from "./constructs";
