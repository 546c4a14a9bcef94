import { generateApp } from "./generate-app";
import { LAYOUTS } from "../../src/import/imported";
import { constructIdsIn } from "../../src/import/previous-import";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import { DEFAULT_ID, ASSIGNED_EDGE_CASES, organization } from "./organizations";

const forms = [false, true].flatMap((hcl) => LAYOUTS.map((layout) => ({ hcl, layout })));

describe.each(forms)("an import with %j", ({ hcl, layout }) => {
  const file = hcl ? "imports.tf" : "imports.ts";
  const imports = (actual: ActualOrganization, constructIds?: ReadonlyMap<string, string>): string => {
    const selected = actual.projects.filter(({ id }) => id !== DEFAULT_ID);
    const files = generateApp(actual, selected, { hcl, layout, constructIds });
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
    const before = organization({ "Default Project": [], "a-b": ["x"], Platform: ["y"] });
    const after: ActualOrganization = {
      ...before,
      projects: [
        ...before.projects.map((project) => (project.name === "Platform" ? { ...project, name: "Core" } : project)),
        { ...before.projects[1]!, id: "prj-new", name: "a b" },
      ],
    };
    expect(constructIdsIn(file, imports(after, constructIdsIn(file, imports(before))))).toEqual(
      new Map([
        ["prj-1", "a-b"],
        ["prj-2", "platform"],
        ["prj-new", "a-b-2"],
      ]),
    );
  });
});

test("without an earlier import there are none", () => {
  expect(constructIdsIn("imports.ts", "")).toEqual(new Map());
});
