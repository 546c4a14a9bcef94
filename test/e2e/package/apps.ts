import type { Framework } from "../../../src/constructs/base/frameworks";
import type { Scenario, Step } from "./scenario";
import {
  CLI,
  file,
  ENVIRONMENT,
  follow,
  isWorld,
  JQ,
  ON_PATH,
  run,
  save,
  step,
  TERRAFORM,
  tokenIsNowhere,
} from "./steps";

const README = "README.md";

const TWO_WORKSPACES = { organizations: [{ name: "acme", workspaces: ["network-prod", "network-test"] }] };

/** As README writes it. */
const CDKTF_JSON = JSON.stringify({
  language: "typescript",
  app: "node --import tsx main.ts",
  sendCrashReports: "false",
});

/** What README's comment says of cdktf. */
const WITH_CDKTF = {
  'cdktn "constructs@<10.8" tsx && npm install --save-dev cdktn-cli':
    "cdktf constructs tsx && npm install --save-optional cdktf-cli",
};

/** Installs README's app, whose code is for cdktn; its comments say what differs with cdktf. */
function installOwnApp(framework: Framework): readonly Step[] {
  const edit = (code: string) =>
    framework === "cdktn"
      ? code
      : code.replace('from "cdktn"', 'from "cdktf"').replace('"tfprojects/cdktn"', '"tfprojects"');
  return [
    run("npm install tfprojects"),
    follow(README, "npm install cdktn ", { values: () => (framework === "cdktn" ? {} : WITH_CDKTF) }),
    save(README, "import { App, TerraformStack }", "main.ts", edit),
    file("cdktf.json", CDKTF_JSON),
  ];
}

/** README's own app, deployed with the CLI of its framework. */
function ownApp(framework: Framework): Scenario {
  const needs = [TERRAFORM, CLI[framework]];
  return {
    name: `README's app, with the CLI of ${framework}`,
    seed: TWO_WORKSPACES,
    steps: [
      ...installOwnApp(framework),
      follow(README, 'echo \'{ "language"', { needs, values: () => ({ "npx cdktn": `npx ${framework}` }) }),
      ENVIRONMENT,
      run(`npx ${framework} deploy`, ...needs),
      step(
        "the organization is what the code says, and a second deployment writes nothing",
        async (newcomer) => {
          const { acme } = newcomer;
          expect(acme.world).toEqual({ "Default Project": [], Platform: ["network-prod", "network-test"] });
          acme.takeRequests();
          await newcomer.shell(`npx ${framework} deploy`);
          expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
        },
        ...needs,
      ),
      tokenIsNowhere,
      ...(framework === "cdktf" ? [follow("docs/getting-started.md", "npm install\nnpx cdktf diff", { needs })] : []),
      run(`npx ${framework} destroy`, ...needs),
      isWorld({ "Default Project": ["network-prod", "network-test"] }),
    ],
  };
}

/** README's own app without the CLI of a framework: in `npm test`, too. */
export const ENGINE: Scenario = {
  name: "README's app, without the CLI of a framework",
  seed: TWO_WORKSPACES,
  steps: [
    ...installOwnApp("cdktn"),
    ENVIRONMENT,
    run("npx tfprojects plan && npx tfprojects apply && npx tfprojects drift"),
    isWorld({ "Default Project": [], Platform: ["network-prod", "network-test"] }),
  ],
};

const ENGINE_DOCUMENTS: Scenario = {
  name: "README's app, compiled, and the commands of documents that need no CLI of a framework",
  seed: TWO_WORKSPACES,
  steps: [
    ...ENGINE.steps,
    run("npm install --save-dev typescript @types/node"),
    run("npx tsc --noEmit --strict --module node16 --skipLibCheck main.ts"),
    ON_PATH,
    follow("docs/checking.md", "tfprojects doctor --json", { needs: [JQ] }),
    follow("docs/plan-reports.md", "tfprojects plan --json", { needs: [JQ] }),
    follow("docs/plan-reports.md", "tfprojects apply --json", { needs: [JQ] }),
    follow("docs/hosts.md", "cd cdktf.out/stacks/organization", { needs: [TERRAFORM] }),
  ],
};

const CONSTRUCTS = "docs/constructs.md";

const CONSTRUCTS_DOCUMENT: Scenario = {
  name: `the app of ${CONSTRUCTS}, its tests, and the CLI of cdktn`,
  steps: [
    follow(CONSTRUCTS, "npm install tfprojects cdktn"),
    save(CONSTRUCTS, "import { App, TerraformStack }", "main.ts"),
    save(CONSTRUCTS, "import { Construct }", "team.ts"),
    save(CONSTRUCTS, 'import "cdktn/lib/testing/adapters/jest"', "team.test.ts"),
    follow(CONSTRUCTS, "npm install --save-dev jest", { needs: [TERRAFORM] }),
    file("cdktf.json", CDKTF_JSON),
    follow("docs/emulator.md", "npx tfprojects emulator -- cdktn", { needs: [TERRAFORM, CLI.cdktn] }),
  ],
};

export const APPS: readonly Scenario[] = [ownApp("cdktf"), ownApp("cdktn"), ENGINE_DOCUMENTS, CONSTRUCTS_DOCUMENT];
