import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inDemoOrganization, environmentOf } from "../demo/organization";
import { linesMatching } from "../demo/command-output";
import { changeOutOfBand } from "../demo/out-of-band";
import { Tools } from "../demo/tools";

/** The excerpt of the demo for README: changes by hand, and the drift that they cause. Needs the built package. */
export function demoSample(): Promise<string> {
  return inDemoOrganization(async (emulator, folder) => {
    const tools = new Tools(undefined, environmentOf(emulator));
    const app = tools.copyExample("teams", folder);
    await tools.tfprojectsQuietly(app, ["apply", "--max-moves", "all", "--auto-approve"]);
    const changes = changeOutOfBand(emulator, { description: "changed by hand" });
    const { output } = await tools.tfprojectsQuietly(app, ["drift", "--no-synth"], [2]);
    const drift = linesMatching(output, /^[~→] |^ {4}\S|^Drift:/);
    return ["```console", ...changes, "", "$ tfprojects drift", ...drift, "```"].join("\n");
  });
}

/** The page of a plan that deploys the organization of the demo, as HTML. Needs the built package. */
export function demoPlanPage(): Promise<string> {
  return inDemoOrganization(async (emulator, folder) => {
    const tools = new Tools(undefined, environmentOf(emulator));
    const app = tools.copyExample("teams", folder);
    await tools.tfprojectsQuietly(app, ["plan", "--max-moves", "all", "--html", "plan.html"]);
    return readFileSync(join(app, "plan.html"), "utf8");
  });
}
