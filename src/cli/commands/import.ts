import { relative } from "node:path";
import { Command, Option } from "commander";
import { Client } from "../../api";
import { pluralize, formatList, OrganizationView } from "../../reconcile";
import { Progress } from "../engine/progress";
import { generateApp } from "../import/app";
import type { GeneratedFile } from "../import/generated-file";
import { readSelectedProjects, type SelectedProjects } from "../import/read-selected";
import { findStaleFiles, writeFiles } from "../import/write-files";
import { CliError } from "../errors";
import { sanitize, sanitizeLines } from "../render/sanitize";
import { print, printResult, printErr } from "../terminal";

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
        .argParser(collect)
        .default([], "all"),
    )
    .addOption(
      new Option("--exclude <name>", "leave projects of this name or id out; * stands for anything; may be repeated")
        .argParser(collect)
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
      const chosen = await readOrganization(options);
      const files = generateApp(chosen.organization, chosen.projects, { exclusive, imports: options.imports });
      if (options.stdout === true) {
        await print(...files.map(({ path, content }) => `==> ${path} <==\n${content}`));
        return;
      }
      const folder = options.out ?? chosen.organization.name;
      await writeFiles(folder, files, { overwrite: force });
      const old = force ? await findStaleFiles(folder, files) : [];
      if (old.length > 0) printErr(sanitize(`Note: left from before, and no part of the app: ${formatList(old)}.`));
      await printResult(sanitizeLines(summaryLines(folder, files, chosen, options).join("\n")));
    });
}

async function readOrganization(options: Options): Promise<SelectedProjects> {
  const name = options.organization ?? process.env["TFE_ORGANIZATION"];
  if (!name) {
    throw new CliError(
      "Nothing says which organization to import.",
      "Give --organization NAME, or set TFE_ORGANIZATION.",
    );
  }
  const progress = new Progress();
  try {
    const client = new Client({ onRequest: () => progress.increment() });
    const { includeDefault = false, project, exclude } = options;
    const selected = await readSelectedProjects(
      new OrganizationView(client, name),
      { projects: project, exclude, includeDefault },
      progress,
    );
    checkSelection(selected);
    return selected;
  } finally {
    progress.stop();
  }
}

/** @throws Problem when there is nothing to write, or not what was meant. */
function checkSelection({ organization, projects, unmatched }: SelectedProjects): void {
  const names = formatList(organization.projects.map((project) => project.name));
  if (unmatched.length > 0) {
    throw new CliError(
      `${organization.name} has no project ${unmatched.map((pattern) => JSON.stringify(pattern)).join(", ")}, or the token may not see it.`,
      `Nothing was written. It has: ${names}.`,
    );
  }
  if (projects.length === 0) {
    throw new CliError(
      `No project of ${organization.name} was chosen. It has: ${names}.`,
      "Nothing was written. --include-default imports the default project too.",
    );
  }
}

/** What was written, what is not in it, and how to go on. */
function summaryLines(
  folder: string,
  files: readonly GeneratedFile[],
  { organization, projects }: SelectedProjects,
  { imports, exclusive = false }: Options,
): readonly string[] {
  const chosen = new Set(projects.map(({ id }) => id));
  const inside = organization.workspaces.filter(({ projectId }) => chosen.has(projectId)).length;
  const left = organization.projects.filter(({ id }) => !chosen.has(id));
  const others = left.filter(({ id }) => id !== organization.defaultProjectId);
  const unmanaged = [
    ...(left.length > others.length ? ["the default project"] : []),
    ...(others.length > 0 ? [pluralize(others.length, "project")] : []),
    ...(organization.workspaces.length > inside
      ? [pluralize(organization.workspaces.length - inside, "workspace")]
      : []),
  ];
  const place = relative("", folder) || ".";
  // Nobody but the code knows that a membership is exclusive: Terraform counts it as a change of its state.
  const changes = exclusive ? "no change in the organization" : "no change";
  return [
    `Wrote ${pluralize(files.length, "file")} to ${place}: ${pluralize(projects.length, "project")} and ${pluralize(inside, "workspace")} of ${organization.name}.`,
    ...(unmanaged.length > 0 ? [`Not in the code: ${new Intl.ListFormat("en").format(unmanaged)}.`] : []),
    "",
    "Next:",
    `  cd ${shellQuote(place)} && npm install`,
    "  npx tfprojects plan   # compares code and organization: no difference",
    ...(imports ? [`  npx cdktf deploy      # has Terraform take over what is there: ${changes}`] : []),
  ];
}

function shellQuote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
