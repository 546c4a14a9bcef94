import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../../..");

test("npm run docs:api writes a page for each public class, and all links lead somewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-api-"));
  try {
    const args = [join(ROOT, "node_modules/tsx/dist/cli.mjs"), "scripts/docs/api-reference.ts", folder];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const classes = readdirSync(join(folder, "classes"));
    for (const name of ["tfprojects.Project", "tfprojects_client.Client", "tfprojects_emulator.Emulator"])
      expect(classes).toContain(`${name}.html`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
