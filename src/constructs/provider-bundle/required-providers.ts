import { readFileSync } from "node:fs";
import { asObject, getString, type JsonObject } from "../../json";

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
  // The manifest does not say whether the stack is JSON or HCL.
  const text = readFileSync(output, "utf8");
  const { terraform } = asObject(JSON.parse(text.startsWith("{") ? text : readFileSync(metadata, "utf8")));
  return Object.entries(asObject(asObject(terraform)["required_providers"])).map(([name, value]) => {
    const provider = asObject(value);
    return {
      name,
      address: fullAddress(getString(provider, "source") ?? name),
      constraints: getString(provider, "version") ?? "",
    };
  });
}

/** Whether a stack has a backend that runs Terraform. Reads the JSON, because an app can have two copies of a class. */
export function runsRemotely(stack: JsonObject): boolean {
  const { cloud, backend } = asObject(stack["terraform"]);
  return cloud !== undefined || asObject(backend)["remote"] !== undefined;
}

/** Adds the public registry and its default namespace, which Terraform and cdktf omit. */
function fullAddress(source: string): string {
  const parts = source.split("/");
  return ["registry.terraform.io", "hashicorp"]
    .slice(0, 3 - parts.length)
    .concat(parts)
    .join("/");
}
