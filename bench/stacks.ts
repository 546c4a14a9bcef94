import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { measured, medianOf, type Figure } from "./measured";

const ROOT = resolve(__dirname, "..");
const PAIRS = 1_000;
const STACKS = 10;
const ROUNDS = 5;

/** Synth of as many projects and memberships in several stacks as in one: together, or each pair across two stacks. */
export async function stacks(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-stacks-"));
  try {
    const app = join(folder, "app.cjs");
    writeFileSync(app, APP);
    const secondsOf = async (count: number, across: boolean): Promise<number> => {
      const env = { OUTDIR: join(folder, `${count}-${across}`), STACKS: String(count), ACROSS: across ? "yes" : "" };
      return (await medianOf(ROUNDS, 0, () => measured([app], env))).cpuSeconds;
    };
    const one = await secondsOf(1, false);
    const size = `${PAIRS.toLocaleString("en-US")} projects and memberships`;
    const figure = (measure: string, value: number): Figure => {
      return { measure, size, value, unit: "CPU s", baseline: { what: "synth, one stack", value: one } };
    };
    return [
      figure(`synth, ${STACKS} stacks`, await secondsOf(STACKS, false)),
      figure(`synth, ${STACKS} stacks, pairs across stacks`, await secondsOf(STACKS, true)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const APP = `
const { App, TerraformStack } = require(${JSON.stringify(join(ROOT, "node_modules/cdktf"))});
const { Project, TfprojectsProvider, WorkspaceMembership } = require(${JSON.stringify(ROOT)});
const { OUTDIR, STACKS, ACROSS } = process.env;
const app = new App({ outdir: OUTDIR });
const stacks = Array.from({ length: Number(STACKS) }, (_, index) => {
  const stack = new TerraformStack(app, "stack" + index);
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return stack;
});
for (let index = 0; index < ${PAIRS}; index += 1) {
  const at = index % stacks.length;
  const project = new Project(stacks[at], "p" + index, { name: "Team " + index });
  const stack = stacks[ACROSS ? Math.min(at + 1, stacks.length - 1) : at];
  const workspaceNames = ["workspace-" + index];
  new WorkspaceMembership(stack, "m" + index, { projectId: project.id, workspaceNames, exclusive: true });
}
app.synth();
`;
