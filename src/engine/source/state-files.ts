import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseState, type TerraformState } from "./terraform-state";
import { readable } from "../../terraform/unsupported-document";
import type { TerraformModule } from "./read-configuration";
import { decodeText, readStdin, readJsonFile, readTextFile, tryReadJsonFile } from "../../text-file";
import { UserError } from "../../user-error";
import { isStdin, shownSource, STDIN } from "../../source";
import { absolutePath, shownPath, type Surroundings } from "../../surroundings";
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
export function withStates(
  modules: readonly TerraformModule[],
  given: ReadonlyMap<string, GivenState>,
  onEmpty: (path: string) => void,
  surroundings: Surroundings,
): readonly TerraformModule[] {
  return modules.map((module) => {
    const its = given.get(module.name);
    if (its !== undefined) return { ...module, state: readGiven(module, its, surroundings) };
    const path = localStatePath(module, surroundings.env);
    return { ...module, state: path === undefined ? undefined : readLocal(path, onEmpty, surroundings) };
  });
}

/** Reads a state that was passed. @throws UserError when it cannot be read. */
export function readState(given: GivenState, surroundings: Pick<Surroundings, "cwd">): TerraformState {
  // Content that is passed cannot be read again, like stdin.
  if (typeof given === "object") return parse(STDIN, () => given);
  return parse(given, () =>
    isStdin(given) ? JSON.parse(decodeText(readStdin())) : readJsonFile(absolutePath(given, surroundings)),
  );
}

/** A state that was passed. The state of another configuration would make everything in it look dropped. */
function readGiven(module: TerraformModule, given: GivenState, surroundings: Surroundings): TerraformState {
  const state = readState(given, surroundings);
  const isOther = !state.isEmpty && state.projects.length === 0 && state.memberships.length === 0;
  if (!isOther) return state;
  throw new UserError(
    `The state ${shownSource(state.source)} has resources, but no projects and no memberships: ` +
      `it is not the state of ${module.name}.`,
    "Use what `terraform state pull` prints in the folder of this configuration.",
    { code: "INVALID_STATE" },
  );
}

function readLocal(
  path: string,
  onEmpty: (path: string) => void,
  surroundings: Surroundings,
): TerraformState | undefined {
  const exists = (): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
  const text = readable("state", path, () => (exists() ? readTextFile(path) : undefined), "Check the file.");
  if (text === undefined) return undefined;
  const source = shownPath(path, surroundings);
  if (text.trim() !== "") return parse(source, () => JSON.parse(text));
  onEmpty(source);
  return undefined;
}

function parse(source: string, read: () => unknown): TerraformState {
  const advice = "Use the state file of a local backend, or what `terraform state pull` prints.";
  return readable("state", source, () => parseState(read(), source), advice);
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
  env: Surroundings["env"],
): string | undefined {
  const { folder } = module;
  if (folder === undefined) return undefined;
  const dataFolder = resolve(folder, nonEmpty(env["TF_DATA_DIR"]) ?? ".terraform");
  const backend = backendOf(module, dataFolder);
  if (backend === undefined) return undefined;
  const selected = nonEmpty(env["TF_WORKSPACE"]) ?? nonEmpty(readText(join(dataFolder, "environment")));
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

interface LocalBackend {
  readonly path: string | undefined;
  readonly workspaceFolder: string | undefined;
}

/** The local backend, as `terraform init` has recorded it or as the code has it; undefined if it is another backend. */
function backendOf({ files }: Pick<TerraformModule, "files">, dataFolder: string): LocalBackend | undefined {
  const blocks = files.flatMap(({ content }) => asObjects(asObject(content)["terraform"]));
  if (blocks.some(({ cloud }) => cloud !== undefined)) return undefined;
  const declared = blocks.flatMap(({ backend }) => asObjects(backend)).flatMap(Object.entries<unknown>);
  const [type, body] = declared[0] ?? ["local", {}];
  if (type !== "local") return undefined;
  const initialized = asObject(asObject(tryReadJsonFile(join(dataFolder, STATE_FILE)))["backend"]);
  const config = initialized["type"] === "local" ? asObject(initialized["config"]) : {};
  const [declaredBody] = asObjects(body);
  const setting = (name: string): string | undefined =>
    [config[name], declaredBody?.[name]].find((value): value is string => typeof value === "string" && value !== "");
  return { path: setting("path"), workspaceFolder: setting("workspace_dir") };
}

function readText(path: string): string | undefined {
  try {
    return readTextFile(path).trim();
  } catch {
    return undefined;
  }
}
