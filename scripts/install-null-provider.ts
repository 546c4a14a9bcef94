import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleExecutable } from "./bundle";

const VERSION = "3.2.4";

/**
 * Installs a replacement of hashicorp/null, which `RunTaskGate` needs, in the plugin folder of a stack, so that
 * `terraform init` needs no network. It is the example provider on the plugin SDK of this repository.
 */
export function installNullProvider(stackFolder: string): void {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const executable = join(
    stackFolder,
    `terraform.d/plugins/registry.terraform.io/hashicorp/null/${VERSION}/${system}_${architecture}`,
    `terraform-provider-null_v${VERSION}`,
  );
  mkdirSync(dirname(executable), { recursive: true });
  bundleExecutable("examples/null-provider/main.ts", executable);
}
