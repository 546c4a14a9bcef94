import { readFileSync } from "node:fs";

/** A provider that a synthesized stack requires. */
export interface RequiredProvider {
  /** Its name in the stack, such as `null`. */
  readonly name: string;
  /** Its full address, such as `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  /** The versions it may have, as Terraform writes them; empty for any. */
  readonly constraints: string;
}

/**
 * Reads which providers a stack requires from what synthesizing it wrote.
 *
 * @param output the stack itself, in JSON or (`cdktf synth --hcl`) in HCL
 * @param metadata what cdktf writes beside a stack in HCL, in JSON
 */
export function readRequiredProviders(output: string, metadata: string): readonly RequiredProvider[] {
  // The manifest does not tell in which of the two languages cdktf wrote it.
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

/** Terraform and cdktf leave out the public registry and its first namespace. */
function fullAddress(source: string): string {
  const parts = source.split("/");
  return ["registry.terraform.io", "hashicorp"]
    .slice(0, 3 - parts.length)
    .concat(parts)
    .join("/");
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
