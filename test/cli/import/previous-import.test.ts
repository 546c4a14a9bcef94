import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateApp, LAYOUTS } from "../../../src/cli/import/app";
import { readConstructIds } from "../../../src/cli/import/previous-import";
import type { ActualOrganization } from "../../../src/reconcile";
import { DEFAULT_ID, EDGE_CASES, organization } from "./organizations";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-import-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const forms = [false, true].flatMap((hcl) => LAYOUTS.map((layout) => ({ hcl, layout })));

describe.each(forms)("an import with %j", ({ hcl, layout }) => {
  const file = hcl ? "imports.tf" : "imports.ts";
  const imports = (actual: ActualOrganization, constructIds?: ReadonlyMap<string, string>): string => {
    const selected = actual.projects.filter(({ id }) => id !== DEFAULT_ID);
    const files = generateApp(actual, selected, { hcl, layout, constructIds });
    return files.find(({ path }) => path === file)!.content;
  };

  test("has the names that the next one keeps, for all edge cases", async () => {
    writeFileSync(join(folder, file), imports(EDGE_CASES));
    const kept = await readConstructIds(folder, file);
    expect([...kept.keys()].sort()).toEqual(
      EDGE_CASES.projects.flatMap(({ id }) => (id === DEFAULT_ID ? [] : [id])).sort(),
    );
    expect(imports(EDGE_CASES, kept)).toBe(imports(EDGE_CASES));
  });

  test("keeps the names of projects that were renamed, and of those beside a new one with a similar name", async () => {
    const before = organization({ "Default Project": [], "a-b": ["x"], Platform: ["y"] });
    writeFileSync(join(folder, file), imports(before));
    const after: ActualOrganization = {
      ...before,
      projects: [
        ...before.projects.map((project) => (project.name === "Platform" ? { ...project, name: "Core" } : project)),
        { ...before.projects[1]!, id: "prj-new", name: "a b" },
      ],
    };
    writeFileSync(join(folder, file), imports(after, await readConstructIds(folder, file)));
    expect(await readConstructIds(folder, file)).toEqual(
      new Map([
        ["prj-1", "a-b"],
        ["prj-2", "platform"],
        ["prj-new", "a-b-2"],
      ]),
    );
  });
});

test("without an earlier import there are none", async () => {
  expect(await readConstructIds(join(folder, "missing"), "imports.ts")).toEqual(new Map());
});
