import { cliRunsOn, FRAMEWORKS, type Framework } from "../constructs/base/frameworks";
import { STACKS } from "../import/cdktf/scaffold";
import { pluralize } from "../reconcile";
import { shellWord } from "../shell-quote";

/** The result of `tfprojects import`. */
interface Written {
  /** Its stack has the same name. */
  readonly organization: string;
  /** The text is quoted as a word for a shell. */
  readonly folder: string;
  /** Whether the code has import blocks. */
  readonly imports: boolean;
  /** What Terraform plans besides imports, which changes only its state: `updates of memberships`. */
  readonly besides: string | undefined;
}

/** @param node - The version of Node.js with which the CLI of the framework would run. */
export function appSteps(written: Written, framework: Framework, node: string): readonly string[] {
  return [
    `cd ${written.folder} && npm install`,
    "npx tfprojects plan   # compare the code with the organization: no changes",
    ...(written.imports ? deploySteps(written, framework, node) : []),
  ];
}

function deploySteps(written: Written, framework: Framework, node: string): readonly string[] {
  const change = `import the projects into Terraform: ${expectedChanges(written)}`;
  if (cliRunsOn(framework, node)) return [`npx ${framework} deploy      # ${change}`];
  const needed = `\`${framework} deploy\` needs ${FRAMEWORKS[framework].cliNode.text}`;
  return [
    `cd ${shellWord(`${STACKS}/${written.organization}`)} && terraform init   # ${needed}`,
    `terraform apply       # ${change}`,
  ];
}

export function hclSteps(written: Written): readonly string[] {
  const { folder, imports, besides } = written;
  return [
    ...initialSteps(folder),
    ...(imports
      ? [
          `terraform plan    # ${besides === undefined ? "only imports" : `imports, and ${besides}`}`,
          `terraform apply   # import the projects into Terraform: ${expectedChanges(written)}`,
        ]
      : ["terraform plan"]),
  ];
}

function initialSteps(folder: string): readonly string[] {
  return [`npx tfprojects provider install --folder ${folder}`, `cd ${folder} && terraform init`];
}

/** The result of `tfprojects import --by`. */
interface WrittenGroups {
  /** The text is quoted as a word for a shell. */
  readonly folder: string;
  /** How many projects the code creates. */
  readonly created: number;
  /** How many workspaces its placement moves. */
  readonly moved: number;
}

export function groupsAppSteps(written: WrittenGroups): readonly string[] {
  const limit = `--max-moves ${written.moved}`;
  return [
    `cd ${written.folder} && npm install`,
    `npx tfprojects plan ${limit}    # ${plannedChanges(written)}`,
    `npx tfprojects apply ${limit}   # or deploy with Terraform: see README.md`,
  ];
}

export function groupsHclSteps(written: WrittenGroups): readonly string[] {
  return [...initialSteps(written.folder), `terraform plan    # ${plannedChanges(written)}`, "terraform apply"];
}

function plannedChanges({ created, moved }: WrittenGroups): string {
  return `${pluralize(created, "project")} to create, ${pluralize(moved, "workspace")} to move`;
}

function expectedChanges({ besides }: Written): string {
  return besides === undefined ? "no changes" : "no change in the organization";
}
