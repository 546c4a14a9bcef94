import { join } from "node:path";
import type { Framework } from "../../../src/constructs/base/frameworks";
import { pack } from "../../support/package-registry";
import { sharedBundle } from "../../support/shared-bundle";
import { REGISTRY, TerraformWorkspace } from "../../support/terraform";
import type { Need, Scenario, Step } from "./scenario";
import {
  CLI,
  ENVIRONMENT,
  EXISTING,
  follow,
  followGenerated,
  isWorld,
  ON_PATH,
  run,
  save,
  step,
  TERRAFORM,
  tokenIsNowhere,
  unchanged,
} from "./steps";

const README = "README.md";

function importedApp(framework: Framework): Scenario {
  const { before, after } = unchanged();
  return {
    name: `an organization imported as an app on ${framework}`,
    seed: EXISTING,
    steps: [
      before,
      ENVIRONMENT,
      run(`npx tfprojects import${framework === "cdktn" ? " --cdktn" : ""}`),
      run("cd acme && npm install"),
      run("npx tfprojects plan --detailed-exitcode"),
      run("npm run typecheck"),
      followGenerated("acme/README.md", TERRAFORM, CLI[framework]),
      after,
    ],
  };
}

const EXPORT = "export TFE_ORGANIZATION=acme TFE_TOKEN=…";

/** The commands of a document that imports with the defaults. @param values - As of {@link follow}. */
function documentedImport(
  file: string,
  begins: string,
  values: Readonly<Record<string, string>>,
  ...needs: readonly Need[]
): Scenario {
  const { before, after } = unchanged();
  return {
    name: `the import of ${file}`,
    seed: EXISTING,
    steps: [before, follow(file, begins, { needs, values: () => values }), after],
  };
}

function importedConfiguration(): Scenario {
  const { before, after } = unchanged();
  return {
    name: "an organization imported as HCL",
    seed: EXISTING,
    steps: [
      before,
      ENVIRONMENT,
      run("npx tfprojects import --hcl && cd acme"),
      followGenerated("acme/README.md", TERRAFORM),
      run("terraform plan -detailed-exitcode", TERRAFORM),
      after,
      run("npm install tfprojects"),
      ON_PATH,
      follow("docs/terraform-or-engine.md", "terraform plan -out=tfplan", { needs: [TERRAFORM] }),
      follow("docs/getting-started.md", "npm install && npx --no tfprojects provider install", { needs: [TERRAFORM] }),
      tokenIsNowhere,
    ],
  };
}

/** The background emulator of docs/emulator.md, which a plan of docs/index.md's configuration uses. */
const READY_FILE: Scenario = {
  name: "a plan on an emulator in the background",
  steps: [
    run("npx tfprojects provider install --folder .", TERRAFORM),
    save("docs/index.md", "terraform {", "main.tf"),
    run("terraform init", TERRAFORM),
    follow("docs/emulator.md", "rm -f emulator.env", { needs: [TERRAFORM] }),
    step("the emulator is stopped, and no request went elsewhere", async (newcomer) => {
      expect(newcomer.acme.takeRequests()).toEqual([]);
      await newcomer.shell("[ ! -e emulator.env ]");
    }),
  ],
};

/** Commands that take over a configuration of hashicorp/tfe, in the folder `my-configuration`. */
function migration(file: string, begins: string, ...steps: readonly Step[]): Scenario {
  return {
    name: `the migration of ${file}`,
    steps: [
      step("a configuration with hashicorp/tfe", ({ project }) => {
        const folder = project.path("my-configuration");
        project.write("my-configuration/main.tf", CONFIGURATION);
        const executable = join(folder, "terraform-provider-tfe");
        sharedBundle("test/support/tfe-provider/main.ts", executable);
        new TerraformWorkspace({}, undefined, folder).stageProvider(executable, `${REGISTRY}/hashicorp/tfe`, "0.80.0");
      }),
      ENVIRONMENT,
      run("cd my-configuration && terraform init && terraform apply && cd ..", TERRAFORM),
      isWorld({ "Default Project": [], Platform: ["network"] }, TERRAFORM),
      ...steps,
      follow(file, begins, { needs: [TERRAFORM] }),
      isWorld({ "Default Project": [], Platform: ["network"] }, TERRAFORM),
    ],
  };
}

const CONFIGURATION = `terraform {
  required_providers {
    tfe = {
      source  = "hashicorp/tfe"
      version = "0.80.0"
    }
  }
}

provider "tfe" {
  organization = "acme"
}

resource "tfe_project" "platform" {
  name = "Platform"
}

resource "tfe_workspace" "network" {
  name       = "network"
  project_id = tfe_project.platform.id
}
`;

export const IMPORTS: readonly Scenario[] = [
  importedConfiguration(),
  documentedImport(README, "npm ci && npm pack ", {
    "npm ci && npm pack ": `mkdir tfprojects && cd tfprojects && cp ${pack()} . `,
  }),
  documentedImport("docs/import.md", EXPORT, {}, TERRAFORM, CLI.cdktf),
  importedApp("cdktf"),
  importedApp("cdktn"),
  READY_FILE,
  migration("docs/migrate-from-tfe.md", "cd my-configuration"),
];

/** An app that `import` writes, installed with a package manager and planned. */
function installedWith(name: string, framework: Framework, ...steps: readonly Step[]): Scenario {
  const { before, after } = unchanged();
  return {
    name: `an app on ${framework}, installed with ${name}`,
    seed: EXISTING,
    steps: [
      before,
      ENVIRONMENT,
      run(`npx tfprojects import${framework === "cdktn" ? " --cdktn" : ""} && cd acme`),
      ...steps,
      after,
    ],
  };
}

const PNPM = follow("docs/import.md", "pnpm install", { values: () => ({ "pnpm ": "npx pnpm " }) });
const YARN = follow("docs/import.md", "yarn install", {
  values: () => ({ "yarn ": "npx --package @yarnpkg/cli-dist@4 yarn " }),
});

export const PACKAGE_MANAGERS: readonly Scenario[] = (["cdktf", "cdktn"] as const).flatMap((framework) => [
  ...["npm@9", "npm@10"].map((npm) =>
    installedWith(npm, framework, run(`npx ${npm} install && npx tfprojects plan --detailed-exitcode`)),
  ),
  installedWith("pnpm", framework, run("export pnpm_config_strict_peer_dependencies=true"), PNPM),
  installedWith("Yarn, with Plug'n'Play", framework, YARN),
]);
