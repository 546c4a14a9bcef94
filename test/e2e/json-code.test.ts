import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hclAsJson } from "../../src/terraform/hcl-as-json";
import { moduleFilesIn } from "../../src/terraform/module-files";
import { describeSince, inheritedEnvironment, isSince, terraformExecutable } from "../support/terraform";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-json-code-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The plan of the configuration in the folder, as JSON. */
function planned(): { readonly output_changes?: object; readonly resource_changes?: readonly object[] } {
  const run = (...args: string[]): string =>
    execFileSync(terraformExecutable!, args, { cwd: folder, encoding: "utf8", env: inheritedEnvironment() });
  run("init", "-no-color");
  run("plan", "-no-color", "-out=tfplan");
  return JSON.parse(run("show", "-json", "tfplan")) as ReturnType<typeof planned>;
}

describeSince("with the real Terraform,", { terraform: "1.8", tofu: "1.10" }, () => {
  const isTofu = !isSince({ terraform: "1.8" });

  test("a module has the files that it reads", () => {
    const names = [
      ...["a.tf", "b.tf.json", "#c#.tf.json", "d~.tf", "e.tofu", "f.tofu.json", "g.TF", "h.json", "i.tf.bak"],
      ...[".j.tf", ".k.tf.json", "l.tf~", "m.tf.json~", "#n.tf#", "#o.tf.json#"],
    ];
    for (const [index, name] of names.entries()) {
      const isJson = name.includes("json");
      const text = isJson
        ? JSON.stringify({ output: { [`o${index}`]: { value: 1 } } })
        : `output "o${index}" {\n  value = 1\n}\n`;
      writeFileSync(join(folder, name), text);
    }
    mkdirSync(join(folder, "folder.tf"));
    const read = moduleFilesIn(folder).filter((file) => isTofu || !file.isTofu);
    expect(Object.keys(planned().output_changes ?? {}).sort()).toEqual(
      read.map(({ name }) => `o${names.indexOf(name)}`).sort(),
    );
  });

  test("blocks in JSON mean the same as in HCL", () => {
    const inState = (name: string): object => ({
      mode: "managed",
      type: "terraform_data",
      name,
      provider: 'provider["terraform.io/builtin/terraform"]',
      instances: [{ schema_version: 0, attributes: { id: name, input: null, output: null, triggers_replace: null } }],
    });
    const state = { version: 4, serial: 1, lineage: "a", resources: [inState("old"), inState("gone")] };
    writeFileSync(join(folder, "terraform.tfstate"), JSON.stringify(state));
    writeFileSync(join(folder, "main.tf"), BLOCKS);
    const { resource_changes: inHcl, output_changes: outputs } = planned();
    rmSync(join(folder, "main.tf"));
    writeFileSync(join(folder, "main.tf.json"), JSON.stringify(hclAsJson(BLOCKS.split("\n"))));
    expect(planned()).toMatchObject({ resource_changes: inHcl, output_changes: outputs });
    expect(inHcl).toHaveLength(4);
  });
});

const BLOCKS = `resource "terraform_data" "new" {
  for_each = toset(["a", "b"])

  input = concat(
    [
      "ws-1", # api
      "ws-2", # say \\"hi\\" \${x}
    ],
    lookup({
      "a" = ["x"]
      "b" = ["a  b", "\${each.key}-é"]
    }, each.key, []),
  )
}

resource "terraform_data" "two" {
  input = "lit $\${x} \\"q\\" \\u00e9 100%"
}

output "new" {
  description = "One of them"
  value       = terraform_data.new["a"].output
}

moved {
  from = terraform_data.old
  to   = terraform_data.two
}

removed {
  from = terraform_data.gone

  lifecycle {
    destroy = false
  }
}

import {
  for_each = {
    "id-1" = "a"
    "id-2" = "b"
  }

  to = terraform_data.new[each.value]
  id = each.key
}

terraform {
  required_version = ">= 1.7"
}
`;
