import { setsProject, twoOwners } from "../../src/model";

describe("a tfe_workspace sets the project of its workspace", () => {
  test.each<[string, object]>([
    ["with a project", { project_id: "prj-1" }],
    ["with an expression", { project_id: "${tfprojects_project.a.id}" }],
    ["while it ignores changes of others", { project_id: "prj-1", lifecycle: { ignore_changes: ["description"] } }],
    ["with another lifecycle", { project_id: "prj-1", lifecycle: [{ prevent_destroy: true }] }],
    ["with a lifecycle that is none", { project_id: "prj-1", lifecycle: null }],
    ["with a lifecycle that is a text", { project_id: "prj-1", lifecycle: ["project_id"] }],
  ])("%s", (_, body) => {
    expect(setsProject({ ...body })).toBe(true);
  });

  test.each<[string, object]>([
    ["without a project", { name: "api" }],
    ["with null", { project_id: null }],
    ["with an empty one", { project_id: "" }],
    ["while it ignores changes of it", { project_id: "prj-1", lifecycle: { ignore_changes: ["project_id"] } }],
    [
      "while it ignores changes of it among others",
      { project_id: "a", lifecycle: [{ ignore_changes: ["project_id"] }] },
    ],
    [
      "while one of its lifecycles ignores them",
      { project_id: "a", lifecycle: [{ prevent_destroy: true }, { ignore_changes: ["project_id"] }] },
    ],
    ["while it ignores all changes", { project_id: "prj-1", lifecycle: { ignore_changes: "all" } }],
  ])("but not %s", (_, body) => {
    expect(setsProject({ ...body })).toBe(false);
  });
});

describe("the message about two owners", () => {
  const line =
    'lifecycle { ignore_changes = [project_id] } (in a CDK app: lifecycle: { ignoreChanges: ["project_id"] }).';

  test("names both, and the line that ends it", () => {
    expect(twoOwners({ owner: "m", workspaces: ["tfe_workspace.api"], conflict: "member" })).toBe(
      "Two owners: m and tfe_workspace.api both set the project of the same workspace, so every apply of one undoes " +
        "the other. Remove the workspace from the membership; or, to leave the project to it, add to " +
        `tfe_workspace.api: ${line}`,
    );
  });

  test("of an exclusive project also says that the workspace can be added", () => {
    expect(twoOwners({ owner: "m", workspaces: ["tfe_workspace.b", "tfe_workspace.a"], conflict: "exclusive" })).toBe(
      "Two owners: tfe_workspace.a, tfe_workspace.b put their workspaces into the project of m, which is exclusive, " +
        "so every apply of one undoes the other. Add the workspaces to the membership; or, to move them out, add to " +
        `each of these: ${line}`,
    );
  });

  test("of one workspace, and of several, speaks of as many", () => {
    const text = (conflict: "member" | "exclusive" | "created", ...workspaces: readonly string[]) =>
      twoOwners({ owner: "m", workspaces, conflict });
    expect(text("member", "b", "a")).toMatch(
      / m and a, b both set the project of the same workspaces, .* each of these: /,
    );
    expect(text("exclusive", "a")).toMatch(
      / a puts its workspace into the project of m, .* Add the workspace to the membership; or, to move it out, add to a: /,
    );
    expect(text("created", "b", "a")).toMatch(/ a, b create their workspaces in another .* add to each of these: /);
  });

  test("of a Terraform plan that creates the workspace says that the code may ignore changes", () => {
    expect(twoOwners({ owner: "m", workspaces: ["tfe_workspace.a"], conflict: "created" })).toBe(
      "Possibly two owners: tfe_workspace.a creates its workspace in another project than that of m. If the code " +
        "does not ignore changes of project_id, every apply of one undoes the other. Remove the workspace from the " +
        `membership; or, to leave the project to it, add to tfe_workspace.a: ${line}`,
    );
  });

  test("of a module that was not read says what is not known", () => {
    expect(twoOwners({ owner: "p", workspaces: ["tfe_workspace.a", "tfe_workspace.b"], conflict: "placed" })).toMatch(
      /^Two owners: p and .* both set the project of the same workspaces, .* Except the workspaces from the placement; or,/,
    );
    expect(twoOwners({ owner: "m", workspaces: ["module.a.tfe_workspace.b"], conflict: "unread" })).toBe(
      "Possibly two owners: the Terraform state has module.a.tfe_workspace.b in another project than m. If the code " +
        "sets project_id and does not ignore changes of it, every apply of one undoes the other. Remove the " +
        `workspace from the membership; or, to leave the project to it, add to module.a.tfe_workspace.b: ${line}`,
    );
  });
});
