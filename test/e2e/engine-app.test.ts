import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSeed } from "../../src/emulator";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";

const EXAMPLE = "examples/teams";

test("the built command line synthesizes, plans and applies a CDK app without Terraform", async () => {
  const seed = parseSeed(readFileSync(join(resolve(__dirname, "../.."), EXAMPLE, "seed.json"), "utf8"));
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

test("the engine plans and applies the app at the root of the repository, which has a variable with a default", async () => {
  const root = resolve(__dirname, "../..");
  const { app } = JSON.parse(readFileSync(join(root, "cdktf.json"), "utf8")) as { app: string };
  const example = /examples\/\w+/.exec(app)![0];
  const seed = parseSeed(readFileSync(join(root, example, "seed.json"), "utf8"));
  const folder = new AppFolder().copy(example);
  const acme = await Acme.start({ seed });
  try {
    expect(await folder.tfprojects(acme, "apply", "--auto-approve")).toMatchObject({ status: 0 });
    expect(acme.world).toEqual({
      Checkout: ["checkout-api", "checkout-web"],
      "Default Project": [],
      Platform: ["network-prod", "network-test"],
      Sandbox: [],
    });
    expect((await folder.tfprojects(acme, "drift", "cdktf.out")).status).toBe(0);
  } finally {
    await acme.stop();
    folder.remove();
  }
});
