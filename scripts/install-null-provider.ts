import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleExecutable } from "./bundle";

const VERSION = "3.2.4";

/**
 * Puts a stand-in for hashicorp/null, the provider behind `RunTaskGate`, where `terraform init` finds it without a
 * network. It is the example of this repository's plugin SDK; with a network, Terraform downloads the real one.
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
