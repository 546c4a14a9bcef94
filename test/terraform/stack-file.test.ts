import { parseStackFile } from "../../src/terraform/stack-file";

test.each<[string, readonly string[], object]>([
  ["FILE", ["one"], { stack: undefined, file: "FILE" }],
  ["one=FILE", ["one", "two"], { stack: "one", file: "FILE" }],
  ["one=a=b", ["one"], { stack: "one", file: "a=b" }],
  ["a=b.tfstate", ["one"], { stack: undefined, file: "a=b.tfstate" }],
  ["=FILE", [""], { stack: undefined, file: "=FILE" }],
])("%s with the stacks %j", (option, stacks, expected) => {
  expect(parseStackFile(option, stacks)).toEqual(expected);
});
