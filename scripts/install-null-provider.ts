import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundleExecutable } from "./bundle";

const VERSION = "3.2.4";

/** Where Terraform and OpenTofu look for a provider whose source names no registry. */
const REGISTRIES = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * Installs a replacement of hashicorp/null, which a gate that is a `null_resource` needs, in the plugin folder of a
 * stack, so that `terraform init` needs no network. It is the example provider on the plugin SDK of this repository.
 */
export function installNullProvider(stackFolder: string): void {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const [first = "", ...others] = REGISTRIES.map((registry) => {
    const folder = `terraform.d/plugins/${registry}/hashicorp/null/${VERSION}/${system}_${architecture}`;
    mkdirSync(join(stackFolder, folder), { recursive: true });
    return join(stackFolder, folder, `terraform-provider-null_v${VERSION}`);
  });
  bundleExecutable("examples/null-provider/main.ts", first);
  for (const other of others) copyFileSync(first, other);
}
