import { relative } from "node:path";
import { Option } from "commander";
import { ActionCommand } from "../action-command";
import { Client } from "../../api";
import { formatList, OrganizationView, pluralize } from "../../reconcile";
import type { ActualOrganization } from "../../engine";
import type { Listener } from "../../engine/events";
import { sanitize, sanitizeLines } from "../../sanitize";
import { milliseconds } from "../numbers";
import { DEADLINE } from "../plan-flags";
import { Progress } from "../progress";
import { hasJsonCode } from "../../terraform/module-files";
import { UserError } from "../../user-error";
import { writeApp, writeHcl } from "../../import/app";
import { findStaleFiles, ImportFolder } from "../../import/import-folder";
import { describeImport, LAYOUTS, type ImportedOrganization, type Layout } from "../../import/imported";
import { formatNotCarriedOver } from "../../import/not-carried-over";
import { readDefaultProject } from "../../import/grouping/default-project";
import { findGroupings } from "../../import/grouping/grouping";
import { suggestionsAsJson, suggestionsAsText } from "../../import/grouping/suggestions";
import { constructIdsIn } from "../../import/previous-import";
import { lacksTags, readSelectedProjects, tagsNotShown, type SelectedProjects } from "../../import/select-projects";
import { wrapText } from "../../engine/report/wrap";
import { appSteps, hclSteps } from "../import-steps";
import { collect } from "../repeatable-option";
import { shellWord } from "../../shell-quote";
import { printText } from "../report";
import { print, printErr, printResult, stdoutColors, terminalWidth } from "../terminal";

interface Options {
  readonly organization?: string;
  readonly deadline?: number;
  readonly project: readonly string[];
  readonly exclude: readonly string[];
  readonly includeDefault?: boolean;
  readonly exclusive?: boolean;
  readonly rules?: boolean;
  readonly imports: boolean;
  readonly skipDurations?: boolean;
  readonly layout: Layout;
  readonly cdktn?: boolean;
  readonly hcl?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly stdout?: boolean;
  readonly suggest?: boolean;
  readonly json?: boolean;
}

const HELP = `
The code describes the organization as it is: tfprojects plan shows no changes,
and a deployment imports the projects into Terraform without changing them.
(With --exclusive or --rules, Terraform shows an update of its state for
memberships.)
Import never changes the organization. Settings that are not carried over, such
as team access, are listed in the result, in the main file and in README.md.

--skip-durations is for organizations without auto-destroy durations, if the
list of projects does not include them. Code without a duration clears it, so
check with tfprojects plan.

Layouts:
  files  code for each project: in the main file while that has at most 300
         lines for projects, otherwise in a file for each
  table  all projects in one file, organization.ts or projects.tf, and a loop
         over them; a new project is a new entry and changes nothing else

With --rules, memberships select workspaces by a rule where that has the same
result: by prefixes of names that end at -, _ or a number, such as net-*, or by
one tag that no workspace of another project has; each matches at least five
workspaces. New workspaces that match belong to the project, too.

With --suggest, nothing is written. A table shows ways to group the workspaces
of the default project: by the first one, two or three words of their names,
which "-" or "_" separates, or by the values of a tag; at least five workspaces
are a group. The first way covers most of them with fewest groups; ways whose
largest group has more than half of the workspaces are last.

With --cdktn, the app is built on CDK Terrain, the successor of cdktf, whose CLI
needs Node.js 22.19.

With --hcl, import blocks need Terraform 1.5, and Terraform or OpenTofu 1.7 with
--layout table. Install the provider with tfprojects provider install.

With --force, projects keep the names that they have in imports.ts or imports.tf
of the folder, even if they were renamed in the organization.

Environment:
  TFE_ORGANIZATION  organization, unless set with --organization
  TFE_ADDRESS       address of Terraform Enterprise (default: HCP Terraform)
  TFE_TOKEN         API token (default: the one stored by terraform login)

Exit status:
  0  the files were written, or with --suggest, the ways are shown
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
  Select workspaces by prefixes of their names, or by a tag, where possible:
    $ tfprojects import --rules
  Show ways to group the workspaces of the default project:
    $ tfprojects import --suggest
  Import many projects into a table:
    $ tfprojects import --layout table
  Write an app for CDK Terrain instead of one for cdktf:
    $ tfprojects import --cdktn
  Write Terraform configuration instead of an app:
    $ tfprojects import --hcl
  Preview the files:
    $ tfprojects import --stdout
  Try it without an account:
    $ tfprojects emulator --seed organization.json -- tfprojects import
`;

const ADVICE = {
  ifPresent: "Use another folder with --out, or overwrite existing files with --force.",
  ifUnreadable: "Correct the file, or use another folder with --out.",
  ifUnwritable: "Check the folder given with --out.",
};

/** The options, by their members, that decide which projects are imported, and how. */
const SELECTING = ["project", "exclude", "includeDefault", "exclusive", "rules", "skipDurations", "imports"];

/** The width of lists in the result, in columns. */
const WIDTH = 80;

/** `tfprojects import` generates a cdktf or cdktn app, or Terraform configuration, from an existing organization. */
export function importCommand(): ActionCommand {
  return new ActionCommand("import")
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
    .option("--rules", "select workspaces by rules instead of names, where the result is the same")
    .option("--skip-durations", "do not read auto-destroy durations; saves one request for each project")
    .option(...DEADLINE)
    .option("--no-imports", "omit import blocks, for use without Terraform or with another organization")
    .addOption(
      new Option("--layout <layout>", "files: code for each project; table: data of all projects and a loop")
        .choices(LAYOUTS)
        .default("files"),
    )
    .addOption(new Option("--cdktn", "write an app for cdktn (CDK Terrain) instead of cdktf").conflicts("hcl"))
    .option("--hcl", "write Terraform configuration instead of an app")
    .option("--out <folder>", "output folder (default: name of the organization)")
    .option("--force", "overwrite existing files")
    .option("--stdout", "print the files instead of writing them")
    .addOption(
      new Option("--suggest", "show ways to group the workspaces of the default project, and write no files").conflicts(
        [...SELECTING, "layout", "cdktn", "hcl", "out", "force", "stdout"],
      ),
    )
    .option("--json", "with --suggest: output as JSON")
    .addHelpText("after", HELP)
    .run(async (options: Options) => {
      if (options.json === true && options.suggest !== true) {
        throw new UserError("--json needs --suggest.", "Add --suggest, or remove --json.", { code: "USAGE" });
      }
      if (options.suggest === true) return suggest(options);
      const { exclusive = false, rules = false, force = false, hcl = false, imports, layout } = options;
      const framework = options.cdktn === true ? "cdktn" : "cdktf";
      const name = organizationName(options);
      // Before the organization is read, so that files which are saved meanwhile are not overwritten.
      const requested = new ImportFolder(options.out ?? name, ADVICE);
      const early = force ? await requested.readPresent() : undefined;
      const { organization, projects, warnings } = await readOrganization(options);
      for (const warning of warnings) printErr(sanitize(`Warning: ${warning}`));
      // The service returns the name in its own spelling.
      const folder = new ImportFolder(options.out ?? organization.name, ADVICE);
      const present = early && folder.path !== requested.path ? await folder.readPresent() : early;
      const importsFile = hcl ? "imports.tf" : "imports.ts";
      const constructIds = constructIdsIn(importsFile, folder.textOf(importsFile, present));
      const skipped = options.skipDurations === true ? "--skip-durations" : undefined;
      const imported = describeImport(organization, projects, {
        exclusive,
        rules,
        constructIds,
        includeDefault: "--include-default",
        skipped,
      });
      const files = hcl ? writeHcl(imported, { imports, layout }) : writeApp(imported, { imports, layout, framework });
      if (options.stdout === true) {
        await print(...files.map(({ path, content }) => `==> ${path} <==\n${content}`));
        return;
      }
      if (hcl && hasJsonCode(folder.path)) throw besideJson(folder.path);
      await folder.write(files, present);
      const stale = findStaleFiles(present ?? new Map(), files);
      if (stale.length > 0) printErr(sanitize(`Warning: stale files of an earlier import: ${formatList(stale)}.`));
      const steps = {
        organization: organization.name,
        folder: shellWord(relative("", folder.path) || "."),
        imports,
        // The service does not know that a membership is exclusive or has a rule, so Terraform updates its state.
        updatesMemberships: exclusive || rules,
      };
      const wrote = `Wrote ${pluralize(files.length, "file")} to ${relative("", folder.path) || "."}`;
      const lines = [
        `${wrote}: ${contentOf(imported, organization)}.`,
        "",
        "Not carried over:",
        ...imported.notCarriedOver.flatMap((item) => wrapText(`  - ${formatNotCarriedOver(item)}`, WIDTH, 4)),
        "",
        "Next steps:",
        ...(hcl ? hclSteps(steps) : appSteps(steps, framework, process.versions.node)).map((step) => `  ${step}`),
      ];
      await printResult(sanitizeLines(lines.join("\n")));
    });
}

/** Shows ways to group the workspaces of the default project. */
async function suggest(options: Options): Promise<void> {
  const found = await reading(options, (view, listener) => readDefaultProject(view, { tags: true }, listener));
  for (const warning of found.warnings) printErr(sanitize(`Warning: ${warning}`));
  const { organization, project, workspaces } = found;
  if (lacksTags(workspaces)) printErr(sanitize(`Warning: ${tagsNotShown(organization)}: there are no ways by tag.`));
  const suggestions = { found, groupings: findGroupings(workspaces, project.name) };
  await printText(
    options.json === true
      ? suggestionsAsJson(suggestions)
      : suggestionsAsText(suggestions, stdoutColors, terminalWidth()),
  );
}

function besideJson(folder: string): UserError {
  return new UserError(
    `No files were written: ${folder} has Terraform JSON, which could no longer be read as a whole with HCL beside it.`,
    "Use another folder with --out.",
    { code: "FILE_EXISTS" },
  );
}

function organizationName({ organization = process.env["TFE_ORGANIZATION"] }: Options): string {
  if (organization) return organization;
  throw new UserError("No organization configured.", "Use --organization NAME, or set TFE_ORGANIZATION.");
}

/** Reads the organization while progress is shown. */
async function reading<T>(
  options: Options,
  read: (view: OrganizationView, listener: Listener) => Promise<T>,
): Promise<T> {
  const name = organizationName(options);
  const progress = new Progress();
  try {
    const client = new Client({
      onRequest: () => progress.listener({ kind: "request" }),
      deadlineMs: milliseconds(options.deadline),
    });
    return await read(new OrganizationView(client, name), progress.listener);
  } finally {
    progress.stop();
  }
}

function readOrganization(options: Options): Promise<SelectedProjects> {
  const { project: projects, exclude, includeDefault = false, skipDurations = false } = options;
  const { exclusive = false, rules = false } = options;
  return reading(options, async (view, listener) => {
    const selection = { projects, exclude, includeDefault, skipDurations, exclusive, rules };
    const selected = await readSelectedProjects(view, selection, listener);
    checkSelection(selected);
    return selected;
  });
}

/** @throws UserError when no project is selected, or a pattern matches none. */
function checkSelection({ organization, projects, unmatched }: SelectedProjects): void {
  const names = formatList(organization.projects.map((project) => project.name));
  if (unmatched.length > 0) {
    const missing = unmatched.map((pattern) => JSON.stringify(pattern)).join(", ");
    throw new UserError(
      `Organization ${organization.name} has no project ${missing}, or the token cannot read it.`,
      `Its projects are: ${names}.`,
    );
  }
  if (projects.length === 0) {
    throw new UserError(
      `No project of organization ${organization.name} is selected. Its projects are: ${names}.`,
      "To import the default project too, add --include-default.",
    );
  }
}

/** The content of the code: `2 projects and 30 workspaces of acme, 25 of them by rules`. */
function contentOf(
  { projects, workspacesByRule }: ImportedOrganization,
  { name, workspaces }: ActualOrganization,
): string {
  const ids = new Set(projects.map(({ id }) => id));
  const managed = workspaces.filter(({ projectId }) => ids.has(projectId)).length;
  const rules = workspacesByRule === 0 ? "" : `, ${workspacesByRule} of them by rules`;
  return `${pluralize(projects.length, "project")} and ${pluralize(managed, "workspace")} of ${name}${rules}`;
}
