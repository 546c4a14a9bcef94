import { basename, dirname, join, resolve } from "node:path";
import { groupBy } from "../lists";
import { CDK_APP, problemAt, sameName } from "../model";
import { formatList, pluralize, quote } from "../reconcile";
import { readTextFileSync } from "../text-file";
import { parseAddress } from "../terraform/address";
import { fileKind, hasJsonCode } from "../terraform/module-files";
import { parseStackFile } from "../terraform/stack-file";
import { usageError, UserError } from "../user-error";
import { sanitize } from "../sanitize";
import type { DesiredOrganization, Plan } from "../engine";
import type { DesiredProject } from "../engine/source";
import { collect } from "./option-values";
import { printErr } from "./output";
import { isDirect, newFileError, writeFiles } from "../files/write-files";
import { statusOf, type Result } from "../engine/result";
import { changeOf, createdAddress, projectOf } from "../engine/changes/kinds";

/** A project that is in no Terraform state, and its address in the code. */
interface ProjectAtAddress {
  readonly address: string;
  readonly id: string;
}

/** The same, with the address in its stack. */
interface ProjectNotInState extends ProjectAtAddress {
  /** Empty if the code has only one. */
  readonly stack: string;
}

/** Where `--write-imports` writes the blocks of each stack. */
type ImportFiles = ReadonlyMap<string, string>;

const ADVICE = "Use another file with --write-imports.";
/** Where Terraform reads import blocks, which a CDK app does not have in its own folder. */
const BESIDE_CODE = `next to the code (in a ${CDK_APP}: in the folder of the stack, such as cdktf.out/stacks/NAME)`;
const EXISTS = "Delete it if Terraform has imported its projects, or use another file.";

/** The option of the commands that write import blocks. */
export const WRITE_IMPORTS = [
  "--write-imports <file>",
  "write import blocks for projects that Terraform's state does not have, to put next to the code, or into the " +
    "folder of the stack of a CDK app; STACK=FILE for one of several stacks",
  collect,
] as const;

/**
 * The files for the `import` blocks of the projects that are in no state.
 *
 * @param options - Values of `--write-imports`: `FILE`, or `STACK=FILE` for each of several stacks.
 * @param isApplied - Whether they are applied first: then the projects that it creates will be among them.
 * @throws UserError when a stack has no file, or a file cannot be written. Nothing has been changed.
 */
export function importFiles(
  plans: readonly Plan[],
  options: readonly string[],
  { isApplied }: { readonly isApplied: boolean },
): ImportFiles {
  const created = (isApplied ? plans : []).flatMap(({ desired, actions }) => {
    const planned = actions.flatMap((it) => createdAddress(it) ?? []).map((address) => ({ address, id: "" }));
    return planned.filter(withoutBlock(desired)).map((it) => inStack(it).stack);
  });
  const existing = groupBy(plans.flatMap(existingProjects), ({ stack }) => stack);
  const stacks = new Set([...existing.keys(), ...created]);
  const given = options.map((option) => parseStackFile(option, stacks));
  const files = new Map<string, string>();
  for (const stack of stacks) {
    const own = given.find((it) => it.stack === stack);
    const [only, ...others] = given;
    const file = (own ?? (stack === "" && others.length === 0 ? only : undefined))?.file;
    if (file === undefined) {
      throw usageError(
        `Nothing was changed: --write-imports has no file for ${stack === "" ? "the code" : `the stack ${stack}`}.`,
        "Use --write-imports FILE, or --write-imports STACK=FILE for each stack of an app that has several.",
      );
    }
    files.set(stack, file);
  }
  for (const [file, sharing] of groupBy(files, ([, path]) => resolve(path))) {
    if (sharing.length === 1 || isDirect(file)) continue;
    throw usageError(
      `Nothing was changed: --write-imports has one file for ${formatList(sharing.map(([stack]) => stack))}.`,
      "Use a file for each stack.",
    );
  }
  for (const file of files.values()) checkReadableBesideCode(file);
  const isComplete = (stack: string, file: string): boolean =>
    !created.includes(stack) && hasBlocks(file, existing.get(stack) ?? []);
  checkFiles([...files].flatMap(([stack, file]) => (isComplete(stack, file) ? [] : file)));
  return files;
}

/** @throws UserError when the code beside a file could no longer be read with it. */
function checkReadableBesideCode(file: string): void {
  const kind = fileKind(basename(file));
  const isUnreadable = kind !== undefined && (kind.language === "hcl" || kind.isTofu || kind.isOverride);
  if (!isUnreadable || !hasJsonCode(dirname(file))) return;
  throw usageError(
    `Nothing was changed: ${file} would be beside Terraform JSON, which could no longer be read as a whole.`,
    `Write JSON: --write-imports ${join(dirname(file), "imports.tf.json")}`,
  );
}

/** @throws UserError with all files that exist or cannot be written. */
function checkFiles(files: readonly string[]): void {
  const problems = files.flatMap((file) => {
    const error = newFileError(file, EXISTS, ADVICE);
    return error === undefined ? [] : [{ file, error }];
  });
  const [first] = problems;
  if (first === undefined) return;
  const { code, nextStep } = first.error;
  throw new UserError(`Nothing was changed. ${problems.map(({ error }) => error.message).join("\n")}`, nextStep, {
    code,
    problems: problems.map(({ file, error }) => problemAt(file, error.message)),
  });
}

/**
 * Writes `import` blocks for the projects that exist now, are in no state, and have none in the code. Without files,
 * warns of created projects if there is a state.
 *
 * @throws UserError when files cannot be written; it has their blocks. The other files are written.
 */
export async function writeImports(executed: readonly Result[], files: ImportFiles | undefined): Promise<void> {
  const created = executed.flatMap((it) => createdProjects(it).filter(withoutBlock(it.plan.desired)));
  for (const warning of executed.flatMap(outdatedBlocks)) printErr(sanitize(warning));
  if (files === undefined) {
    const hasState = executed.some(({ plan }) => (plan.desired.inState?.states ?? []).length > 0);
    if (!hasState || created.length === 0) return;
    const addresses = formatList(created.map(({ address }) => address));
    printErr(
      sanitize(
        `Warning: Terraform does not know ${pluralize(created.length, "project")} that this apply created: ` +
          `${addresses}. Import them before the next \`terraform apply\`. The option --write-imports FILE writes the ` +
          `import blocks.`,
      ),
    );
    return;
  }
  const byStack = groupBy(
    [...executed.flatMap(({ plan }) => existingProjects(plan)), ...created.map(inStack)],
    (it) => it.stack,
  );
  if (files.size === 0) printErr(whyNone(executed));
  const failed: FailedFile[] = [];
  let hasFile = false;
  for (const [stack, path] of files) {
    const projects = byStack.get(stack) ?? [];
    if (projects.length === 0) continue;
    const blocks = pluralize(projects.length, "project");
    if (hasBlocks(path, projects)) {
      printErr(sanitize(`${path} has import blocks for ${blocks} already.`));
      hasFile = true;
      continue;
    }
    const content = blocksIn(path, projects);
    try {
      await writeFiles([{ path, content, found: null }], { advice: ADVICE });
      printErr(sanitize(`Wrote import blocks for ${blocks} to ${path}.`));
      hasFile = true;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push({ file: path, content, error });
    }
  }
  if (hasFile) printErr(`Terraform has to find them ${BESIDE_CODE} at its next apply. Delete them afterwards.`);
  if (failed.length > 0) throw notWritten(failed, executed, files);
}

/** Why no project needs an import block. */
function whyNone(executed: readonly Result[]): string {
  const inCode = executed.flatMap(({ plan }) => plan.desired.projects.filter(isImported)).length;
  if (inCode > 0) return `The code has import blocks for ${pluralize(inCode, "project")} already.`;
  return "No import blocks were written: each project of the code is in a Terraform state, or does not exist.";
}

/** Warns of import blocks of the code with a name that their project does not have, or no longer has. */
function outdatedBlocks(executed: Result): readonly string[] {
  const { plan, outcomes } = executed;
  const { organization, desired, actual, actions, notInState } = plan;
  const byName = desired.projects.filter(({ importedName }) => importedName !== undefined);
  if (byName.length === 0) return [];
  const ids = new Map([...notInState, ...createdProjects(executed)].map(({ address, id }) => [address, id]));
  const names = new Map(actual.projects.map(({ id, name }) => [id, name]));
  for (const [index, action] of actions.entries()) {
    const [{ id }, after] = [projectOf(action), changeOf(action)?.after];
    if (id !== null && after && outcomes[index]?.kind === "done") names.set(id, after.name);
  }
  return byName.flatMap(({ address, name, importedName = "" }) => {
    const id = ids.get(address);
    // A project that was created has the name of the code.
    const current = id === undefined ? undefined : (names.get(id) ?? name);
    if (id === undefined || current === undefined || sameName(current, importedName)) return [];
    const named = `The import block of ${address} names ${quote(`${organization}/${importedName}`)}`;
    const problem = `but the project is called ${quote(current)}: Terraform would not find it`;
    return `Warning: ${named}, ${problem}. Change its ID to ${id}.`;
  });
}

interface FailedFile {
  readonly file: string;
  readonly content: string;
  readonly error: UserError;
}

function notWritten(failed: readonly FailedFile[], executed: readonly Result[], files: ImportFiles): UserError {
  const isApplied = executed.some(({ outcomes }) => outcomes.length > 0) && statusOf(executed) !== "none";
  const isNothing = !isApplied && failed.length === files.size;
  return new UserError(
    [
      `${isApplied ? "The changes were applied, but import" : "Import"} blocks could not be written:`,
      ...failed.map(({ error }) => `  ${error.message}`),
      "They follow:",
      ...failed.map(({ file, content }) => `${failed.length > 1 ? `# ${file}\n` : ""}${content}`),
    ].join("\n"),
    `Save them ${BESIDE_CODE} before the next \`terraform apply\`.`,
    {
      code: "OUTPUT",
      cause: failed[0]?.error,
      isPartial: !isNothing,
      problems: failed.map(({ file, error }) => problemAt(file, error.message)),
    },
  );
}

/** Whether the code has an import block for a project. Terraform refuses a second one. */
function isImported({ id, importedName }: DesiredProject): boolean {
  return id !== undefined || importedName !== undefined;
}

/** Tells which addresses are of projects without an import block in the code. */
function withoutBlock({ projects }: DesiredOrganization): (project: { readonly address: string }) => boolean {
  const imported = new Set(projects.filter(isImported).map(({ address }) => address));
  return ({ address }) => !imported.has(address);
}

/** Projects that exist already, are in no state, and have no import block. */
function existingProjects({ desired, notInState }: Plan): readonly ProjectNotInState[] {
  return notInState.filter(withoutBlock(desired)).map(inStack);
}

function createdProjects({ plan, outcomes }: Result): readonly ProjectAtAddress[] {
  return plan.actions.flatMap((action, index) => {
    const [address, outcome] = [createdAddress(action), outcomes[index]];
    if (address === undefined || outcome?.kind !== "done" || outcome.createdId === undefined) return [];
    return [{ address, id: outcome.createdId }];
  });
}

/** Splits `stack/type.name` of an app with several stacks; others have `type.name`. */
function inStack({ address, id }: ProjectAtAddress): ProjectNotInState {
  const stack = parseAddress(address)?.stack;
  return stack === undefined ? { stack: "", address, id } : { stack, address: address.slice(stack.length + 1), id };
}

function blocksIn(file: string, projects: readonly ProjectNotInState[]): string {
  return file.endsWith(".json") ? asJson(projects) : asHcl(projects);
}

/** Whether an earlier run has written just these blocks. */
function hasBlocks(file: string, projects: readonly ProjectNotInState[]): boolean {
  try {
    return !isDirect(file) && readTextFileSync(file).replaceAll("\r\n", "\n") === blocksIn(file, projects);
  } catch {
    return false;
  }
}

function asHcl(projects: readonly ProjectNotInState[]): string {
  return projects.map(({ address, id }) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`).join("\n");
}

function asJson(projects: readonly ProjectNotInState[]): string {
  return `${JSON.stringify({ import: projects.map(({ address: to, id }) => ({ to, id })) }, undefined, 2)}\n`;
}
