import { Argument, Option } from "commander";
import { ActionCommand } from "../action-command";
import { PROVIDER_TYPE } from "../../model/provider-address";
import { PROVIDER_PLATFORMS, type ProviderPlatform } from "../../constructs/provider-bundle/platform";
import { CDK_APP_EXPLAINED } from "../../model";
import { VERSION } from "../../version";
import { kindAt } from "../../terraform/code-path";
import { UserError } from "../../user-error";
import { cdkCommand } from "../../terraform/installed-packages";
import { mirrorForUser, mirrorOf, problemOfMirror } from "../../terraform/provider-mirrors";
import { appResult, readApp, writeApp } from "../../provider-install/app";
import { installIntoStacks, locateStacks } from "../../provider-install/stacks";
import { sanitize } from "../../sanitize";
import { requiredProviders } from "../../terraform/required-providers";
import { installProvider, selectProvider } from "../install-provider";
import { printErr, printResult } from "../output";

const HELP = `
For configurations in HCL, or in JSON that no CDK app wrote, and for CDK apps in
Python, Go, Java or C#. Apps in TypeScript do not need this command: every synth
puts the provider next to the stack.

The provider is installed into ~/.terraform.d/plugins if ~/.terraform.d exists,
otherwise into $XDG_DATA_HOME/terraform/plugins (default: ~/.local/share/
terraform/plugins; on macOS ~/Library/Application Support/io.terraform/plugins;
on Windows %APPDATA%\\terraform.d\\plugins), or with --folder into
terraform.d/plugins of that folder. If the Terraform CLI configuration has a
provider_installation block, Terraform searches none of these folders. Then the
provider goes into its filesystem_mirror, with a warning if there is none.

Terraform needs node on the PATH to run the provider, except on platforms whose
executable is installed: an npm package, such as @tfprojects/provider-linux-x64,
or an archive in the folder of this program if it is an executable itself.

--app also completes the cdktf.json of an app: terraformProviders, from which
cdktn get or cdktf get generates bindings, and the command of the app, which
then ends in this command with --stacks. --stacks installs the provider into
each stack that was synthesized, and writes its lock entry there. Without it,
the first deployment fails ("Could not retrieve providers for locking").

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
  For the app in this folder, and on each machine before cdktn get:
    $ tfprojects provider install --app . && cdktn get

For apps in other languages, see docs/constructs.md in the package.
`;

interface Options {
  readonly folder?: string;
  readonly app?: string;
  readonly stacks?: true;
  readonly platform?: readonly ProviderPlatform[];
}

/**
 * `tfprojects provider install` installs the provider into a folder that Terraform and OpenTofu search.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 */
export function providerCommand(): ActionCommand {
  return new ActionCommand("provider")
    .addArgument(new Argument("<action>", "action").choices(["install"]))
    .option("--folder <folder>", "install only for the configuration in this folder")
    .addOption(
      new Option("--app <folder>", `install for the ${CDK_APP_EXPLAINED} in this folder, too`).conflicts("folder"),
    )
    .addOption(
      new Option("--stacks", "install only into the synthesized stacks of the app in this folder").conflicts([
        "folder",
        "app",
      ]),
    )
    .addOption(
      new Option(
        "--platform <platform...>",
        "also install the executable for these platforms, such as linux_amd64",
      ).choices(PROVIDER_PLATFORMS),
    )
    .addHelpText("after", HELP)
    .run(async (_action: "install", { folder, app, stacks, platform = [] }: Options) => {
      if (stacks === true) {
        const { warnings, result } = installIntoStacks(locateStacks("."), (alsoLinux) =>
          selectProvider(platform, alsoLinux),
        );
        if (warnings.length > 0) printErr(...warnings.map((warning) => `Warning: ${warning}`));
        await printResult(result);
        return;
      }
      const completed = app === undefined ? undefined : readApp(app);
      const plugins = folder === undefined ? mirrorForUser(process.env) : mirrorOf(existingFolder(folder));
      installProvider(plugins, platform);
      const problem = problemOfMirror(plugins, process.env);
      if (problem !== undefined) printErr(sanitize(`Warning: ${problem}`));
      const installed = `Installed provider ${PROVIDER_TYPE} ${VERSION} into ${plugins}`;
      if (completed !== undefined) await writeApp(completed);
      await printResult(
        completed === undefined
          ? `${installed}. ${howToRequire()}`
          : `${installed}, where ${cdkCommand(completed.framework, "get")} finds it.\n${appResult(completed)}`,
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

/** @throws UserError when the folder does not exist: a mistyped one must not be created. */
function existingFolder(folder: string): string {
  if (kindAt(folder) === "folder") return folder;
  throw new UserError(
    `Folder ${folder} does not exist.`,
    "Use the folder of a configuration, or omit --folder to install for all of them.",
  );
}
