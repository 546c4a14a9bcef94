import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSeed } from "../../../src/emulator";
import { Acme } from "../../support/acme";
import { AppFolder } from "../../support/app-folder";

const EXAMPLE = "examples/teams";

test("the built command line synthesizes, plans and applies a CDK app without Terraform", async () => {
  const seed = parseSeed(readFileSync(join(resolve(__dirname, "../../.."), EXAMPLE, "seed.json"), "utf8"));
  const folder = new AppFolder().copy(EXAMPLE);
  const acme = await Acme.start({ seed });
  try {
    const blocked = await folder.tfprojects(acme, "plan");
    expect([blocked.status, blocked.stdout]).toEqual([
      1,
      expect.stringContaining("39 workspaces of 51 out of the default project"),
    ]);
    const planned = await folder.tfprojects(acme, "plan", "--detailed-exitcode", "--max-moves", "39");
    expect([planned.status, planned.stdout]).toEqual([
      2,
      expect.stringContaining("Plan: 4 to create, 0 to update, 39 workspaces to move, 0 to delete."),
    ]);
    // Apply takes what the app has written, and drift runs it once more.
    expect((await folder.tfprojects(acme, "apply", "cdktf.out", "--auto-approve", "--max-moves", "39")).status).toBe(0);
    expect(Object.entries(acme.world).map(([name, workspaces]) => [name, workspaces.length])).toEqual([
      ["Checkout", 9],
      ["Data Science", 9],
      ["Default Project", 12],
      ["Platform", 12],
      ["Search", 9],
    ]);
    expect((await folder.tfprojects(acme, "drift")).status).toBe(0);
  } finally {
    await acme.stop();
    folder.remove();
  }
});
