import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { Command, Option } from "commander";
import { installNode } from "./install-node";

const ROOT = resolve(__dirname, "..");
const VERSIONS = ["20", "22", "24", "26"];
const TERRAFORM = ["terraform", "tofu"];

const folder = mkdtempSync(join(tmpdir(), "tfprojects-nodes-"));
const failed: string[] = [];

/** Runs a command in a shell with the PATH. */
function run(title: string, command: string, cwd: string, path: string): void {
  console.log(`\n== ${title}: ${command}`);
  const started = Date.now();
  // Not CI=true, with which tests fail if a program is missing, as it is intended here.
  const env = { ...process.env, PATH: path, CI: undefined };
  const { status } = spawnSync(command, { shell: true, cwd, env, stdio: "inherit" });
  const result = `${status === 0 ? "passed" : "FAILED"} after ${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`== ${title}: ${command}: ${result}`);
  if (status !== 0) failed.push(`${title}: ${command}`);
}

/** The PATH without Terraform: its folder is replaced with one that has links to all other programs in it. */
function withoutTerraformOn(path: string): string {
  const links = mkdtempSync(join(folder, "path-"));
  const folders = path.split(delimiter).filter((entry) => entry !== "");
  return folders.map((entry, index) => withoutTerraform(entry, join(links, String(index)))).join(delimiter);
}

function withoutTerraform(entry: string, links: string): string {
  const programs = programsOf(entry);
  if (!TERRAFORM.some((name) => programs.includes(name))) return entry;
  mkdirSync(links, { recursive: true });
  for (const name of programs.filter((program) => !TERRAFORM.includes(program))) {
    symlinkSync(join(entry, name), join(links, name));
  }
  return links;
}

function programsOf(entry: string): readonly string[] {
  try {
    return readdirSync(entry);
  } catch {
    return []; // Not every folder on the PATH exists.
  }
}

/** Runs README's commands, each in a clone of the last commit. */
function followReadme(title: string, path: string): void {
  for (const command of ["npm ci && npm run demo", "npm ci && npm test"]) {
    const clone = mkdtempSync(join(folder, `${basename(ROOT)}-`));
    run(title, `git clone --quiet ${JSON.stringify(ROOT)} .`, clone, path);
    run(title, command, clone, path);
    rmSync(clone, { recursive: true });
  }
}

/** The demo in a clone, which it builds, with the packages of this checkout. */
function demo(title: string, path: string): void {
  const clone = mkdtempSync(join(folder, `${basename(ROOT)}-`));
  run(title, `git clone --quiet ${JSON.stringify(ROOT)} .`, clone, path);
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  run(title, "npm run demo", clone, path);
}

const PARTS_EXPLAINED =
  "all: README's commands in fresh clones, with and without Terraform; unit: the unit tests, in this checkout, as it " +
  "is installed; demo: the demo, which a clone builds, with this checkout's packages";

const PARTS: Readonly<Record<string, (title: string, path: string) => void>> = {
  all: (title, path) => {
    followReadme(title, path);
    followReadme(`${title}, without Terraform`, withoutTerraformOn(path));
  },
  unit: (title, path) => run(title, "npx jest --selectProjects unit", ROOT, path),
  demo,
};

new Command("npm run test:nodes --")
  .description("Runs the demo and the tests on several versions of Node.js, installed with the npm packages of `node`.")
  .argument("[versions...]", "such as 20.9.0 or 26", VERSIONS)
  .addOption(new Option("--only <part>", PARTS_EXPLAINED).choices(Object.keys(PARTS)).default("all"))
  .action((versions: readonly string[], { only }: { readonly only: string }) => {
    try {
      for (const version of versions) {
        const path = [installNode(version, join(folder, version)), process.env["PATH"] ?? ""].join(delimiter);
        PARTS[only]?.(`Node.js ${version}`, path);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    if (failed.length === 0) return;
    console.error(`\nFailed:\n${failed.map((command) => `  ${command}`).join("\n")}`);
    process.exitCode = 1;
  })
  .parse();
