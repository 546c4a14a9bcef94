import { Newcomer } from "../../support/newcomer";
import type { Scenario } from "./scenario";
import { ENVIRONMENT, file, isWorld, run, save, step } from "./steps";

const USE = `
  const emulator = await Emulator.start();
  const client = new Client({ address: emulator.address, token: emulator.token });
  const created = await client.projects.create("acme", { name: "Platform" });
  const found = emulator.projects.find("acme", "platform");
  const desired = defineOrganization({ name: "acme", projects: [{ name: "Platform" }, { name: "Sandbox" }] });
  const planned = plan(desired, await observe(client, desired));
  const { status } = await apply(client, planned);
  const text = render(planned, "text");
  await emulator.stop();
  if (status !== "complete" || !text.includes("1 to create")) throw new Error(text);
  if (found === undefined || found.id !== created.id) throw new Error("The project was not found.");
`;

const IMPORTS = `import { Client } from "tfprojects/client";
import { Emulator } from "tfprojects/emulator";
import { apply, defineOrganization, observe, plan, render } from "tfprojects/engine";
`;
const REQUIRES = `const { Client } = require("tfprojects/client");
const { Emulator } = require("tfprojects/emulator");
const { apply, defineOrganization, observe, plan, render } = require("tfprojects/engine");
`;

const test = (imports: string, name = "test") => [imports, `${name}("a project is created", async () => {${USE}});\n`];

/** A program that creates a project, and prints what it ends with. */
const OUTCOME = `${REQUIRES}(async () => {
  const emulator = await Emulator.start();
  const client = new Client({ address: emulator.address, token: emulator.token });
  await client.projects.create("acme", { name: "Platform" }).then(
    () => console.log("created"),
    ({ code, outcomeUnknown }) => console.log(code, outcomeUnknown),
  );
  console.log(emulator.requests.entries.length);
  await emulator.stop();
})();
`;

/** Client and emulator in the tests of others, with each runner as it is without configuration. */
export const RUNNERS: readonly Scenario[] = [
  {
    name: "a test in Jest",
    steps: [
      run("npm install --save-dev tfprojects jest"),
      file("projects.test.js", ...test(REQUIRES)),
      run("npx jest"),
      file(
        "outcome.test.js",
        '/** @jest-environment-options {"customExportConditions": ["browser"]} */\n',
        REQUIRES,
        `
test("a client that cannot send says so", async () => {
  const emulator = await Emulator.start();
  const client = new Client({ address: emulator.address, token: emulator.token });
  const failure = await client.projects.create("acme", { name: "Platform" }).catch((error) => error);
  expect(failure).toMatchObject({ code: "configuration", outcomeUnknown: false });
  expect(emulator.requests.entries).toEqual([]);
  await emulator.stop();
});
`,
      ),
      run("npx jest outcome"),
      file("outcome.js", OUTCOME),
      step("without axios, nothing was sent and nothing is unknown", async (newcomer) => {
        const { stdout } = await newcomer.shell("rm -r node_modules/axios && node outcome.js");
        expect(stdout).toBe("configuration false\n0\n");
      }),
    ],
  },
  {
    name: "a test in ts-jest",
    steps: [
      run("npm install --save-dev tfprojects jest ts-jest typescript@5 @types/jest @types/node"),
      run("npx ts-jest config:init"),
      file("projects.test.ts", ...test(IMPORTS)),
      run("npx jest"),
    ],
  },
  {
    name: "a test in Vitest",
    steps: [
      run("npm install --save-dev tfprojects vitest"),
      file("projects.test.ts", 'import { test } from "vitest";\n', ...test(IMPORTS)),
      run("npx vitest run"),
    ],
  },
  {
    name: "a test in node:test",
    steps: [
      run("npm install --save-dev tfprojects"),
      file("projects.test.mjs", 'import test from "node:test";\n', ...test(IMPORTS)),
      file("projects.test.cjs", 'const test = require("node:test");\n', ...test(REQUIRES)),
      run("node --test"),
    ],
  },
  {
    name: "a test in Mocha",
    steps: [
      run("npm install --save-dev tfprojects mocha"),
      file("test/required.js", ...test(REQUIRES, "it")),
      file("test/imported.mjs", ...test(IMPORTS, "it")),
      run("npx mocha"),
    ],
  },
  {
    name: "the client on the emulator, as docs/client.md has it",
    steps: [
      run("npm install tfprojects tsx"),
      save("docs/client.md", 'import { Client } from "tfprojects/client";\nimport { Emulator }', "main.mts"),
      run("npx tsx main.mts"),
    ],
  },
  {
    name: "the first program of docs/engine.md",
    seed: { organizations: [{ name: "acme", workspaces: ["network-prod", "network-test"] }] },
    steps: [
      run("npm install tfprojects tsx"),
      save("docs/engine.md", "import { Client }", "main.mts"),
      ENVIRONMENT,
      run("npx tsx main.mts"),
      isWorld({ "Default Project": [], Platform: ["network-prod", "network-test"] }),
    ],
  },
  {
    name: "the definition of docs/engine.md with placements, access and sets",
    seed: Newcomer.seedOf("landing-zone"),
    steps: [
      run("npm install tfprojects tsx"),
      save(
        "docs/engine.md",
        'import { Client } from "tfprojects/client";\nimport { defineOrganization, drift',
        "main.mts",
      ),
      ENVIRONMENT,
      step("is compared with the organization", async (newcomer) => {
        const { stdout } = await newcomer.shell("npx tsx main.mts");
        for (const text of [
          "team auditors",
          "variable set aws-billing",
          "policy set pci",
          "policy set costs",
          "rule 1",
        ]) {
          expect(stdout).toContain(text);
        }
      }),
    ],
  },
];
