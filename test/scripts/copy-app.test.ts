import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyApp } from "../../scripts/copy-app";

const folder = mkdtempSync(join(tmpdir(), "tfprojects-copy-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("an app is copied without generated files", () => {
  const app = join(folder, "app");
  const add = (path: string): void => {
    mkdirSync(join(app, path, ".."), { recursive: true });
    writeFileSync(join(app, path), "");
  };
  const own = ["README.md", "cdktf.json", "main.ts", "projects/platform.ts", "seed.json"];
  const generated = [
    "cdktf.out/stacks/organization/cdk.tf.json",
    "cdktf.out/stacks/organization/.terraform/providers/link",
    "node_modules/cdktf/package.json",
    ".terraform/environment",
    "package-lock.json",
    "terraform.organization.tfstate",
    "terraform.organization.tfstate.backup",
    ".terraform.tfstate.lock.info",
    "npm-debug.log",
  ];
  for (const path of [...own, ...generated]) add(path);
  symlinkSync("nowhere", join(app, "node_modules/tfprojects"));
  copyApp(app, join(folder, "copy"));
  const copied = readdirSync(join(folder, "copy"), { recursive: true }).map(String);
  expect(copied.sort()).toEqual([...own, "projects"].sort());
});
