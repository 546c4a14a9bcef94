import { isAbsolute, resolve } from "node:path";
import type { ProcessContext } from "../process-context";
import { usageError } from "../user-error";
import type { EngineEvent } from "./events";
import type { DesiredOrganization } from "./organization";
import { readCode } from "./source/read-code";
import { open } from "./session";
import type { GivenState } from "./source/state-files";

/** Where relative paths start from. */
export interface PathOptions {
  /** An absolute path. @default - there are no relative paths: they are errors */
  readonly cwd?: string | undefined;
}

/** How code is read. */
export interface SourceOptions extends PathOptions {
  /** The organization of code that names none. @default - such code is an error */
  readonly organization?: string | undefined;
  /**
   * The Terraform state of the code, which identifies projects: the path of what `terraform state pull` prints, or that
   * itself, parsed. The file may have up to 256 MiB.
   *
   * @default - the state file of a local backend, if there is one
   */
  readonly state?: string | object | undefined;
  /** The same for each stack of an app that has several, by the stack's name. */
  readonly states?: Readonly<Record<string, string | object>> | undefined;
  /**
   * Environment variables that change what the code means: `TF_VAR_*`, `TF_WORKSPACE`, `TF_DATA_DIR`.
   *
   * @default - none
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Code that was read. */
export interface OpenedSource {
  /** The organizations as the code describes them. */
  readonly organizations: readonly DesiredOrganization[];
  /** What should be known about the code although nothing is wrong, a sentence each. */
  readonly warnings: readonly string[];
}

/** Reads what is at a path. @throws UserError */
export async function readDesired(path: string, options: SourceOptions): Promise<OpenedSource> {
  const warnings: string[] = [];
  const notify = (event: EngineEvent): void => void (event.kind === "warning" && warnings.push(event.message));
  const { organization: name } = options;
  const organization = name === undefined ? undefined : { name, source: "`organization`", isRequired: true };
  const opened = await open(path);
  if (opened.kind === "saved-plan") return { organizations: opened.plans.map(({ desired }) => desired), warnings };
  const states = (stacks: readonly string[]): Map<string, GivenState> => givenStates(options, stacks);
  const { organizations } = await readCode(
    opened,
    { organization, states, context: processContextOf(options) },
    notify,
  );
  return { organizations, warnings };
}

/** Stack → its state. @throws UserError when there are states of no stack, or it is not clear which stack has one. */
function givenStates(options: SourceOptions, stacks: readonly string[]): Map<string, GivenState> {
  const { state, states = {} } = options;
  const given = new Map(Object.entries(states));
  for (const its of [state, ...given.values()]) if (typeof its === "string") pathIn(its, options);
  const unknown = [...given.keys()].find((stack) => !stacks.includes(stack));
  const [only, ...others] = stacks;
  if (state !== undefined && only !== undefined && others.length === 0 && given.size === 0)
    return new Map([[only, state]]);
  if (state === undefined && unknown === undefined) return given;
  throw usageError(
    unknown === undefined
      ? `\`state\` is the state of one stack, and the code has several: ${stacks.join(", ")}.`
      : `\`states\` has the state of ${unknown}, and the code has no such stack: it has ${stacks.join(", ")}.`,
    "Pass `states`, with the names of stacks.",
  );
}

/** A path as it is opened. @throws UserError when it is relative, and nothing says what it starts from. */
export function pathIn(path: string, { cwd }: PathOptions): string {
  if (cwd !== undefined && isAbsolute(cwd)) return isAbsolute(path) ? path : resolve(cwd, path);
  if (isAbsolute(path)) return path;
  throw usageError(`The path ${path} is relative.`, "Pass an absolute path, or the folder it starts from as `cwd`.");
}

export function processContextOf({ cwd, env = {} }: Pick<SourceOptions, "cwd" | "env">): ProcessContext {
  return { cwd, env };
}
