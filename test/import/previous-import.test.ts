import { generateApp } from "./generate-app";
import { constructIdsIn } from "../../src/import/previous-import";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import { DEFAULT_ID, ASSIGNED_EDGE_CASES, organization } from "./organizations";

describe.each(["imports.ts", "imports.tf"] as const)("%s", (file) => {
  const imports = (actual: ActualOrganization, constructIds?: ReadonlyMap<string, string>): string => {
    const selected = actual.projects.filter(({ id }) => id !== DEFAULT_ID);
    const files = generateApp(actual, selected, { hcl: file === "imports.tf", constructIds });
    return files.find(({ path }) => path === file)!.content;
  };

  test.each(["\n", "\r\n"])(
    "has the names that the next one keeps, for all edge cases, with lines ending in %j",
    (end) => {
      const kept = constructIdsIn(file, imports(ASSIGNED_EDGE_CASES).replaceAll("\n", end));
      expect([...kept.keys()].sort()).toEqual(
        ASSIGNED_EDGE_CASES.projects.flatMap(({ id }) => (id === DEFAULT_ID ? [] : [id])).sort(),
      );
      expect(imports(ASSIGNED_EDGE_CASES, kept)).toBe(imports(ASSIGNED_EDGE_CASES));
    },
  );

  test("keeps the names of projects that were renamed, and of those beside a new one with a similar name", () => {
    const before = organization({ "Default Project": [], "a-b": ["x"], Platform: ["y"], Id: [] });
    const after: ActualOrganization = {
      ...before,
      projects: [
        ...before.projects.map((project) => ({ ...project, name: RENAMED[project.name] ?? project.name })),
        { ...before.projects[1]!, id: "prj-new", name: "a b" },
      ],
    };
    expect(constructIdsIn(file, imports(after, constructIdsIn(file, imports(before))))).toEqual(
      new Map([
        ["prj-1", "a-b"],
        ["prj-2", "platform"],
        ["prj-3", "id"],
        ["prj-new", "a-b-2"],
      ]),
    );
  });
});

const RENAMED: Readonly<Record<string, string>> = { Platform: "Core", Id: "Identity" };

test("an import block that was written by hand has no construct ID", () => {
  const block = 'import {\n  to = tfprojects_project.platform\n  id = "prj-1"\n}\n';
  expect(constructIdsIn("imports.tf", block)).toEqual(new Map());
});

test("without an earlier import there are none", () => {
  expect(constructIdsIn("imports.ts", "")).toEqual(new Map());
});
