import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isDirect } from "../../files/write-files";
import { rootObjects } from "../../terraform/json-blocks";
import { readable, readableContent, UnsupportedDocumentError } from "../../terraform/unsupported-document";
import type { DesiredOrganization, StateVersion } from "../organization";
import type { TerraformModule } from "./read-modules";
import { isRecordedObject, notStateOf, parseState, type TerraformState } from "./terraform-state";
import { decodeText, readStdin, readTextFile, readTextFileSync, tryReadJsonFileSync } from "../../text-file";
import { hasCode } from "../../system-errors";
import { UserError } from "../../user-error";
import { isStdin, shownSource, STDIN } from "../../source";
import { absolutePath, shownPath, type ProcessContext } from "../../process-context";
import { asObject, asObjects } from "../../json";

/** A Terraform state that was passed: the path of its file, `-` for stdin, or what the file has, parsed. */
export type GivenState = string | object;

/**
 * Modules with their Terraform states: the given ones, and for all others the state file of their local backend, if
 * there is one.
 *
 * @param given - Name of a module → its state.
 * @param onEmpty - Gets the path of each state file of a local backend that is empty; it counts as none.
 * @throws UserError when a state cannot be read, or is not of the module.
 */
export async function withStates(
  modules: readonly TerraformModule[],
  given: ReadonlyMap<string, GivenState>,
  onEmpty: (path: string) => void,
  context: ProcessContext,
): Promise<readonly TerraformModule[]> {
  const read: TerraformModule[] = [];
  // One after the other: only one of them can be on stdin.
  for (const module of modules) {
    const its = given.get(module.name);
    const state = await (its === undefined ? readLocal(module, onEmpty, context) : readGiven(module, its, context));
    read.push({ ...module, state, isStateGiven: its !== undefined });
  }
  checkDistinct(read);
  return read;
}

/** @throws UserError when a state that was passed is also that of another module, or is a version of it. */
function checkDistinct(modules: readonly TerraformModule[]): void {
  const owners = new Map<string, ModuleWithState>();
  for (const { name, state, isStateGiven = false } of modules) {
    if (state === undefined) continue;
    const owner = { name, source: shownSource(state.source), isStateGiven };
    for (const key of objectKeys(state)) {
      const other = owners.get(key);
      if (other !== undefined && other.name !== name && (isStateGiven || other.isStateGiven)) {
        throw sameState(other, owner);
      }
      owners.set(key, owner);
    }
  }
}

interface ModuleWithState extends Pick<TerraformModule, "name"> {
  readonly source: string;
  readonly isStateGiven: boolean;
}

/** A state that was divided has the same lineage as before, but other objects. */
function objectKeys({ lineage, objects }: TerraformState): readonly string[] {
  return objects.filter(isRecordedObject).map((it) => {
    return JSON.stringify([lineage, it.address, it.kind === "project" ? it.id : it.projectId]);
  });
}

function sameState(one: ModuleWithState, other: ModuleWithState): UserError {
  const which =
    one.source === other.source
      ? `The state ${one.source} is passed for ${one.name} and for ${other.name}`
      : `The states ${one.source} of ${one.name} and ${other.source} of ${other.name} are versions of the same state`;
  return new UserError(
    `${which}, but each stack has a state of its own.`,
    "Use what `terraform state pull` prints in the folder of each stack.",
    { code: "INVALID_STATE" },
  );
}

/** Reads a state that was passed. @throws UserError when it cannot be read. */
async function readState(given: GivenState, context: Pick<ProcessContext, "cwd">): Promise<TerraformState> {
  // Content that is passed cannot be read again, like stdin.
  if (typeof given === "object") return parse(STDIN, () => given);
  const text = isStdin(given) ? readStdin().then(decodeText) : readTextFile(absolutePath(given, context));
  const json = await readableContent("state", given, text, ADVICE);
  return parse(given, () => {
    if (json.trim() === "") throw new UnsupportedDocumentError("It is empty.", EMPTY_PULL);
    return JSON.parse(json);
  });
}

/** Nothing shows which of the two it is, and without its state, an applied project may look new. */
const EMPTY_PULL =
  "`terraform state pull` prints nothing before the first apply, and when it fails. Before the first apply, leave " +
  "out the state. After it, run the command by itself to see its error.";

const ADVICE = "Use the state file of a local backend, or what `terraform state pull` prints.";

/** A state that was passed. The state of another configuration would make everything in it look dropped. */
async function readGiven(module: TerraformModule, given: GivenState, context: ProcessContext): Promise<TerraformState> {
  const state = await readState(given, context);
  if (!state.isOfOthers) return state;
  throw notStateOf(module.name, `The state ${shownSource(state.source)} has only resources of other providers`);
}

/** The state of a local backend; undefined if there is none. */
async function readLocal(
  module: TerraformModule,
  onEmpty: (path: string) => void,
  context: ProcessContext,
): Promise<TerraformState | undefined> {
  const path = localStatePath(module, context.env);
  if (path === undefined) return undefined;
  const found = readTextFile(path).catch((error: unknown) => {
    if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
    return undefined;
  });
  const text = await readableContent("state", path, found, "Check the file.");
  if (text === undefined) return undefined;
  const source = shownPath(path, context);
  if (text.trim() !== "") return parse(source, () => JSON.parse(text));
  onEmpty(source);
  return undefined;
}

function parse(source: string, read: () => unknown): TerraformState {
  return readable("state", source, () => parseState(read(), source), ADVICE);
}

/** Terraform's names for files of a local backend. */
const STATE_FILE = "terraform.tfstate";
const WORKSPACES_FOLDER = "terraform.tfstate.d";

/**
 * Where the local backend of a module keeps the state of the selected workspace; undefined for other backends.
 *
 * @see https://developer.hashicorp.com/terraform/language/backend/local
 */
export function localStatePath(
  module: Pick<TerraformModule, "folder" | "files">,
  env: ProcessContext["env"],
): string | undefined {
  const { folder } = module;
  if (folder === undefined) return undefined;
  const dataFolder = resolve(folder, nonEmpty(env["TF_DATA_DIR"]) ?? ".terraform");
  const backend = backendOf(module, dataFolder);
  if (backend === undefined) return undefined;
  const selected = nonEmpty(env["TF_WORKSPACE"]) ?? nonEmpty(selectedIn(dataFolder));
  const workspace = selected ?? "default";
  return workspace === "default"
    ? resolve(folder, backend.path ?? STATE_FILE)
    : resolve(folder, backend.workspaceFolder ?? WORKSPACES_FOLDER, workspace, STATE_FILE);
}

/** An empty variable counts as unset. */
function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** The file that exists while Terraform holds the lock of a local state. */
export function lockInfoPath(statePath: string): string {
  return join(dirname(statePath), `.${basename(statePath)}.lock.info`);
}

/** The local backend, as `terraform init` has recorded it or as the code has it; undefined if it is another backend. */
function backendOf({ files }: Pick<TerraformModule, "files">, dataFolder: string) {
  const blocks = files.flatMap(({ content }) => rootObjects(content)).flatMap((root) => asObjects(root["terraform"]));
  if (blocks.some(({ cloud }) => cloud !== undefined)) return undefined;
  const declared = blocks.flatMap(({ backend }) => asObjects(backend)).flatMap(Object.entries<unknown>);
  const [type, body] = declared[0] ?? ["local", {}];
  if (type !== "local") return undefined;
  const initialized = asObject(asObject(tryReadJsonFileSync(join(dataFolder, STATE_FILE)))["backend"]);
  const config = initialized["type"] === "local" ? asObject(initialized["config"]) : {};
  const [declaredBody] = asObjects(body);
  const setting = (name: string): string | undefined =>
    [config[name], declaredBody?.[name]].find((value): value is string => typeof value === "string" && value !== "");
  return { path: setting("path"), workspaceFolder: setting("workspace_dir") };
}

/** The workspace that `terraform workspace select` has recorded. */
function selectedIn(dataFolder: string): string | undefined {
  try {
    return readTextFileSync(join(dataFolder, "environment")).trim();
  } catch {
    return undefined;
  }
}

/** The Terraform states of code, each once. */
export function statesOf(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  const all = code.flatMap(({ inState }) => inState?.states ?? []);
  return [...new Map(all.map((state) => [state.source, state])).values()];
}

/**
 * What must not change while a plan waits, of the states that can be read again: those of the code as the plan was made
 * with them, and those of an undo as they are now, since Terraform may have changed them after the document was made.
 */
export async function expectedStates(
  code: readonly DesiredOrganization[],
  context: Pick<ProcessContext, "cwd">,
): Promise<readonly StateVersion[]> {
  const now = await Promise.all(statesOfUndo(code).map(({ source }) => currentVersion(source, context)));
  return [...statesOf(code), ...now.flatMap((it) => it ?? [])].filter((it) => canBeReadAgain(it.source, context));
}

function statesOfUndo(code: readonly DesiredOrganization[]): readonly StateVersion[] {
  return code.flatMap(({ undo }) => undo?.states ?? []);
}

/**
 * Checks that Terraform does not change a local state at the moment, nor one that has what is undone.
 *
 * @throws UserError when it is locked. Nothing has been changed.
 */
export function checkUnlocked(code: readonly DesiredOrganization[], context: Pick<ProcessContext, "cwd">): void {
  for (const { source } of [...statesOf(code), ...statesOfUndo(code)]) {
    const path = absolutePath(source, context);
    // The document of an undo may come from another folder, or from stdin: then nothing says where its state is.
    if (isStdin(source) || !isAbsolute(path)) continue;
    const lock = lockInfoPath(path);
    if (!existsSync(lock)) continue;
    throw new UserError(
      `Nothing was changed: the Terraform state ${source} is locked, so Terraform may be changing the same projects.`,
      `Wait until Terraform has ended. If it was killed, delete ${lock}.`,
      { code: "STATE_LOCKED" },
    );
  }
}

/**
 * Checks that states are the ones that a plan was made with. Those from stdin are read again, too.
 *
 * @param plan - What messages call the plan.
 * @throws UserError when one of them has changed. Nothing has been changed.
 */
export async function checkUnchanged(
  states: readonly StateVersion[],
  plan: string,
  context: Pick<ProcessContext, "cwd">,
): Promise<void> {
  for (const { source, lineage, serial } of states) {
    const now = await readState(source, context);
    if (now.lineage === lineage && now.serial === serial) continue;
    const change =
      now.lineage === lineage ? `has changed since (serial ${serial}, now ${now.serial})` : "is another one by now";
    throw new UserError(
      `Nothing was changed: ${plan} is stale, because the Terraform state ${shownSource(source)} ${change}.`,
      "",
      { code: "STALE_PLAN", remedy: { kind: "new-plan", isStale: true } },
    );
  }
}

/** Stdin, a pipe, and what was passed as content are read only once. */
function canBeReadAgain(source: string, context: Pick<ProcessContext, "cwd">): boolean {
  const path = absolutePath(source, context);
  return !isStdin(source) && isAbsolute(path) && !isDirect(path);
}

/** Undefined for a state that cannot be read here: the document with it may come from another machine. */
async function currentVersion(source: string, context: Pick<ProcessContext, "cwd">): Promise<StateVersion | undefined> {
  if (!canBeReadAgain(source, context)) return undefined;
  try {
    const { lineage, serial } = await readState(source, context);
    return { source, lineage, serial };
  } catch {
    return undefined;
  }
}
