import type { Block, Configuration, Expression } from "../in-process-terraform";
import { Reference } from "../in-process-terraform/configuration";

/** The blocks of a configuration as Terraform JSON. */
export function terraformJson({ resources }: Pick<Configuration, "resources">): Record<string, object> {
  const blocks: Record<"resource" | "data", Record<string, object>> = { resource: {}, data: {} };
  for (const [address, block] of Object.entries(resources)) {
    const types = blocks[address.startsWith("data.") ? "data" : "resource"];
    const [type, name] = address.replace("data.", "").split(".");
    types[type!] = { ...types[type!], [name!]: hcl(block) };
  }
  return Object.fromEntries(Object.entries(blocks).filter(([, types]) => Object.keys(types).length > 0));
}

/** As Terraform writes references in JSON. */
function hcl(expression: Expression): unknown {
  if (expression instanceof Reference) return `\${${[expression.address, ...expression.path].join(".")}}`;
  if (Array.isArray(expression)) return expression.map(hcl);
  if (typeof expression !== "object" || expression === null) return expression;
  return Object.fromEntries(Object.entries(expression as Block).map(([name, part]) => [name, hcl(part)]));
}
