import { relative } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { ActionCommand } from "../action-command";
import { readGroups, suggest } from "../import-groups";
import { readProjects, type ProjectOptions } from "../import-projects";
import { organizationName } from "../import-source";
import { formatList, pluralize, quote } from "../../reconcile";
import { sanitize, sanitizeLines } from "../../sanitize";
import { DEADLINE } from "../plan-flags";
import { hasJsonCode } from "../../terraform/module-files";
import { usageError, UserError } from "../../user-error";
import { IMPORTED_KINDS, type ImportedKind } from "../../import/assignments";
import { ownRequirement } from "../own-requirement";
import { CodeFolder } from "../../files/code-folder";
import { findStaleFiles } from "../../import/stale-files";
import { parseWay, WAYS_TEXT, type Way } from "../../import/grouping/ways";
import { constructIdsIn } from "../../import/previous-import";
import { collect } from "../option-values";
import { shellWord } from "../../shell-quote";
import { print, printErr, printResult } from "../output";

interface Options extends ProjectOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly stdout?: boolean;
  readonly suggest?: boolean;
  /** At least one. */
  readonly by?: readonly [Way, ...Way[]];
  readonly json?: boolean;
  readonly html?: string;
}

const HELP = `
The code describes the organization as it is: tfprojects plan shows no changes,
and a deployment imports the projects into Terraform without changing them.
(With --exclusive, Terraform shows an update of its state for memberships, and
with --rules the creation of a placement, which moves nothing.)
Import never changes the organization. What is not carried over is listed in the
result, in the main file and in README.md.

With --with, the code also has what is assigned to the projects, as it is today:
the access of teams, variable sets, policy sets, or some of these. What code
cannot assign, such as global sets, is left out and listed. The token has to be
allowed to read all of it.

--skip-durations is for organizations without auto-destroy durations, if the
list of projects does not include them. Code without a duration clears it, so
check with tfprojects plan.

All projects are in one file, organization.ts or projects.tf, and the main file
has a loop over them: a new project is a new entry and changes nothing else.

With --rules, a placement has a rule for each project where that has the same
result: prefixes of names that end at -, _ or a number, such as net-*, or one
tag that no workspace of another project has; each matches at least five
workspaces. New workspaces that match belong to the project, too. Memberships
have the other workspaces. Rules cannot be combined with exclusive memberships.

With --suggest, nothing is written. It shows ways to group the workspaces of the
default project, with the groups of each, what it leaves, and where two ways
disagree. At least five workspaces are a group. The first way covers most of
them with fewest groups; ways whose largest group has more than half of the
workspaces are last. The ways are:
  word:1, word:2, word:3     the n-th word of names, from the front
  word:-1, word:-2, word:-3  the n-th word of names, from the end
  tag:KEY                    the value of the tag KEY
  repository:owner           the owner of the VCS repository
  repository:folder          the first folder of the working directory in it
Words end at "-", "_" and digits, and begin with a capital: payApi has two.
Words of environments, such as prod and eu, are in no group.

With --suggest --with access, each group has the teams that have access to its
workspaces themselves, and after the mark ≠ those that have it to some of them
only. It takes one request for each workspace.

With --by, the code has a project for each group of such a way. A placement with
a rule for each group moves exactly these workspaces, if patterns of names or
tags select them; otherwise memberships list them, which route no new workspace.
With several --by, the first way that has a group for a workspace decides.
Projects that exist are not part of the code: it refers to them. Workspaces in
no group are listed in a comment.

With --cdktn, the app is built on CDK Terrain, the successor of cdktf, whose CLI
needs Node.js 22.19.

With --hcl, import blocks need Terraform or OpenTofu 1.7. Install the provider
with tfprojects provider install.

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
  Write projects for them by the first word of their names:
    $ tfprojects import --by word:1
  By the tag team, and those without it by the last word of their names:
    $ tfprojects import --by tag:team --by word:-1
  Import the access of teams, variable sets and policy sets, too:
    $ tfprojects import --with access,variable-sets,policy-sets
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
const SELECTING = ["project", "exclude", "includeDefault", "exclusive", "rules", "skipDurations", "with", "imports"];

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
    .addOption(
      new Option("--rules", "select workspaces by the rules of a placement, where the result is the same").conflicts(
        "exclusive",
      ),
    )
    .addOption(
      new Option("--with <kinds>", "also import what is assigned to the projects: kinds, separated by commas")
        .choices(IMPORTED_KINDS.map(({ option }) => option))
        .argParser(kindsIn),
    )
    .option("--skip-durations", "do not read auto-destroy durations; saves one request for each project")
    .option(...DEADLINE)
    .option("--no-imports", "omit import blocks, for use without Terraform or with another organization")
    .addOption(new Option("--cdktn", "write an app for cdktn (CDK Terrain) instead of cdktf").conflicts("hcl"))
    .option("--hcl", "write Terraform configuration instead of an app")
    .option("--out <folder>", "output folder (default: name of the organization)")
    .option("--force", "overwrite existing files")
    .option("--stdout", "print the files instead of writing them")
    .addOption(
      new Option("--suggest", "show ways to group the workspaces of the default project, and write no files").conflicts(
        [...SELECTING.filter((it) => it !== "with"), "cdktn", "hcl", "out", "force", "stdout"],
      ),
    )
    .option("--json", "with --suggest: output as JSON")
    .option("--html <file>", "with --suggest: also write an HTML page with all names")
    .addOption(
      new Option(
        "--by <way>",
        "write projects for groups of workspaces; repeatable: the first way that has one decides",
      )
        .argParser(waysWith)
        .conflicts([...SELECTING, "suggest"]),
    )
    .addHelpText("after", HELP)
    .run(async (options: Options) => {
      const shown = (["json", "html"] as const).find((it) => options[it] !== undefined);
      if (shown !== undefined && options.suggest !== true) {
        throw usageError(`--${shown} needs --suggest.`, `Add --suggest, or remove --${shown}.`);
      }
      if (options.suggest === true) return suggest({ ...options, withAccess: readsAccess(options) });
      const { force = false, hcl = false } = options;
      const name = organizationName(options);
      // Before the organization is read, so that files which are saved meanwhile are not overwritten.
      const requested = new CodeFolder(options.out ?? name, ADVICE);
      const early = force ? await requested.readPresent() : undefined;
      const { organization, toCode } = await (options.by === undefined
        ? readProjects(options)
        : readGroups(options.by, options));
      // The service returns the name in its own spelling.
      const folder = new CodeFolder(options.out ?? organization, ADVICE);
      const present = early && folder.path !== requested.path ? await folder.readPresent() : early;
      const importsFile = hcl ? "imports.tf" : "imports.ts";
      const { files, content, left, steps } = toCode({
        constructIds: constructIdsIn(importsFile, folder.textOf(importsFile, present)),
        requirement: ownRequirement(folder.path),
      });
      if (options.stdout === true) {
        await print(...files.map((file) => `==> ${file.path} <==\n${file.content}`));
        return;
      }
      if (hcl && hasJsonCode(folder.path)) throw besideJson(folder.path);
      await folder.write(files, present);
      const stale = findStaleFiles(present ?? new Map(), files);
      if (stale.length > 0) printErr(sanitize(`Warning: stale files of an earlier import: ${formatList(stale)}.`));
      const path = relative("", folder.path) || ".";
      const lines = [
        `Wrote ${pluralize(files.length, "file")} to ${path}: ${content}.`,
        ...(left.length === 0 ? [] : ["", ...left]),
        "",
        "Next steps:",
        ...steps(shellWord(path)).map((step) => `  ${step}`),
      ];
      await printResult(sanitizeLines(lines.join("\n")));
    });
}

/** Whether suggestions have the access of teams. @throws UserError for other kinds, which they do not have. */
function readsAccess({ with: kinds = [] }: Options): boolean {
  const others = kinds.filter(({ option }) => option !== ACCESS);
  if (others.length === 0) return kinds.length > 0;
  throw usageError(
    `Suggestions do not have ${formatList(others.map(({ option }) => option))}.`,
    `With --suggest, use --with ${ACCESS}.`,
  );
}

/** The only kind of assignments that suggestions have. */
const ACCESS = "access";

/** The kinds in a list, in addition to earlier ones. */
function kindsIn(text: string, earlier: readonly ImportedKind[] = []): readonly ImportedKind[] {
  const named = text.split(",").map((it) => it.trim());
  const unknown = named.filter((name) => !IMPORTED_KINDS.some(({ option }) => option === name));
  if (unknown.length > 0) {
    const kinds = IMPORTED_KINDS.map(({ option }) => option).join(", ");
    throw new InvalidArgumentError(`${formatList(unknown, quote)} must be one of ${kinds}.`);
  }
  return IMPORTED_KINDS.filter((it) => named.includes(it.option) || earlier.includes(it));
}

/** The ways so far, and one more. */
function waysWith(text: string, earlier: readonly Way[] = []): readonly [Way, ...Way[]] {
  const way = parseWay(text);
  if (way === undefined) throw new InvalidArgumentError(`It must be one of ${WAYS_TEXT}. For example: --by word:1`);
  const [first, ...others] = earlier;
  return first === undefined ? [way] : [first, ...others, way];
}

function besideJson(folder: string): UserError {
  return new UserError(
    `No files were written: ${folder} has Terraform JSON, which could no longer be read as a whole with HCL beside it.`,
    "Use another folder with --out.",
    { code: "FILE_EXISTS" },
  );
}
