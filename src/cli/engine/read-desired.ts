import { resolve } from "node:path";
import { listed, readCode, UnreadableCodeError, type Code } from "../../reconcile";
import { readCdktfConfiguration, synthesize } from "../code/synthesize";
import { findTerraformJson, isFile } from "../code/terraform-json";
import { Problem } from "../problem";
import { isSavedPlan } from "./saved-plan";
import { harmless } from "../render/harmless";
import { tell } from "../terminal";

/**
 * Reads what the code in a folder says, after synthesizing it where it is a cdktf app. Tells notices on stderr.
 *
 * @throws Problem when it cannot be read.
 */
export async function readDesired(
  place: string,
  options: { readonly synth: boolean; readonly prune?: boolean },
): Promise<Code> {
  if (isFile(place) && isSavedPlan(place))
    throw new Problem(`${place} is a saved plan, and no code.`, `Apply it with tfprojects apply ${place}.`);
  const configuration = readCdktfConfiguration(resolve(place));
  if (configuration !== undefined && options.synth) await synthesize(resolve(place), configuration);
  const found = findTerraformJson(
    configuration?.outputFolder ?? place,
    configuration === undefined ? undefined : resolve(place),
  );
  const code = read(found.modules);
  const unread = [...found.unread, ...code.unread];
  if (unread.length > 0 && options.prune === true) {
    throw new Problem(
      `--prune takes the code for the whole truth, and of this code not all is read: ${listed(unread)}. Projects in it would be deleted.`,
      "Leave --prune out, or deploy this code with Terraform.",
    );
  }
  const notices = unread.map((what) => `${what} is not read: projects in it are unknown here.`);
  for (const notice of [...notices, ...code.notices]) tell(harmless(`Note: ${notice}`));
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
