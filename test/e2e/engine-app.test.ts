import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSeed } from "../../src/emulator";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";

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
