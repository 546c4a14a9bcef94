import { checkWorkspaceName } from "../../src/model";

test.each(["a", "A_1-b", "", "x".repeat(200)])("%j has only characters that names of workspaces have", (name) => {
  expect(checkWorkspaceName(name)).toEqual([]);
});

test("of a name with other characters, they are told, each once", () => {
  expect(checkWorkspaceName("a.b c.d")).toEqual([
    {
      rule: "characters",
      message: 'A workspace name may only contain letters, numbers, "-" and "_"; "a.b c.d" has " ", ".".',
    },
  ]);
});
