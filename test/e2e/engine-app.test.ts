import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Emulator, parseSeed } from "../../src/emulator";
import { outcomeOf } from "../cli/tfprojects";

const ROOT = resolve(__dirname, "../..");

test("an app written with cdktf is run, planned and applied without Terraform, by the built command line", async () => {
  const example = join(ROOT, "examples/teams");
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-app-"));
  const emulator = await Emulator.start({ seed: parseSeed(readFileSync(join(example, "seed.json"), "utf8")) });
  try {
    cpSync(example, folder, { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/tfprojects"));
    for (const name of [".bin", "cdktf", "constructs", "@cdktf", "tsx"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
    }
    const run = async (...args: readonly string[]) => {
      const { PATH = "" } = process.env;
      const env = { PATH, TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
      return outcomeOf(spawn(process.execPath, [join(ROOT, "dist/tfprojects.js"), ...args], { cwd: folder, env }));
    };

    const planned = await run("plan", "--detailed-exitcode");
    expect([planned.status, planned.stdout]).toEqual([
      2,
      expect.stringContaining("Plan: 4 to create, 0 to update, 39 workspaces to move, 0 to delete."),
    ]);
    expect((await run("apply", "--auto-approve")).status).toBe(0);
    const projects = emulator.state().organizations[0]!.projects;
    expect(Object.fromEntries(projects.map(({ name, workspaces }) => [name, workspaces.length]))).toEqual({
      Checkout: 9,
      "Data Science": 9,
      "Default Project": 12,
      Platform: 12,
      Search: 9,
    });
    expect((await run("drift")).status).toBe(0);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
