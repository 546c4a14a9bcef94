import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { localStatePath, lockInfoPath } from "../../../src/engine/source/state-files";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-state-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function statePath(content: object, env: NodeJS.ProcessEnv = {}): string | undefined {
  return localStatePath({ folder, files: [{ path: join(folder, "main.tf.json"), content }] }, env)?.replace(
    `${folder}/`,
    "",
  );
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const local = (body: object): object => ({ terraform: { backend: { local: body } } });
const initialized = (config: object, type = "local"): string =>
  JSON.stringify({ version: 3, backend: { type, config } });

describe("the state file of the local backend", () => {
  test.each<[string, object, NodeJS.ProcessEnv, string | undefined]>([
    ["is terraform.tfstate by default", {}, {}, "terraform.tfstate"],
    ["is the path of the code", local({ path: "own.tfstate" }), {}, "own.tfstate"],
    [
      "is the path of the code, as a list of blocks",
      { terraform: [{ backend: [{ local: [{ path: "a" }] }] }] },
      {},
      "a",
    ],
    ["is that of TF_WORKSPACE", {}, { TF_WORKSPACE: "dev" }, "terraform.tfstate.d/dev/terraform.tfstate"],
    [
      "is in workspace_dir",
      local({ path: "own.tfstate", workspace_dir: "states" }),
      { TF_WORKSPACE: "dev" },
      "states/dev/terraform.tfstate",
    ],
    ["is the default one where TF_WORKSPACE is empty", {}, { TF_WORKSPACE: "" }, "terraform.tfstate"],
    ["is none with another backend", { terraform: { backend: { s3: {} } } }, {}, undefined],
    ["is none with HCP Terraform", { terraform: { cloud: { organization: "acme" } } }, {}, undefined],
  ])("%s", (_, content, env, path) => {
    expect(statePath(content, env)).toBe(path);
  });

  test("is that of the selected workspace", () => {
    write(".terraform/environment", "dev\n");
    expect(statePath({})).toBe("terraform.tfstate.d/dev/terraform.tfstate");
    expect(statePath({}, { TF_WORKSPACE: "prod" })).toBe("terraform.tfstate.d/prod/terraform.tfstate");
  });

  test("is the path that terraform init was given", () => {
    write(".terraform/terraform.tfstate", initialized({ path: "given.tfstate", workspace_dir: null }));
    expect(statePath(local({}))).toBe("given.tfstate");
  });

  test("is found through TF_DATA_DIR", () => {
    write("data/environment", "dev");
    write("data/terraform.tfstate", initialized({ workspace_dir: "states" }));
    expect(statePath(local({}), { TF_DATA_DIR: "data" })).toBe("states/dev/terraform.tfstate");
  });

  test("is not that of a backend that the code no longer has", () => {
    write(".terraform/terraform.tfstate", initialized({ path: "given.tfstate" }, "s3"));
    expect(statePath(local({ path: "own.tfstate" }))).toBe("own.tfstate");
  });
});

test("the lock file of a state is beside it, as Terraform names it", () => {
  expect(lockInfoPath("/a/terraform.acme.tfstate")).toBe("/a/.terraform.acme.tfstate.lock.info");
});
