import { resolve } from "node:path";
import { formatList, readConfiguration, ConfigurationError, type Configuration } from "../../reconcile";
import { readCdktfConfiguration, synthesize } from "../code/synthesize";
import { findTerraformJson, isFile } from "../code/terraform-json";
import { CliError } from "../errors";
import { isSavedPlan } from "./saved-plan";
import { sanitize } from "../render/sanitize";
import { printErr } from "../terminal";

/**
 * Reads what the code in a folder says, after synthesizing it where it is a cdktf app. Tells notices on stderr.
 *
 * @throws Problem when it cannot be read.
 */
export async function loadCode(
  path: string,
  options: { readonly synth: boolean; readonly prune?: boolean },
): Promise<Configuration> {
  if (isFile(path) && isSavedPlan(path))
    throw new CliError(`${path} is a saved plan, and no code.`, `Apply it with tfprojects apply ${path}.`);
  const configuration = readCdktfConfiguration(resolve(path));
  if (configuration !== undefined && options.synth) await synthesize(resolve(path), configuration);
  const terraform = findTerraformJson(
    configuration?.outputFolder ?? path,
    configuration === undefined ? undefined : resolve(path),
  );
  const code = readModules(terraform.modules);
  const skipped = [...terraform.skipped, ...code.unreadModules];
  if (skipped.length > 0 && options.prune === true) {
    throw new CliError(
      `--prune takes the code for the whole truth, and of this code not all is read: ${formatList(skipped)}. Projects in it would be deleted.`,
      "Leave --prune out, or deploy this code with Terraform.",
    );
  }
  const notices = skipped.map((what) => `${what} is not read: projects in it are unknown here.`);
  for (const notice of [...notices, ...code.notices]) printErr(sanitize(`Note: ${notice}`));
  if (code.organizations.length > 0) return code;
  throw new CliError(
    `The code in ${path} has neither projects nor memberships.`,
    "Give the folder of a cdktf app that uses tfprojects. tfprojects import writes one for an organization as it is.",
  );
}

function readModules(modules: Parameters<typeof readConfiguration>[0]): Configuration {
  try {
    const organization = process.env["TFE_ORGANIZATION"];
    // Set to nothing is as good as not set.
    return readConfiguration(modules, organization === "" ? undefined : organization);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const what = error.problems.map(({ where, message }) => `${where}:\n  ${message}`);
    throw new CliError(["The code has values that cannot be read:", ...what].join("\n"), "Nothing was planned.", {
      cause: error,
    });
  }
}
