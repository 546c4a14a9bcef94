import type { Metafile } from "esbuild";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundleExecutable, bundleInParts } from "../../scripts/bundle";
import { Emulator } from "../../src/emulator";

const ROOT = resolve(__dirname, "../..");

describe("the bundles of the package", () => {
  const folder = mkdtempSync(join(tmpdir(), "bundle-test-"));
  let commandLine: Metafile;
  let provider: Metafile;
  beforeAll(() => {
    commandLine = bundleInParts("src/cli/main.ts", join(folder, "tfprojects.js"));
    provider = bundleExecutable("src/provider/main.ts", join(folder, "terraform-provider-tfprojects"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The sources that Node.js loads when it loads a source: all of its file, and of the files that this imports. */
  function loadedWith(source: string): readonly string[] {
    const outputs = Object.entries(commandLine.outputs);
    const [first] = outputs.find(([, { inputs }]) => source in inputs)!;
    const files = new Set([first]);
    for (const file of files) {
      for (const { path, kind } of commandLine.outputs[file]!.imports) {
        if (kind === "import-statement" && path in commandLine.outputs) files.add(path);
      }
    }
    return [...files].flatMap((file) => Object.keys(commandLine.outputs[file]!.inputs));
  }

  const matching = (sources: readonly string[], pattern: RegExp) => sources.filter((source) => pattern.test(source));

  test("are executables, without paths of the machine that made them", () => {
    for (const name of ["tfprojects.js", "terraform-provider-tfprojects"]) {
      expect(statSync(join(folder, name)).mode & 0o111).toBe(0o111);
      expect(readFileSync(join(folder, name), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
    const paths = readdirSync(folder).filter((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return text.includes(ROOT) || text.includes(folder);
    });
    expect(paths).toEqual([]);
  });

  test("load no command and no client for the help of the command line", () => {
    const loaded = loadedWith("src/cli/main.ts");
    expect(loaded).toContain("src/cli/commands/index.ts");
    const others = /^src\/(api|emulator|reconcile|constructs)\/|^src\/cli\/(commands\/(?!index)|engine|import|doctor)/;
    expect(matching(loaded, others)).toEqual([]);
  });

  test("load the emulator for its command only, and the client for those that send requests", () => {
    expect(matching(loadedWith("src/cli/commands/plan.ts"), /^src\/emulator\/|node_modules\/axios\//)).toEqual([]);
    expect(matching(loadedWith("src/cli/commands/emulator.ts"), /^src\/(api|reconcile)\//)).toEqual([]);
  });

  test("have nothing of what axios needs for forms and proxies", () => {
    const sources = Object.keys({ ...provider.inputs, ...commandLine.inputs });
    expect(matching(sources, /node_modules\/(form-data|mime-db|follow-redirects)\//)).toEqual([]);
    expect(matching(sources, /node_modules\/axios\//)).not.toEqual([]);
  });

  test("send requests without loading the fetch of Node.js", async () => {
    const modules = join(folder, "modules");
    const hook = join(folder, "hook.cjs");
    const write = `require("fs").writeFileSync(${JSON.stringify(modules)}, process.moduleLoadList.join("\\n"))`;
    writeFileSync(hook, `process.once("exit", () => ${write});`);
    const emulator = await Emulator.start({ seed: { organizations: [{ name: "acme" }] } });
    try {
      const args = ["--require", hook, join(folder, "tfprojects.js"), "import", "--include-default", "--stdout"];
      const env = { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
      await promisify(execFile)(process.execPath, args, { cwd: folder, env });
      expect(emulator.requests.entries).not.toEqual([]);
    } finally {
      await emulator.stop();
    }

    const loaded = readFileSync(modules, "utf8").split("\n");
    expect(matching(loaded, /^NativeModule http$/)).not.toEqual([]);
    expect(matching(loaded, /undici/)).toEqual([]);
  });
});
