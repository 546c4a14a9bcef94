import { resolve } from "node:path";
import { readCode, UnreadableCodeError, type Code } from "../../reconcile";
import { readCdktfConfiguration, synthesize } from "../code/synthesize";
import { findTerraformJson } from "../code/terraform-json";
import { Problem } from "../problem";
import { tell } from "../terminal";

/**
 * Reads what the code in a folder says, after synthesizing it where it is a cdktf app. Tells notices on stderr.
 *
 * @throws Problem when it cannot be read.
 */
export async function readDesired(place: string, options: { readonly synth: boolean }): Promise<Code> {
  const configuration = readCdktfConfiguration(resolve(place));
  if (configuration !== undefined && options.synth) await synthesize(resolve(place), configuration);
  const found = findTerraformJson(configuration?.outputFolder ?? place);
  const code = read(found.modules);
  const notices = [...found.notices, ...code.notices];
  if (notices.length > 0) tell(...notices.map((notice) => `Note: ${notice}`));
  if (code.organizations.length > 0) return code;
  throw new Problem(
    `The code in ${place} has neither projects nor memberships.`,
    "Give the folder of a cdktf app that uses tfprojects. tfprojects import writes one for an organization as it is.",
  );
}

function read(modules: Parameters<typeof readCode>[0]): Code {
  try {
    const organization = process.env["TFE_ORGANIZATION"];
    // Set to nothing is as good as not set.
    return readCode(modules, organization === "" ? undefined : organization);
  } catch (error) {
    if (!(error instanceof UnreadableCodeError)) throw error;
    const what = error.problems.map(({ where, message }) => `${where}:\n  ${message}`);
    throw new Problem(["The code has values that cannot be read:", ...what].join("\n"), "Nothing was planned.", {
      cause: error,
    });
  }
}
