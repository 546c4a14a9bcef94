import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { variableSetBy } from "../../src/terraform/variables";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-variables-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const setBy = (name: string, env: Readonly<Record<string, string>> = {}) =>
  variableSetBy([folder], { env, cwd: folder }).then((of) => of(name));

test.each([
  ["team", 'team = "a"', true],
  ["team", '"team": "a"', true],
  ["team", 'team-name = "a"\nmy_team = "b"\nteam2 = 1', false],
  ["team-name", 'team-name = "a"', true],
  ["größe", "größe = 1", true],
  ["gr", "größe = 1", false],
])("a file sets %j if it mentions it as a word: %j", async (name, text, isSet) => {
  writeFileSync(join(folder, "terraform.tfvars"), text);
  expect(await setBy(name)).toBe(isSet ? "terraform.tfvars" : undefined);
});

test("the environment sets it before files do", async () => {
  writeFileSync(join(folder, "a.auto.tfvars"), "team = 1");
  expect(await setBy("team", { TF_VAR_team: "b" })).toBe("TF_VAR_team");
  expect(await setBy("other", { TF_VAR_team: "b" })).toBeUndefined();
});
