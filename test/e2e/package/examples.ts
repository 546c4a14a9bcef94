import { readFileSync } from "node:fs";
import { installNullProvider } from "../../../scripts/install-null-provider";
import type { Acme } from "../../support/acme";
import { ForgeStandIn } from "../../support/forge-stand-in";
import { Newcomer } from "../../support/newcomer";
import type { Scenario, Step } from "./scenario";
import { CLI, ENVIRONMENT, follow, isWorld, run, startRun, step, TERRAFORM } from "./steps";

/** An example in a folder of its own, whose README says how to install and deploy it. */
function example(name: string, ...steps: readonly Step[]): Scenario {
  return {
    name: `the example ${name}`,
    seed: Newcomer.seedOf(name),
    steps: [
      step("is copied to an empty folder", ({ project }) => void project.copyExample(name)),
      run(`cd ${name}`),
      ...steps,
    ],
  };
}

const readme = (name: string) => `examples/${name}/README.md`;
const INSTALL = { cdktf: "npm install tfprojects cdktf", cdktn: "npm install tfprojects cdktn" };

/** An example with a seed, and an app on a framework: installed, deployed to the organization and to an emulator. */
function deployed(name: string, framework: keyof typeof INSTALL, check: Step, ...more: readonly Step[]): Scenario {
  const needs = [TERRAFORM, CLI[framework]];
  return example(
    name,
    follow(readme(name), INSTALL[framework]),
    follow(readme(name), "export TFE_ORGANIZATION=…", { needs }),
    check,
    follow(readme(name), `npx tfprojects emulator --seed seed.json -- npx ${framework}`, { needs }),
    ...more,
  );
}

/** An example that the emulator writes to an empty folder, as a README says. */
function written(name: string, folder: string, output: string): Scenario {
  return {
    name: `the example ${name}, written to an empty folder`,
    steps: [
      run("npm init --yes && npm install tfprojects"),
      follow(readme(folder), "npx tfprojects emulator --example", { output }),
    ],
  };
}

/** A run of network-prod whose review has failed. Once that is overridden and the run applied, its last task passes. */
function startPipeline(acme: Acme): void {
  const { emulator } = acme;
  const { taskStages } = emulator.runs.start({
    workspaceId: acme.addWorkspace("network-prod"),
    tasks: [
      { name: "review", stage: "post_plan", enforcementLevel: "mandatory" },
      { name: "smoke-test", stage: "post_apply" },
    ],
    overridable: true,
  });
  const [review, test] = taskStages.map(({ taskResults }) => taskResults[0]!.id);
  emulator.runs.reportResult(review!, { status: "failed", message: "2 findings" });
  const pass = () => {
    try {
      emulator.runs.reportResult(test!, { status: "passed" });
      clearInterval(timer);
    } catch {
      // The run has not reached it.
    }
  };
  const timer = setInterval(pass, 100).unref();
}

const FORGE = new ForgeStandIn();

const NETWORK = ["network-prod", "network-test"];
const CDKTF = [TERRAFORM, CLI.cdktf];

export const EXAMPLES: readonly Scenario[] = [
  deployed(
    "organization",
    "cdktf",
    isWorld(
      { Checkout: ["checkout-api", "checkout-web"], "Default Project": [], Platform: NETWORK, Sandbox: [] },
      ...CDKTF,
    ),
  ),
  deployed(
    "cdktn",
    "cdktn",
    isWorld({ Checkout: ["checkout-api"], "Default Project": [], Platform: NETWORK }, TERRAFORM, CLI.cdktn),
  ),
  deployed(
    "teams",
    "cdktf",
    step(
      "each team has its workspaces",
      ({ acme }) => {
        const counts = Object.entries(acme.world).map(([name, workspaces]) => [name, workspaces.length]);
        const teams = { Checkout: 9, "Data Science": 9, Platform: 12, Search: 9 };
        expect(Object.fromEntries(counts)).toEqual({ ...teams, "Default Project": 12 });
      },
      ...CDKTF,
    ),
    follow(readme("teams"), "npx tfprojects emulator --seed seed.json -- npx tfprojects apply"),
  ),
  {
    ...example(
      "plan-bot",
      follow(readme("plan-bot"), "npm install"),
      follow(readme("plan-bot"), "npx tfprojects emulator"),
      step("a forge", () => FORGE.start()),
      ...["created", "updated"].map((done) =>
        follow(readme("plan-bot"), "export TFE_TOKEN=…", {
          values: () => ({ "https://api.github.com": FORGE.address, "FORGE_TOKEN=…": "FORGE_TOKEN=forge" }),
          output: `The comment with the plan was ${done}.`,
        }),
      ),
      step("the pull request has one comment with the plan", async ({ acme }) => {
        expect(FORGE.comments).toEqual(["owner/name#1"]);
        expect(FORGE.comment).toContain("Plan: 1 to create, 1 to update, 3 workspaces to move, 0 to delete.");
        expect(FORGE.comment).not.toContain(acme.emulator.token);
        expect(acme.project("Payments")).toBeDefined();
        await FORGE.stop();
      }),
    ),
  },
  {
    ...example(
      "nightly",
      follow(readme("nightly"), "npm install"),
      follow(readme("nightly"), "npx tfprojects emulator", { output: "exit status 2" }),
      step("the page has both organizations", ({ project }) => {
        const page = readFileSync(project.path("nightly/drift.html"), "utf8");
        expect(page).toContain("<title>Drift of acme, umbrella</title>");
      }),
      follow(readme("nightly"), "export ACME_TOKEN=…", {
        values: ({ acme }) => ({
          "TOKEN=…": `TOKEN=${acme.emulator.token}`,
          "npx tsx main.ts": "npx tsx main.ts || [ $? = 2 ]",
        }),
      }),
      run("ACME_TOKEN=wrong npx tsx main.ts && exit 9 || [ $? = 1 ]"),
    ),
  },
  example(
    "run-task-gate",
    step("hashicorp/null needs no download", ({ project }) =>
      installNullProvider(project.path("run-task-gate/cdktf.out/stacks/gated")),
    ),
    follow(readme("run-task-gate"), INSTALL.cdktf),
    follow(readme("run-task-gate"), "export TFE_ORGANIZATION=…", {
      needs: CDKTF,
      values: (newcomer) => ({ "run-…": startRun(newcomer, "payment-prod", "passed").run }),
    }),
    isWorld({ "Default Project": ["payment-prod"], Production: [] }, ...CDKTF),
    ENVIRONMENT,
    follow(readme("run-task-gate"), "npx tfprojects stages", {
      values: (newcomer) => {
        const { run: id, stage } = startRun(newcomer, "payment-prod", "failed");
        return { "run-…": id, "ts-…": stage };
      },
      goesOn: true,
    }),
    follow(readme("run-task-gate"), "npx tfprojects emulator --seed", { needs: CDKTF }),
  ),
  written("placement", "placement", 'Apply complete in "acme": 14 created, 873 workspaces moved.'),
  written(
    "landing-zone",
    "landing-zone",
    'Apply complete in "acme": 2 created, 7 assignments set, 5 workspaces moved.',
  ),
  written("ci", "plan-and-apply-in-ci", "Plan: 2 to create, 1 to update, 3 workspaces to move, 0 to delete."),
  example(
    "gated-pipeline",
    step("a run of network-prod awaits an override", ({ acme }) => {
      acme.addWorkspace("checkout-prod");
      startPipeline(acme);
    }),
    follow(readme("gated-pipeline"), INSTALL.cdktf),
    ENVIRONMENT,
    follow("docs/gated-pipeline.md", "npx tfprojects stages", {
      values: ({ acme }) => ({ "ts-…": acme.emulator.state().runs[0]!.taskStages[0]!.id }),
      goesOn: true,
    }),
    follow("docs/gated-pipeline.md", "npx cdktf deploy platform", { needs: CDKTF }),
    follow(readme("gated-pipeline"), "export TFE_ORGANIZATION=…", { needs: CDKTF }),
    isWorld({ "Default Project": ["network-prod"], Production: ["checkout-prod"] }, ...CDKTF),
  ),
];
