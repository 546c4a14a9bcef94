import * as cdktf from "cdktf";
import * as constructs from "constructs";
import { transformSync } from "esbuild";
import { dirname, join } from "node:path/posix";
import * as tfprojects from "../../src";
import type { GeneratedFile } from "../../src/files/generated-file";
import type { TerraformModule } from "../../src/engine/source/read-modules";

/**
 * Runs a generated app in this process with the real constructs, and returns its validated stacks as Terraform JSON.
 */
export function synthesizeFiles(files: readonly GeneratedFile[]): readonly TerraformModule[] {
  const stacks: TerraformModule[] = [];
  class CapturingApp extends cdktf.App {
    override synth(): void {
      for (const stack of this.node.children.filter((child) => cdktf.TerraformStack.isStack(child))) {
        const content: unknown = JSON.parse(cdktf.Testing.synth(stack, true));
        stacks.push({ name: stack.node.id, files: [{ path: "cdk.tf.json", content }] });
      }
    }
  }
  const libraries: Readonly<Record<string, unknown>> = {
    cdktf: { ...cdktf, App: CapturingApp },
    constructs,
    tfprojects,
  };
  const loaded = new Map<string, unknown>();
  const load = (path: string): unknown => {
    if (loaded.has(path)) return loaded.get(path);
    const file = files.find((it) => it.path === path);
    if (file === undefined) throw new Error(`The generated app has no ${path}.`);
    const module = { exports: {} };
    const { code } = transformSync(file.content, { loader: "ts", format: "cjs", target: "es2022" });
    const require = (name: string): unknown =>
      name.startsWith(".") ? load(resolved(join(dirname(file.path), name), files)) : libraries[name];
    // The generated program is what is tested.
    // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
    new Function("require", "module", "exports", `"use strict";${code}`)(require, module, module.exports);
    loaded.set(path, module.exports);
    return module.exports;
  };
  load("main.ts");
  return stacks;
}

function resolved(path: string, files: readonly GeneratedFile[]): string {
  return files.some((file) => file.path === `${path}.ts`) ? `${path}.ts` : `${path}/index.ts`;
}
