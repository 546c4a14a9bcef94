import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RunningEmulator } from "./emulator";
import { medianOf, measured, type Figure, type Usage } from "./measured";

const ROOT = resolve(__dirname, "..");
const CLI = join(ROOT, "dist/tfprojects.js");
const SIZES = [10, 100, 1_000, 10_000];
const ROUNDS = 3;
const SOURCE = "terraform.local/tfprojects/tfprojects";

/**
 * Drift, plan, plan with an HTML page, synth and import by the number of projects, each with ten workspaces (five of
 * fewer than 10,000 projects), beside a bare Node program that reads and parses the same pages.
 */
export async function scale(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await ofSize(size)));
  return figures;
}

async function ofSize(size: number): Promise<readonly Figure[]> {
  const each = size < 10_000 ? 5 : 10;
  const rounds = size < 10_000 ? ROUNDS : 1;
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-scale-"));
  const code = (name: string, verb: string, shift = 0): string => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "main.tf.json"), JSON.stringify(codeOf(size, each, verb, shift)));
    return join(folder, name);
  };
  const emulator = await RunningEmulator.start({ projects: size, each });
  const env = { TFE_ADDRESS: emulator.about.address, TFE_TOKEN: emulator.about.token, TFE_ORGANIZATION: "acme" };
  try {
    const [same, other, moved] = [code("same", "is for"), code("other", "runs"), code("moved", "is for", 1)];
    const page = join(folder, "plan.html");
    const synth = join(folder, "synth.cjs");
    writeFileSync(synth, synthSource(size, each));
    const reader = join(folder, "reader.cjs");
    writeFileSync(reader, READER);
    const run = (status: number, ...args: string[]): Promise<Usage> =>
      medianOf(rounds, status, () => measured([CLI, ...args], env, folder));
    const bare = await medianOf(ROUNDS, 0, () => measured([reader], env));
    const drift = await medianOf(ROUNDS, 0, () => measured([CLI, "drift", same], env, folder));
    const plan = await run(0, "plan", same);
    const moves = await run(0, "plan", moved, "--max-moves", "all");
    const html = await run(0, "plan", other, "--html", page);
    const imported = await run(0, "import", "--skip-durations", "--force", "--out", join(folder, "imported"));
    const built = await medianOf(rounds, 0, () => measured([synth], { OUTDIR: join(folder, "out") }));
    const title = `${size.toLocaleString("en-US")} projects, ${(size * each).toLocaleString("en-US")} workspaces`;
    const reading = { what: "bare Node, same pages", value: bare.cpuSeconds };
    const cpu = (measure: string, usage: Usage, baseline?: Figure["baseline"]): Figure => {
      return { measure, size: title, value: usage.cpuSeconds, unit: "CPU s", baseline };
    };
    return [
      cpu("engine drift, no difference", drift, reading),
      { measure: "engine drift, memory", size: title, value: drift.megabytes, unit: "MB" },
      cpu("engine plan, no difference", plan, reading),
      cpu("engine plan, all workspaces move", moves, reading),
      cpu("engine plan --html, all differ", html, reading),
      { measure: "engine plan --html, memory", size: title, value: html.megabytes, unit: "MB" },
      { measure: "size of the HTML page", size: title, value: statSync(page).size / 1e6, unit: "MB" },
      cpu("import --skip-durations", imported, reading),
      cpu("synth", built),
    ];
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param shift - By how many projects workspaces are to move. */
function codeOf(size: number, each: number, verb: string, shift: number): object {
  const labels = Array.from({ length: size }, (_, index) => [`p${index}`, index] as const);
  const names = (index: number): readonly string[] =>
    Array.from({ length: each }, (_, inner) => `workspace-${index * each + inner}`);
  return {
    terraform: { required_providers: { tfprojects: { source: SOURCE } } },
    resource: {
      tfprojects_project: Object.fromEntries(
        labels.map(([label, index]) => [label, { name: `Team ${index}`, description: `What team ${index} ${verb}` }]),
      ),
      tfprojects_workspace_membership: Object.fromEntries(
        labels.map(([label, index]) => [
          label,
          { project_id: `\${tfprojects_project.${label}.id}`, workspace_names: names((index + shift) % size) },
        ]),
      ),
    },
  };
}

function synthSource(size: number, each: number): string {
  return `
const { App, TerraformStack } = require(${JSON.stringify(join(ROOT, "node_modules/cdktf"))});
const { Project, TfprojectsProvider, WorkspaceMembership } = require(${JSON.stringify(ROOT)});
const app = new App({ outdir: process.env.OUTDIR });
const stack = new TerraformStack(app, "organization");
new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
for (let index = 0; index < ${size}; index += 1) {
  const description = "What team " + index + " runs";
  const project = new Project(stack, "p" + index, { name: "Team " + index, description });
  const workspaceNames = Array.from({ length: ${each} }, (_, inner) => "workspace-" + (index * ${each} + inner));
  new WorkspaceMembership(stack, "m" + index, { projectId: project.id, workspaceNames });
}
app.synth();
`;
}

const READER = `
const { Agent, get } = require("node:http");
const agent = new Agent({ keepAlive: true });
const { TFE_ADDRESS, TFE_TOKEN } = process.env;
const read = (path) => new Promise((resolve, reject) => {
  get(TFE_ADDRESS + "/api/v2" + path, { agent, headers: { authorization: "Bearer " + TFE_TOKEN } }, (response) => {
    const parts = [];
    response.on("data", (part) => parts.push(part));
    response.on("end", () => resolve(JSON.parse(Buffer.concat(parts).toString())));
  }).on("error", reject);
});
async function list(kind) {
  const page = (number) => read("/organizations/acme/" + kind + "?page%5Bsize%5D=100&page%5Bnumber%5D=" + number);
  const first = await page(1);
  let next = 2;
  const last = first.meta.pagination["total-pages"];
  await Promise.all(Array.from({ length: 8 }, async () => { while (next <= last) await page(next++); }));
}
Promise.all([list("projects"), list("workspaces")]).then(() => process.exit(0));
`;
