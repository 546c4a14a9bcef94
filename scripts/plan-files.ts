import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { Emulator } from "../src/emulator";

/**
 * Prints which files of src run a function during `tfprojects plan` of code that creates a project and moves two
 * workspaces, by layer: what has to be read to follow a plan. `npm run -s plan-files`.
 */
const ROOT = resolve(__dirname, "..");

const BUNDLED = { bundle: true, platform: "node", target: "node20.9", absWorkingDir: ROOT } as const;

const CODE = {
  terraform: { required_providers: { tfprojects: { source: "tfprojects/tfprojects" } } },
  provider: { tfprojects: { organization: "acme" } },
  resource: {
    tfprojects_project: { a: { name: "Existing", description: "Changed" }, b: { name: "New" } },
    tfprojects_workspace_membership: {
      a: { project_id: "${tfprojects_project.a.id}", workspace_names: ["one"] },
      b: { project_id: "${tfprojects_project.b.id}", workspace_names: ["two"] },
    },
  },
};

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly CalledFunction[];
}

interface CalledFunction {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
}

async function main(): Promise<void> {
  const emulator = await Emulator.start();
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-plan-files-"));
  try {
    emulator.projects.create({ organization: "acme", name: "Existing" });
    for (const name of ["one", "two"]) emulator.workspaces.create({ organization: "acme", name });
    writeFileSync(join(folder, "main.tf.json"), JSON.stringify(CODE));
    const program = join(folder, "tfprojects.cjs");
    buildSync({ entryPoints: [join(ROOT, "src/cli/main.ts")], outfile: program, ...BUNDLED });
    await runPlan(program, emulator, folder);
    print(filesIn(program, join(folder, "coverage")));
  } finally {
    rmSync(folder, { recursive: true });
    await emulator.stop();
  }
}

async function runPlan(program: string, { address, token }: Emulator, folder: string): Promise<void> {
  const env = {
    PATH: process.env["PATH"],
    TFE_ADDRESS: address,
    TFE_TOKEN: token,
    NODE_V8_COVERAGE: join(folder, "coverage"),
  };
  const child = spawn(process.execPath, [program, "plan", folder], { env, stdio: "inherit" });
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`The plan ended with status ${String(status)}.`);
}

/** The files of src of which a function ran, besides what runs when they are loaded. */
function filesIn(program: string, coverage: string): readonly string[] {
  // esbuild puts the path of a file before its code.
  const starts = [...readFileSync(program, "utf8").matchAll(/^ *\/\/ (\S+)$/gm)].map(({ index, 1: path = "" }) => ({
    index,
    path,
  }));
  const called = readdirSync(coverage)
    .flatMap((name) => (JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: ScriptCoverage[] }).result)
    .filter(({ url }) => url === pathToFileURL(program).href)
    .flatMap(({ functions }) => functions.filter(isCalled));
  const paths = called.flatMap(({ ranges: [whole] }) => {
    return starts.findLast(({ index }) => whole !== undefined && index < whole.startOffset)?.path ?? [];
  });
  return [...new Set(paths)].filter((path) => path.startsWith("src/")).sort();
}

/** The function around a file that is loaded later has the name of the file. */
function isCalled({ functionName, ranges: [whole] }: CalledFunction): boolean {
  return whole !== undefined && whole.startOffset > 0 && whole.count > 0 && !functionName.includes("/");
}

function print(files: readonly string[]): void {
  const layers = new Map<string, number>();
  for (const path of files) {
    console.log(path);
    const [, layer = "(src)"] = /^src\/([^/]+)\//.exec(path) ?? [];
    layers.set(layer, (layers.get(layer) ?? 0) + 1);
  }
  console.table(Object.fromEntries(layers));
}

void main();
