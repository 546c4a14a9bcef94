import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
});
