import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Argument, Command } from "commander";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../constructs/base/provider-source";
import {
  archiveOf,
  platformsOf,
  readProviderPackage,
  writeProviderPackage,
} from "../../constructs/provider-bundle/provider-package";
import { VERSION } from "../../version";
import { CliError, messageOf } from "../errors";
import { printResult } from "../terminal";

/** The build puts it beside the command line. */
const EXECUTABLE = join(__dirname, "terraform-provider-tfprojects");

const HELP = `
For configurations in HCL, or in JSON from elsewhere. An app of cdktf does not need it: with every synth the
provider is put beside the stack.

Terraform looks into the user's folder (~/.terraform.d/plugins) and into terraform.d/plugins beside the
configuration, unless its CLI configuration has a block provider_installation: add the folder to that as a
filesystem_mirror then. node must be on the PATH where Terraform runs.

Exit status: 0 when it is installed; 1 when it is not; 3 when it is, and stdout could not be written.

Examples:
  For all configurations of this user:
    $ tfprojects provider install
  For the one in this folder:
    $ tfprojects provider install --folder .
`;

/** `tfprojects provider install`: puts the provider where plain Terraform finds it (DESIGN section 4). */
export function providerCommand(): Command {
  return new Command("provider")
    .description("Install the Terraform provider for use without cdktf.")
    .addArgument(new Argument("<action>", "what to do").choices(["install"]))
    .option("--folder <folder>", "only for the Terraform configuration in this folder (default: for all of this user)")
    .addHelpText("after", HELP)
    .action(async (_action: "install", { folder }: { readonly folder?: string }) => {
      const plugins =
        folder === undefined
          ? join(homedir(), ".terraform.d/plugins")
          : join(existingFolder(folder), "terraform.d/plugins");
      install(plugins);
      await printResult(
        [
          `The provider ${VERSION} is in ${plugins}. A configuration that uses it says:`,
          "",
          "  terraform {",
          "    required_providers {",
          `      ${PROVIDER_TYPE} = {`,
          `        source  = "${PROVIDER_SOURCE}"`,
          `        version = "${VERSION}"`,
          "      }",
          "    }",
          "  }",
          "",
          "Next: terraform init. The organization, the address and the token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.",
        ].join("\n"),
      );
    });
}

/** @throws Problem when there is no such folder: one that is mistyped is not made. */
function existingFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new CliError(
    `There is no folder ${folder}.`,
    "Give the one of a Terraform configuration, or leave --folder out to install for all.",
  );
}

/** @throws Problem when it cannot be written. */
function install(plugins: string): void {
  if (process.platform === "win32")
    throw new CliError("Terraform on Windows cannot launch the provider yet.", "Use it under WSL.");
  try {
    const archive = archiveOf(readProviderPackage(EXECUTABLE));
    for (const platform of platformsOf(process.platform)) writeProviderPackage(plugins, platform, archive);
  } catch (error) {
    throw new CliError(
      `The provider cannot be installed: ${messageOf(error)}`,
      "Choose another place with --folder, or install the package again.",
      { cause: error },
    );
  }
}
