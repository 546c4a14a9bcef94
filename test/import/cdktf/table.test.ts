import { generateApp } from "../generate-app";
import { DEFAULT_ID, organization } from "../organizations";
import { synthesizeFiles } from "../run-generated";

const content = { "Default Project": ["stray"], "Data Science": [], Platform: ["network-test", "network-prod"] };

function generate(actual = organization(content), options: Parameters<typeof generateApp>[2] = {}) {
  const selected = actual.projects.filter(({ id }) => id !== DEFAULT_ID);
  return generateApp(actual, selected, options);
}

describe("a cdktf app", () => {
  test("has one entry for each project, and a loop", () => {
    const files = Object.fromEntries(generate().map((file) => [file.path, file.content]));
    expect(files["organization.ts"]).toContain(`export const projects: Readonly<Record<string, Entry>> = {
  "data-science": { name: "Data Science" },
  platform: {
    name: "Platform",
    workspaceNames: ["network-prod", "network-test"],
  },
};
`);
    expect(files["main.ts"]).toContain(`
    for (const [id, entry] of Object.entries(projects)) {
      const { workspaceNames, exclusive, ...config } = entry;
      const project = new Project(this, id, config);
      if (workspaceNames !== undefined) {
        new WorkspaceMembership(this, \`\${id}-workspaces\`, {
          projectId: project.id,
          workspaceNames,
          exclusive,
        });
      }
    }

    importExisting(this);
`);
  });

  test("has the resources of its entries", () => {
    for (const exclusive of [false, true]) {
      const [stack] = synthesizeFiles(generate(undefined, { exclusive, imports: false }));
      const projectId = (id: string) => `\${tfprojects_project.${id}.id}`;
      const of = (id: string, names: string[]) =>
        expect.objectContaining({
          project_id: projectId(id),
          workspace_names: names,
          ...(exclusive && { exclusive }),
        }) as object;
      expect(stack!.files[0]!.content).toMatchObject({
        resource: {
          tfprojects_project: { "data-science": { name: "Data Science" }, platform: { name: "Platform" } },
          tfprojects_workspace_membership: {
            ...(exclusive && { "data-science-workspaces": of("data-science", []) }),
            "platform-workspaces": of("platform", ["network-prod", "network-test"]),
          },
        },
      });
    }
  });

  test("keeps all other constructs when an entry is added or a name is changed", () => {
    const files = generate(undefined, { imports: false });
    const resources = (edit: (table: string) => string): Record<string, Record<string, object>> => {
      const edited = files.map((file) =>
        file.path === "organization.ts" ? { ...file, content: edit(file.content) } : file,
      );
      const [stack] = synthesizeFiles(edited);
      return (stack!.files[0]!.content as { resource: Record<string, Record<string, object>> }).resource;
    };
    const before = resources((table) => table);
    const added = resources((table) => table.replace("= {\n", '= {\n  alpha: { name: "Alpha" },\n'));
    expect(added).toEqual({
      ...before,
      tfprojects_project: {
        ...before["tfprojects_project"],
        alpha: expect.objectContaining({ name: "Alpha" }) as object,
      },
    });
    const renamed = resources((table) => table.replace('"Platform"', '"Core"'));
    expect(Object.keys(renamed["tfprojects_project"]!)).toEqual(Object.keys(before["tfprojects_project"]!));
    expect(renamed["tfprojects_project"]!["platform"]).toMatchObject({ name: "Core" });
  });
});
