import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readApp, writeApp } from "../../src/provider-install/app";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-app-"));
  path = join(folder, "cdktf.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const SETTINGS = JSON.stringify({ language: "python", app: "python3 main.py", projectId: "日本" });

test.each(["utf8", "utf16le"] as const)(
  "a cdktf.json in %s with a byte order mark becomes UTF-8 for the CLI",
  async (encoding) => {
    writeFileSync(path, Buffer.from(`\ufeff${SETTINGS}`, encoding));
    await writeApp(readApp(folder));
    const text = readFileSync(path, "utf8");
    expect(JSON.parse(text)).toMatchObject({ projectId: "日本", app: expect.stringContaining("--stacks") });
    expect(readdirSync(folder)).toEqual(["cdktf.json"]);
  },
);

test("a cdktf.json that was saved while the provider was installed is not overwritten", async () => {
  writeFileSync(path, SETTINGS);
  const app = readApp(folder);
  const saved = SETTINGS.replace("main.py", "app.py");
  writeFileSync(path, saved);
  await expect(writeApp(app)).rejects.toMatchObject({ code: "FILE_CHANGED", isPartial: true });
  expect(readFileSync(path, "utf8")).toBe(saved);
});
