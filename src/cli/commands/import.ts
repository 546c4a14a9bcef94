import { relative } from "node:path";
import { Command, Option } from "commander";
import { Client } from "../../api";
import { formatList, OrganizationView, pluralize } from "../../reconcile";
import { Progress } from "../engine/progress";
import { CliError } from "../errors";
import { generateApp } from "../import/app";
import { readSelectedProjects, type SelectedProjects } from "../import/select-projects";
import { findStaleFiles, writeFiles, type GeneratedFile } from "../import/files";
import { sanitize, sanitizeLines } from "../render/sanitize";
import { shellQuote } from "../shell-quote";
import { print, printErr, printResult } from "../terminal";

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
The app describes the organization as it is: tfprojects plan shows no changes,
and cdktf deploy imports the projects into Terraform without changing them.
(With --exclusive, Terraform shows an update of its state for memberships.)
Import never changes the organization.

Environment:
  TFE_ORGANIZATION  organization, unless set with --organization
  TFE_ADDRESS       address of Terraform Enterprise (default: HCP Terraform)
  TFE_TOKEN         API token (default: the one stored by terraform login)

Exit status:
  0  the files were written
  1  error, no files were written
  3  some files were written; or all were written, but the result could not be
     written to stdout

Examples:
  Import all projects except the default one into the folder acme:
    $ tfprojects import --organization acme
  Import some of them into another folder:
    $ tfprojects import --project "Team *" --exclude "* Sandbox" --out teams
  Report workspaces that are added out of band as drift from now on:
    $ tfprojects import --exclusive
  Preview the files:
    $ tfprojects import --stdout
  Try it without an account:
    $ tfprojects emulator --seed organization.json -- tfprojects import
`;

/** `tfprojects import` generates a cdktf app from an existing organization. */
export function importCommand(): Command {
  return new Command("import")
    .description("Generate a cdktf app from an existing organization.")
    .option("--organization <name>", "organization to import (default: TFE_ORGANIZATION)")
    .addOption(
      new Option("--project <pattern>", "import only projects with this name or ID; * is a wildcard; repeatable")
        .argParser(collect)
        .default([], "all"),
    )
    .addOption(
      new Option("--exclude <pattern>", "exclude projects with this name or ID; * is a wildcard; repeatable")
        .argParser(collect)
        .default([], "none"),
    )
    .option("--include-default", "also import the default project and its workspaces")
    .option("--exclusive", "make memberships exclusive: other workspaces in these projects are drift")
    .option("--no-imports", "omit import blocks, for use without Terraform or with another organization")
    .option("--out <folder>", "output folder (default: name of the organization)")
    .option("--force", "overwrite existing files")
    .option("--stdout", "print the files instead of writing them")
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      const { exclusive = false, force = false } = options;
      const selected = await readOrganization(options);
      const files = generateApp(selected.organization, selected.projects, { exclusive, imports: options.imports });
      if (options.stdout === true) {
        await print(...files.map(({ path, content }) => `==> ${path} <==\n${content}`));
        return;
      }
      const folder = options.out ?? selected.organization.name;
      await writeFiles(folder, files, { overwrite: force });
      const stale = force ? await findStaleFiles(folder, files) : [];
      if (stale.length > 0) printErr(sanitize(`Warning: stale files of an earlier import: ${formatList(stale)}.`));
      await printResult(sanitizeLines(summaryLines(folder, files, selected, options).join("\n")));
    });
}

async function readOrganization(options: Options): Promise<SelectedProjects> {
  const name = options.organization ?? process.env["TFE_ORGANIZATION"];
  if (!name) throw new CliError("No organization configured.", "Use --organization NAME, or set TFE_ORGANIZATION.");
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

/** @throws CliError when no project is selected, or a pattern matches none. */
function checkSelection({ organization, projects, unmatched }: SelectedProjects): void {
  const names = formatList(organization.projects.map((project) => project.name));
  if (unmatched.length > 0) {
    const missing = unmatched.map((pattern) => JSON.stringify(pattern)).join(", ");
    throw new CliError(
      `Organization ${organization.name} has no project ${missing}, or the token cannot read it.`,
      `Its projects are: ${names}.`,
    );
  }
  if (projects.length === 0) {
    throw new CliError(
      `No project of organization ${organization.name} is selected. Its projects are: ${names}.`,
      "To import the default project too, add --include-default.",
    );
  }
}

/** What was written, what is unmanaged, and the next steps. */
function summaryLines(
  folder: string,
  files: readonly GeneratedFile[],
  { organization, projects }: SelectedProjects,
  { imports, exclusive = false }: Options,
): readonly string[] {
  const ids = new Set(projects.map(({ id }) => id));
  const managed = organization.workspaces.filter(({ projectId }) => ids.has(projectId)).length;
  const others = organization.projects.filter(({ id }) => !ids.has(id));
  const unmanagedProjects = others.filter(({ id }) => id !== organization.defaultProjectId).length;
  const unmanagedWorkspaces = organization.workspaces.length - managed;
  const unmanaged = [
    ...(others.length > unmanagedProjects ? ["the default project"] : []),
    ...(unmanagedProjects > 0 ? [pluralize(unmanagedProjects, "project")] : []),
    ...(unmanagedWorkspaces > 0 ? [pluralize(unmanagedWorkspaces, "workspace")] : []),
  ];
  const path = relative("", folder) || ".";
  const content = `${pluralize(projects.length, "project")} and ${pluralize(managed, "workspace")}`;
  // The service does not know that a membership is exclusive, so Terraform shows an update of its state.
  const changes = exclusive ? "no change in the organization" : "no changes";
  return [
    `Wrote ${pluralize(files.length, "file")} to ${path}: ${content} of ${organization.name}.`,
    ...(unmanaged.length > 0 ? [`Unmanaged: ${new Intl.ListFormat("en").format(unmanaged)}.`] : []),
    "",
    "Next steps:",
    `  cd ${quoteIfNeeded(path)} && npm install`,
    "  npx tfprojects plan   # compare the code with the organization: no changes",
    ...(imports ? [`  npx cdktf deploy      # import the projects into Terraform: ${changes}`] : []),
  ];
}

function quoteIfNeeded(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellQuote(text);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
