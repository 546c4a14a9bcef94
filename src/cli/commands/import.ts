import { relative } from "node:path";
import { Command, Option } from "commander";
import { Client } from "../../api";
import { counted, listed, OrganizationView } from "../../reconcile";
import { Progress } from "../engine/progress";
import { generateApp } from "../import/app";
import type { GeneratedFile } from "../import/generated-file";
import { readChosen, type ChosenProjects } from "../import/read-chosen";
import { leftOver, writeFiles } from "../import/write-files";
import { Problem } from "../problem";
import { harmless, harmlessLines } from "../render/harmless";
import { give, giveDone, tell } from "../terminal";

interface Options {
  readonly organization?: string;
  readonly project: readonly string[];
  readonly exclude: readonly string[];
  readonly includeDefault?: boolean;
  readonly exclusive?: boolean;
  readonly imports: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly stdout?: boolean;
}

const HELP = `
The code says what the organization says: tfprojects plan then shows no difference, and cdktf deploy takes the
projects over without a change. (With --exclusive Terraform counts memberships as changed: in its state, which
alone knows that they are exclusive.) Nothing is written to the organization.

Exit status: 0 when the files are written; 1 when none is; 3 when some are, or all and stdout could not be
written.

Which organization, where it is and as whom to read it, the environment says:
  TFE_ORGANIZATION  its name, unless --organization gives it
  TFE_ADDRESS       https://tfe.example.com for Terraform Enterprise (default: HCP Terraform)
  TFE_TOKEN         a token; otherwise the one that terraform login stored

Examples:
  All projects but the default one, with the workspaces in them, into the folder acme:
    $ tfprojects import --organization acme
  Some of them, elsewhere:
    $ tfprojects import --project "Platform" --project "Team *" --exclude "* Sandbox" --out infrastructure/projects
  Memberships that admit no other workspace: one that comes in by hand is drift from then on:
    $ tfprojects import --exclusive
  Look first, write nothing:
    $ tfprojects import --stdout
  Try it all without an account:
    $ tfprojects emulator --seed organization.json -- tfprojects import
`;

/** `tfprojects import`: writes a cdktf app for an organization as it is (DESIGN section 4). */
export function importCommand(): Command {
  return new Command("import")
    .description("Write a cdktf app for an organization as it is.")
    .option("--organization <name>", "the organization (default: the environment variable TFE_ORGANIZATION)")
    .addOption(
      new Option("--project <name>", "import only projects of this name or id; * stands for anything; may be repeated")
        .argParser(gather)
        .default([], "all"),
    )
    .addOption(
      new Option("--exclude <name>", "leave projects of this name or id out; * stands for anything; may be repeated")
        .argParser(gather)
        .default([], "none"),
    )
    .option("--include-default", "import the default project too, with the workspaces in it")
    .option("--exclusive", "say of each project that it holds no other workspaces")
    .option("--no-imports", "write no import statements: for the engine alone, or for another organization")
    .option("--out <folder>", "write there (default: a folder named as the organization)")
    .option("--force", "overwrite files that exist")
    .option("--stdout", "print the files instead of writing them")
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      const { exclusive = false, force = false } = options;
      const chosen = await read(options);
      const files = generateApp(chosen.organization, chosen.projects, { exclusive, imports: options.imports });
      if (options.stdout === true) {
        await give(...files.map(({ path, content }) => `==> ${path} <==\n${content}`));
        return;
      }
      const folder = options.out ?? chosen.organization.name;
      await writeFiles(folder, files, { overwrite: force });
      const old = force ? await leftOver(folder, files) : [];
      if (old.length > 0) tell(harmless(`Note: left from before, and no part of the app: ${listed(old)}.`));
      await giveDone(harmlessLines(report(folder, files, chosen, options).join("\n")));
    });
}

async function read(options: Options): Promise<ChosenProjects> {
  const name = options.organization ?? process.env["TFE_ORGANIZATION"];
  if (!name) {
    throw new Problem(
      "Nothing says which organization to import.",
      "Give --organization NAME, or set TFE_ORGANIZATION.",
    );
  }
  const progress = new Progress();
  try {
    const client = new Client({ onRequest: () => progress.step() });
    const { includeDefault = false, project, exclude } = options;
    const chosen = await readChosen(
      new OrganizationView(client, name),
      { projects: project, exclude, includeDefault },
      progress,
    );
    checkChoice(chosen);
    return chosen;
  } finally {
    progress.end();
  }
}

/** @throws Problem when there is nothing to write, or not what was meant. */
function checkChoice({ organization, projects, unmatched }: ChosenProjects): void {
  const names = listed(organization.projects.map((project) => project.name));
  if (unmatched.length > 0) {
    throw new Problem(
      `${organization.name} has no project ${unmatched.map((pattern) => JSON.stringify(pattern)).join(", ")}, or the token may not see it.`,
      `Nothing was written. It has: ${names}.`,
    );
  }
  if (projects.length === 0) {
    throw new Problem(
      `No project of ${organization.name} was chosen. It has: ${names}.`,
      "Nothing was written. --include-default imports the default project too.",
    );
  }
}

/** What was written, what is not in it, and how to go on. */
function report(
  folder: string,
  files: readonly GeneratedFile[],
  { organization, projects }: ChosenProjects,
  { imports, exclusive = false }: Options,
): readonly string[] {
  const chosen = new Set(projects.map(({ id }) => id));
  const inside = organization.workspaces.filter(({ projectId }) => chosen.has(projectId)).length;
  const left = organization.projects.filter(({ id }) => !chosen.has(id));
  const others = left.filter(({ id }) => id !== organization.defaultProjectId);
  const outside = [
    ...(left.length > others.length ? ["the default project"] : []),
    ...(others.length > 0 ? [counted(others.length, "project")] : []),
    ...(organization.workspaces.length > inside ? [counted(organization.workspaces.length - inside, "workspace")] : []),
  ];
  const place = relative("", folder) || ".";
  // Nobody but the code knows that a membership is exclusive: Terraform counts it as a change of its state.
  const takeover = exclusive ? "no change in the organization" : "no change";
  return [
    `Wrote ${counted(files.length, "file")} to ${place}: ${counted(projects.length, "project")} and ${counted(inside, "workspace")} of ${organization.name}.`,
    ...(outside.length > 0 ? [`Not in the code: ${new Intl.ListFormat("en").format(outside)}.`] : []),
    "",
    "Next:",
    `  cd ${shellWord(place)} && npm install`,
    "  npx tfprojects plan   # compares code and organization: no difference",
    ...(imports ? [`  npx cdktf deploy      # has Terraform take over what is there: ${takeover}`] : []),
  ];
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function gather(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}
