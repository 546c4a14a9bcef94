import { commandFor } from "../../src/cli/child-process";

test("a command runs as it is, without a shell", () => {
  expect(commandFor("npx", ["cdktf", "deploy *"], "linux")).toEqual({
    file: "npx",
    args: ["cdktf", "deploy *"],
    shell: false,
  });
});

test.each([
  ["npx", ["cdktf", "deploy"], "npx cdktf deploy"],
  ["npx", ["cdktf", "deploy", "my stack"], 'npx cdktf deploy "my stack"'],
  ["npx.cmd", ["a&b", "", 'say "hi"'], 'npx.cmd "a&b" "" "say ""hi"""'],
  ["C:\\tools\\it", ["--path=C:\\x"], "C:\\tools\\it --path=C:\\x"],
])("on Windows, where programs such as npx are batch files, the command interpreter runs %s %j", (file, args, line) => {
  expect(commandFor(file, args, "win32")).toEqual({ file: line, args: [], shell: true });
});

test("on Windows a program runs as it is", () => {
  expect(commandFor("C:\\Terraform.EXE", ["plan"], "win32")).toEqual({
    file: "C:\\Terraform.EXE",
    args: ["plan"],
    shell: false,
  });
});
