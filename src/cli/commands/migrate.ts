import { posix, resolve } from "node:path";
import { Option } from "commander";
import { ActionCommand } from "../action-command";
import { CDK_APP } from "../../model";
import { formatList } from "../../reconcile";
import { VERSION } from "../../version";
import { readCdktfConfiguration } from "../../terraform/cdk-app";
import { UserError } from "../../user-error";
import type { GeneratedFile } from "../../files/generated-file";
import { readModuleFolders, type ModuleFolder } from "../../migrate/configuration";
import { STATE_FILE } from "../../migrate/file-names";
import { migrationFiles } from "../../migrate/files";
import { readLiveProjects, serviceHostname } from "../../migrate/live";
import { planMigration, selectProjects, versionNote, type Migration } from "../../migrate/migration";
import { configureProvider } from "../../migrate/provider-edits";
import { readStateResources } from "../../migrate/read-state";
import { planText } from "../../migrate/expected-plan";
import { reportOn, type MigrationReport } from "../../migrate/report";
import { checkState } from "../../migrate/state";
import { writeMigration } from "../../migrate/write-files";
import { migrationAsJson, migrationForTerminal } from "../../migrate/render";
import { sanitizeLines } from "../../engine/report/sanitize";
import { shellQuote } from "../../shell-quote";
import { Progress } from "../progress";
import { collect } from "../repeatable-option";
import { printResult } from "../terminal";

interface Options {
  readonly state: readonly string[];
  readonly edit?: boolean;
  readonly keepProjectId?: boolean;
  readonly offline?: boolean;
  readonly moved: boolean;
  readonly force?: boolean;
  readonly stdout?: boolean;
  readonly json?: boolean;
}

const HELP = `
For a configuration with tfe_project, and with tfe_workspace that sets
project_id. Nothing in the organization is changed, and no state: the first
terraform apply afterwards takes over the objects, and changes none of them.

Writes, beside the code:
  tfprojects.tf  the provider, and a tfprojects_workspace_membership for each
                 project with workspaces in the state
  migrate.tf     moved blocks for the projects, removed blocks for
                 tfe_project_settings, import blocks for the memberships
and lists the edits of your own files, with their lines; --edit makes them. What
it cannot edit, such as JSON, is listed to do by hand. The code of a CDK app is
replaced by hand, too: see docs/migrate-from-tfe.md in the package.

Reads the state with terraform show -json, and the projects and workspaces of
the organization: a project may have workspaces that this state does not know.
Without them the plan would move these out. --offline does not need the token.

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
  With a state that is stored remotely, of a folder that is not initialized:
    $ terraform state pull | tfprojects migrate --state -
  For Terraform 1.7, which cannot move objects between resource types:
    $ tfprojects migrate --no-moved
  Keep project_id of workspaces, for those that are created later:
    $ tfprojects migrate --edit --keep-project-id
`;

/** `tfprojects migrate` takes a configuration over from HashiCorp's provider `hashicorp/tfe`. */
export function migrateCommand(): ActionCommand {
  return new ActionCommand("migrate")
    .argument("[folder]", "folder of the Terraform configuration", ".")
    .addOption(
      new Option("--state <file>", "Terraform state, - for stdin")
        .argParser(collect)
        .default([], "terraform show -json"),
    )
    .option("--edit", "also make the edits in your files")
    .option("--keep-project-id", "ignore changes of project_id in workspaces, instead of removing it")
    .option("--offline", "do not read the organization: memberships are added, not imported")
    .option("--no-moved", "use removed and import blocks for projects instead of moved blocks")
    .option("--force", "overwrite existing files")
    .option("--stdout", "print the files instead of writing them")
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run(async (folder: string, options: Options) => {
      checkOptions(options);
      if (readCdktfConfiguration(resolve(folder)) !== undefined) throw cdkAppError(folder);
      const { report, files } = await migrate(folder, options);
      const text = sanitizeLines(migrationForTerminal(report));
      const shown = options.stdout === true ? files.map(({ path, content }) => `==> ${path} <==\n${content}\n`) : [];
      await printResult(
        options.json === true ? migrationAsJson(report).trimEnd() : [...shown, text].join(""),
        text,
        report.files.some(({ status }) => status !== "shown"),
      );
    });
}

interface Result {
  readonly report: MigrationReport;
  readonly files: readonly GeneratedFile[];
}

async function migrate(folder: string, options: Options): Promise<Result> {
  const { edit = false, force = false, stdout = false, keepProjectId = false, offline = false } = options;
  const folders = readModuleFolders(folder);
  const { resources: state, terraformVersion } = await readStateResources(folder, options.state[0]);
  checkState(state);
  const selected = selectProjects(state, folders);
  const instances = selected.projects.flatMap((project) => project.instances);
  const isEmpty = instances.length === 0;
  const live =
    offline || isEmpty ? undefined : await readLiveProjects(instances, hostnameOf(folders), new Progress().listener);
  const method = options.moved ? "moved" : "removed";
  const migration = planMigration(selected, { state, folders, live }, { keepProjectId, method });
  const files = isEmpty ? [] : migrationFiles(migration, method);
  const written = stdout
    ? undefined
    : await writeMigration(folder, files, folders, { edits: edit ? migration.edits : [], overwrite: force });
  const notes = method === "moved" && !isEmpty ? versionNote(terraformVersion) : [];
  const report = reportOn(
    { ...migration, notes: [...migration.notes, ...notes] },
    {
      folder,
      files,
      written,
      editsMade: edit && !stdout,
      nextSteps: isEmpty ? leftovers(folders) : nextSteps(folder, migration),
    },
  );
  return { report, files };
}

/** @throws UserError when options contradict one another. */
function checkOptions({ state, edit = false, stdout = false }: Options): void {
  if (edit && stdout) {
    throw new UserError("--edit writes files, and --stdout writes none.", "Remove one of them.", { code: "USAGE" });
  }
  if (state.length > 1) {
    throw new UserError("--state is set twice, and a configuration has one state.", "Remove one of them.", {
      code: "USAGE",
    });
  }
}

function cdkAppError(folder: string): UserError {
  return new UserError(
    `${folder} has a ${CDK_APP}, whose code this command cannot edit.`,
    'Replace its constructs as "In a CDK app" of docs/migrate-from-tfe.md in the package shows. Nothing was written.',
    { code: "USAGE" },
  );
}

function hostnameOf(folders: ReadonlyMap<string, ModuleFolder>): string | undefined {
  const root = folders.get("");
  return root === undefined ? undefined : serviceHostname(configureProvider(root).hostnames);
}

function nextSteps(folder: string, { edits, manual, expected }: Migration): readonly string[] {
  const path = quoteIfNeeded(folder);
  const inFolder = path === "." ? "" : `cd ${path} && `;
  const before = manual.find(({ otherwise }) => otherwise === "fails") ?? manual.find(({ otherwise }) => otherwise);
  return [
    ...(before === undefined
      ? []
      : [
          before.otherwise === "fails"
            ? '# first all of "To do by hand": the plan fails without it'
            : '# first all of "To do by hand": the plan shows more changes without it',
        ]),
    `npx tfprojects@${VERSION} provider install --folder ${path}`,
    `${inFolder}terraform init`,
    ...(edits.length === 0 ? [] : ["terraform fmt -recursive"]),
    `terraform plan    # ${planText(expected)}`,
    ...(expected.change === 0 ? ["terraform apply   # changes only the state"] : ["terraform apply"]),
  ];
}

/** What an earlier migration left, once its objects are taken over. */
function leftovers(folders: ReadonlyMap<string, ModuleFolder>): readonly string[] {
  const paths = [...folders.values()].flatMap(({ path, written }) =>
    written.has(STATE_FILE) ? [posix.join(path, STATE_FILE)] : [],
  );
  return paths.length === 0 ? [] : [`Delete ${formatList(paths)}: the objects are taken over.`];
}

function quoteIfNeeded(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : shellQuote(text);
}
