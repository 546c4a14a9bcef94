import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Argument, Command, Option } from "commander";
import { PROVIDER_TYPE } from "../../constructs/base/provider-source";
import {
  archiveOf,
  canRunProvider,
  platformsOf,
  readProviderPackage,
  writeProviderPackage,
} from "../../constructs/provider-bundle/provider-package";
import { VERSION } from "../../version";
import { CliError, messageOf } from "../errors";
import { userPluginsFolder } from "../plugins-folder";
import { appResult, readApp, writeApp } from "../provider-install/app";
import { installIntoStacks, locateStacks } from "../provider-install/stacks";
import { requiredProviders } from "../required-providers";
import { printErr, printResult } from "../terminal";

/** The build puts the executable beside the command line. */
const EXECUTABLE = join(__dirname, "terraform-provider-tfprojects");

const HELP = `
For configurations in HCL, or in JSON that cdktf did not write, and for apps of
cdktf and cdktn in Python, Go, Java or C#. An app in TypeScript does not need
it: every synth puts the provider beside the stack.

The provider is installed into ~/.terraform.d/plugins if ~/.terraform.d exists,
otherwise into $XDG_DATA_HOME/terraform/plugins (default: ~/.local/share/
terraform/plugins; on macOS ~/Library/Application Support/io.terraform/plugins),
or with --folder into terraform.d/plugins of that folder. Terraform and OpenTofu
search them all, unless their CLI configuration has a provider_installation
block: add the folder there as a filesystem_mirror. They need node on the PATH
to run the provider.

--app also completes the cdktf.json of an app: terraformProviders, from which
cdktf get generates bindings, and the command of the app, which then ends in
this command with --stacks. --stacks installs the provider into each stack that
was synthesized, and writes its lock entry there. Without it, the first
deployment fails ("Could not retrieve providers for locking").

Exit status:
  0  the provider was installed
  1  error, nothing was installed
  3  the provider was installed, but cdktf.json or the result could not be
     written

Examples:
  For all configurations of this user:
    $ tfprojects provider install
  For the configuration in this folder:
    $ tfprojects provider install --folder .
  For the app in this folder, and on each machine before cdktf get:
    $ tfprojects provider install --app . && cdktf get

For apps in other languages, see docs/languages.md in the package.
`;

interface Options {
  readonly folder?: string;
  readonly app?: string;
  readonly stacks?: true;
}

/**
 * `tfprojects provider install` installs the provider into a folder that Terraform and OpenTofu search.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 */
export function providerCommand(): Command {
  return new Command("provider")
    .addArgument(new Argument("<action>", "action").choices(["install"]))
    .option("--folder <folder>", "install only for the configuration in this folder")
    .addOption(new Option("--app <folder>", "install for the cdktf app in this folder, too").conflicts("folder"))
    .addOption(
      new Option("--stacks", "install only into the synthesized stacks of the app in this folder").conflicts([
        "folder",
        "app",
      ]),
    )
    .addHelpText("after", HELP)
    .action(async (_action: "install", { folder, app, stacks }: Options) => {
      if (stacks === true) {
        const { warnings, result } = installIntoStacks(locateStacks("."), EXECUTABLE);
        if (warnings.length > 0) printErr(...warnings.map((warning) => `Warning: ${warning}`));
        await printResult(result);
        return;
      }
      const completed = app === undefined ? undefined : readApp(app);
      const plugins =
        folder === undefined
          ? userPluginsFolder(homedir(), process.env, process.platform)
          : join(existingFolder(folder), "terraform.d/plugins");
      install(plugins);
      const installed = `Installed provider ${PROVIDER_TYPE} ${VERSION} into ${plugins}`;
      if (completed !== undefined) writeApp(completed);
      await printResult(
        completed === undefined
          ? `${installed}. ${howToRequire()}`
          : `${installed}, where cdktf get finds it.\n${appResult(completed)}`,
      );
    });
}

function howToRequire(): string {
  return [
    "To use it, add to your configuration:",
    "",
    "  terraform {",
    ...requiredProviders().map((line) => `    ${line}`),
    "  }",
    "",
    "Then set TFE_ORGANIZATION and TFE_TOKEN (and TFE_ADDRESS for Terraform Enterprise), and run: terraform init",
    "(with OpenTofu: tofu init)",
  ].join("\n");
}

/** @throws CliError when the folder does not exist: a mistyped one must not be created. */
function existingFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new CliError(
    `Folder ${folder} does not exist.`,
    "Use the folder of a configuration, or omit --folder to install for all of them.",
  );
}

/** @throws CliError when it cannot be written. */
function install(plugins: string): void {
  if (!canRunProvider(process.platform)) {
    throw new CliError("The provider does not run on Windows yet.", "Use WSL.");
  }
  try {
    const archive = archiveOf(readProviderPackage(EXECUTABLE));
    for (const platform of platformsOf(process.platform)) writeProviderPackage(plugins, platform, archive);
  } catch (error) {
    throw new CliError(
      `Cannot install the provider: ${messageOf(error)}`,
      "Use another folder with --folder, or reinstall the package.",
      { cause: error },
    );
  }
}
