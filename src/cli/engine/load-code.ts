import { resolve } from "node:path";
import { ConfigurationError, formatList, groupBy, readConfiguration, type Configuration } from "../../reconcile";
import { readCdktfConfiguration, synthesize } from "../code/synthesize";
import { findTerraformJson, isFile } from "../code/terraform-json";
import { withStates } from "../code/terraform-state";
import { CliError } from "../errors";
import { sanitize } from "../render/sanitize";
import { printErr } from "../terminal";
import { isSavedPlan } from "./saved-plan";

/**
 * Reads the code at a path: synthesizes it first if it is a cdktf app, then reads its Terraform JSON and Terraform
 * states. Prints warnings to stderr.
 *
 * @throws CliError when it cannot be read.
 */
export async function loadCode(
  path: string,
  options: { readonly synth: boolean; readonly prune?: boolean; readonly state?: readonly string[] },
): Promise<Configuration> {
  if (isFile(path) && isSavedPlan(path)) {
    throw new CliError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`, {
      code: "USAGE",
    });
  }
  const cdktf = readCdktfConfiguration(resolve(path));
  if (cdktf !== undefined && options.synth) await synthesize(resolve(path), cdktf);
  const { modules, skipped } = findTerraformJson(
    cdktf?.outputFolder ?? path,
    cdktf === undefined ? undefined : resolve(path),
  );
  const code = readModules(withStates(modules, options.state));
  const unread = [...skipped, ...code.unreadModules];
  if (unread.length > 0 && options.prune === true) {
    throw new CliError(
      `--prune would delete the projects of code that tfprojects cannot read: ${formatList(unread)}.`,
      "Remove --prune, or deploy this code with Terraform.",
      { code: "UNREADABLE_CODE" },
    );
  }
  const warnings = unread.map((what) => `${what} cannot be read; its projects count as unmanaged.`);
  for (const warning of [...warnings, ...code.notices]) printErr(sanitize(`Warning: ${warning}`));
  if (code.organizations.length > 0) return code;
  throw new CliError(
    `The code in ${path} has no projects and no memberships.`,
    "Use the folder of a cdktf app with tfprojects. To generate one for an organization, run `tfprojects import`.",
    { code: "NO_CODE" },
  );
}

function readModules(modules: Parameters<typeof readConfiguration>[0]): Configuration {
  try {
    const organization = process.env["TFE_ORGANIZATION"];
    // An empty variable counts as unset.
    return readConfiguration(modules, organization === "" ? undefined : organization);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // The same problem of many resources is one.
    const byMessage = groupBy(error.problems, ({ message }) => message);
    const lines = [...byMessage].map(
      ([message, problems]) => `${formatList(problems.map(({ where }) => where))}:\n  ${message}`,
    );
    throw new CliError(
      ["Invalid configuration:", ...lines].join("\n"),
      "Correct the code. If only Terraform can evaluate it, deploy it with Terraform.",
      {
        code: "INVALID_CONFIGURATION",
        summary: "Invalid configuration.",
        problems: error.problems.map(({ where, message }) => ({ address: where, message })),
        cause: error,
      },
    );
  }
}
