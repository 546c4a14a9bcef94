import { readFileSync } from "node:fs";

/** A provider that a synthesized stack requires. */
export interface RequiredProvider {
  /** Local name in the stack, such as `null`. */
  readonly name: string;
  /** Full address, such as `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  /** Version constraints; empty for any version. */
  readonly constraints: string;
}

/**
 * Reads the required providers of a synthesized stack.
 *
 * @param output - Path of the stack, in JSON or (`cdktf synth --hcl`) in HCL.
 * @param metadata - Path of the JSON that cdktf writes for a stack in HCL.
 */
export function readRequiredProviders(output: string, metadata: string): readonly RequiredProvider[] {
  // The manifest does not say which of the two languages the stack is in.
  const text = readFileSync(output, "utf8");
  const configuration: unknown = JSON.parse(text.startsWith("{") ? text : readFileSync(metadata, "utf8"));
  const required = member(member(configuration, "terraform"), "required_providers");
  if (typeof required !== "object" || required === null) return [];
  return Object.keys(required).map((name) => {
    const provider = member(required, name);
    return {
      name,
      address: fullAddress(textOf(member(provider, "source")) || name),
      constraints: textOf(member(provider, "version")),
    };
  });
}

/** Adds the public registry and its default namespace, which Terraform and cdktf omit. */
function fullAddress(source: string): string {
  const parts = source.split("/");
  return ["registry.terraform.io", "hashicorp"]
    .slice(0, 3 - parts.length)
    .concat(parts)
    .join("/");
}

/** A member of a value that may be no object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
