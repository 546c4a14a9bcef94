import { readDocument } from "../../../scripts/docs/document";
import { cliRunsOn, FRAMEWORKS } from "../../../src/constructs/base/frameworks";

test.each([
  ["cdktf", ["20.9.0", "22.23.2"], ["18.20.0", "21.7.0", "24.0.0", "26.1.0"]],
  ["cdktn", ["22.19.0", "24.0.0"], ["20.20.2", "22.18.0"]],
] as const)("the CLI of %s runs on these versions of Node.js: %j, and not on others", (framework, runs, others) => {
  expect(runs.filter((node) => !cliRunsOn(framework, node))).toEqual([]);
  expect(others.filter((node) => cliRunsOn(framework, node))).toEqual([]);
});

test.each(["../README.md", "constructs.md", "import.md", "checking.md"])("%s says on which", (document) => {
  const text = readDocument(document).replaceAll(/\s+/g, " ");
  for (const { cliNode } of Object.values(FRAMEWORKS)) expect(text).toContain(cliNode.text.replace("Node.js ", ""));
});
