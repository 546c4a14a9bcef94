import { appSteps } from "../../src/cli/import-steps";

const WRITTEN = { organization: "acme", folder: "acme", imports: true, besides: undefined };

describe("the next steps of tfprojects import", () => {
  test.each([
    ["cdktf", "20.9.0"],
    ["cdktf", "22.23.2"],
    ["cdktn", "22.19.0"],
    ["cdktn", "24.1.0"],
  ] as const)("deploy with the CLI of %s on Node.js %s, which it supports", (framework, node) => {
    expect(appSteps(WRITTEN, framework, node)).toEqual([
      "cd acme && npm install",
      "npx tfprojects plan   # compare the code with the organization: no changes",
      `npx ${framework} deploy      # import the projects into Terraform: no changes`,
    ]);
  });

  test.each([
    ["cdktf", "24.1.0", "Node.js 20 or 22"],
    ["cdktf", "26.0.0", "Node.js 20 or 22"],
    ["cdktn", "20.20.2", "Node.js 22.19 or later"],
    ["cdktn", "22.18.0", "Node.js 22.19 or later"],
  ] as const)("deploy with Terraform where the CLI of %s does not run: Node.js %s", (framework, node, needed) => {
    expect(appSteps(WRITTEN, framework, node).slice(2)).toEqual([
      `cd cdktf.out/stacks/acme && terraform init   # \`${framework} deploy\` needs ${needed}`,
      "terraform apply       # import the projects into Terraform: no changes",
    ]);
  });
});
