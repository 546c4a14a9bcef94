import { posix, resolve } from "node:path";
import { Option } from "commander";
import { ActionCommand } from "../action-command";
import { CDK_APP } from "../../model";
import { formatList } from "../../reconcile";
import { readCdktfConfiguration } from "../../terraform/cdk-app";
import { usageError } from "../../user-error";
import type { Configuration } from "../../migrate/code";
import { readConfiguration } from "../../migrate/configuration";
import { MIGRATION_FILE } from "../../migrate/files";
import { isOutside } from "../../migrate/real-path";
import { readLiveProjects, serviceHostname } from "../../migrate/live";
import { planMigration, type Migration } from "../../migrate/migration";
import { hostnamesOf } from "../../migrate/provider-edits";
import { migrationAsJson, migrationForTerminal, type MigrationReport } from "../../migrate/report";
import { selectProjects } from "../../migrate/resources";
import { readStateResources } from "../../migrate/state";
import { makeEdits, type Evidence } from "../../migrate/make-edits";
import { programOf, type Program } from "../../migrate/program";
import { pathsOutside, pendingFiles, writeMigration, type PendingFile } from "../../migrate/write-files";
import { installProvider } from "../install-provider";
import { withTemporaryFolder } from "../temporary-folder";
import { sanitize, sanitizeLines } from "../../sanitize";
import { shellWord } from "../../shell-quote";
import { approve } from "../confirm";
import { Progress } from "../progress";
import { collect } from "../option-values";
import { printErr, printResult } from "../output";

interface Options {
  readonly state: readonly string[];
  readonly edit?: boolean;
  readonly check?: boolean;
  readonly autoApprove?: boolean;
  readonly offline?: boolean;
  readonly force?: boolean;
  readonly stdout?: boolean;
  readonly json?: boolean;
}

const HELP = `
For a configuration with tfe_project and tfe_project_settings. References to
them are replaced; tfe_workspace keeps its project_id. Neither the organization
nor a state is changed: the first terraform apply afterwards takes over the
projects, and changes none of them.

Writes, next to the code:
  tfprojects.tf  the provider
  migrate.tf     moved blocks for the projects, removed blocks for
                 tfe_project_settings

Lists the edits of your own files, with their lines; --edit makes them, after
terraform validate has found no new errors in a copy of the code. --check also
runs terraform plan before and after, and fails if the second one would change
the organization where the first did not. It applies nothing.

What is not of a simple form, such as JSON, stays as it is, and is listed with
the text to write. The code of a CDK app is replaced by hand, too: see
docs/migrate-from-tfe.md in the package.

Modules outside of the folder, such as ../modules/team, and files there that
links lead to, may be used by other configurations. Before it writes there, it
lists the files and asks.

Reads the state with terraform state pull, and the projects of the organization:
settings that were changed by hand since are added to the code or announced.
--offline does not need the token.

Environment:
  TFE_ADDRESS  address of Terraform Enterprise (default: HCP Terraform)
  TFE_TOKEN    API token (default: the one stored by terraform login)

Exit status:
  0  success, or nothing to take over
  1  error, no files were written
  3  some files were written; or all were written, but the result could not be
     written to stdout

Examples:
  Preview everything for the configuration in this folder:
    $ tfprojects migrate --stdout
  Write the files, and edit the code:
    $ tfprojects migrate --edit
  With a state that was pulled elsewhere, where this folder is not initialized:
    $ tfprojects migrate --state state.json
`;

/** `tfprojects migrate` takes a configuration over from HashiCorp's provider `hashicorp/tfe`. */
export function migrateCommand(): ActionCommand {
  return new ActionCommand("migrate")
    .argument("[folder]", "folder of the Terraform configuration", ".")
    .addOption(
      new Option("--state <file>", "Terraform state, - for stdin")
        .argParser(collect)
        .default([], "terraform state pull"),
    )
    .option("--edit", "also make the edits in your files")
    .option("--check", "plan before and after the edits, and compare; nothing is applied")
    .option("--auto-approve", "do not ask before writing outside of the folder")
    .option("--offline", "do not read the organization: changes by hand are not announced")
    .option("--force", "overwrite existing files")
    .option("--stdout", "print the files instead of writing them")
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run(async (folder: string, options: Options) => {
      checkOptions(folder, options);
      const report = await migrate(folder, options);
      const { files } = report.migration;
      const text = sanitizeLines(migrationForTerminal(report, "--edit makes them"));
      const shown = options.stdout === true ? files.map(({ path, content }) => `==> ${path} <==\n${content}\n`) : [];
      await printResult(
        options.json === true ? migrationAsJson(report).trimEnd() : [...shown, text].join(""),
        text,
        report.files.some(({ status }) => status !== "shown"),
      );
    });
}

async function migrate(folder: string, options: Options): Promise<MigrationReport> {
  const { edit = false, force = false, stdout = false, offline = false } = options;
  const configuration = readConfiguration(folder);
  const program = programOf(configuration);
  const state = await readStateResources(folder, options.state[0], program);
  const selected = selectProjects(state, configuration);
  const instances = selected.projects.flatMap((project) => project.instances);
  const isEmpty = instances.length === 0;
  const readLive = () => {
    const hostname = serviceHostname(hostnamesOf(configuration.root), "read no organization with --offline");
    return readLiveProjects(instances, hostname, new Progress().notify);
  };
  const live = offline || isEmpty ? undefined : await readLive();
  const migration = planMigration({ configuration, state, selected, live, areEditsMade: edit });
  const pending = pendingFiles(folder, migration.files, configuration, edit ? migration.edits : [], {
    overwrite: force || stdout,
    ifPresent: "Rename your own files, or overwrite existing ones with --force. --stdout shows the files.",
  });
  const evidence = stdout ? NO_EVIDENCE : await write(folder, configuration, program, pending, options);
  return {
    folder,
    migration,
    evidence,
    files: pending.map(({ path, status }) => ({ path, status: stdout ? "shown" : status })),
    editsMade: edit,
    nextSteps: isEmpty
      ? leftovers(configuration)
      : nextSteps(folder, migration, evidence, program?.name ?? "terraform", options),
  };
}

const NO_EVIDENCE: Evidence = { kind: "none" };

/** Writes the files, and with `--edit` makes the edits. */
async function write(
  root: string,
  configuration: Configuration,
  program: Program | undefined,
  pending: readonly PendingFile[],
  options: Options,
): Promise<Evidence> {
  const outside = pathsOutside(root, pending);
  if (outside.length > 0) await approveOutside(root, outside, options);
  const isPlanned = options.check === true;
  if (options.edit !== true || (!isPlanned && pending.every(({ status }) => status === "unchanged"))) {
    await writeMigration(root, pending);
    return NO_EVIDENCE;
  }
  return withTemporaryFolder((scratch) =>
    makeEdits({ root, configuration, pending, program, scratch, isPlanned, installProvider }),
  );
}

/** @throws UserError when they are not approved, or when there is no terminal to ask. */
async function approveOutside(folder: string, paths: readonly string[], { autoApprove }: Options): Promise<void> {
  if (autoApprove === true) return;
  const shown = paths.map((path) => `  ${sanitize(path)}`);
  printErr(`Other configurations may use files that are outside of ${sanitize(folder)}:`, ...shown, "");
  await approve({
    question: "Do you want to write these files?",
    canceled: ["Migration canceled. No files were written.", 'Enter "yes" to approve.'],
  });
}

/** @throws UserError when options contradict one another, and for the folder of a CDK app. */
function checkOptions(folder: string, { state, edit = false, check = false, stdout = false }: Options): void {
  const oneOf = "Remove one of them.";
  if (check && !edit) throw usageError("--check is for the edits of --edit.", "Add --edit, or remove --check.");
  if (edit && stdout) throw usageError("--edit writes files, and --stdout writes none.", oneOf);
  if (state.length > 1) throw usageError("--state is set twice, and a configuration has one state.", oneOf);
  if (readCdktfConfiguration(resolve(folder)) === undefined) return;
  throw usageError(
    `${folder} has a ${CDK_APP}, whose code this command cannot edit.`,
    'Replace its constructs as "In a CDK app" of docs/migrate-from-tfe.md in the package shows. Nothing was written.',
  );
}

function nextSteps(
  folder: string,
  { projects, edits, manual, missing, changing }: Migration,
  evidence: Evidence,
  program: string,
  options: Options,
): readonly string[] {
  const path = shellWord(folder);
  const inFolder = path === "." ? "" : `cd ${path} && `;
  const isFirst = manual.some((it) => it.isFirst === true);
  const again = isFirst ? ['# do all of "To do by hand first", then:', editingCommand(path, options)] : [];
  if (projects.length === 0) return again;
  const isPreview = options.stdout === true || (options.edit !== true && edits.length > 0);
  const fmt = edits.length === 0 ? [] : [`${program} fmt -recursive`];
  if (evidence.kind === "planned") return [...fmt.map((it) => inFolder + it), `${inFolder}${program} apply`, ...again];
  const numbers = `0 to import, ${missing.length} to add, ${changing.length} to change, 0 to destroy`;
  return [
    ...(isPreview && !isFirst ? [editingCommand(path, options)] : again),
    `${PROGRAM} provider install --folder ${path}`,
    `${inFolder}${program} init`,
    ...fmt,
    `${program} plan    # estimated: ${numbers}`,
    `${program} apply`,
  ];
}

const PROGRAM = "npx tfprojects";

/** This command again, with `--edit`. */
function editingCommand(path: string, { state, autoApprove, offline, force }: Options): string {
  const isOn = { "auto-approve": autoApprove, offline, force };
  return [
    `${PROGRAM} migrate${path === "." ? "" : ` ${path}`} --edit`,
    ...state.map((file) => `--state ${shellWord(file)}`),
    ...Object.entries(isOn).flatMap(([name, value]) => (value === true ? [`--${name}`] : [])),
  ].join(" ");
}

/** Files of an earlier migration that are not needed once its objects are taken over. */
function leftovers({ folders }: Configuration): readonly string[] {
  const deletable = (isShared: boolean, when: string): readonly string[] => {
    const own = [...folders.values()]
      .filter(({ realPath }) => isOutside(realPath) === isShared)
      .flatMap(({ path, written }) => (written.has(MIGRATION_FILE) ? [posix.join(path, MIGRATION_FILE)] : []));
    return own.length === 0 ? [] : [`Delete ${formatList(own)}${when}.`];
  };
  return [
    ...deletable(false, ": the objects are taken over"),
    ...deletable(true, " after every configuration that uses the module is applied"),
  ];
}
