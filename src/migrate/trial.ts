import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { asObject, asObjects, getString, textOf } from "../json";
import { readBytesSync } from "../text-file";
import { PROVIDER_TYPE } from "../model/provider-address";
import { UserError } from "../user-error";
import { mirrorOf } from "../terraform/provider-mirrors";
import type { Configuration } from "./code";
import { firstSentence, type Program } from "./program";
import type { PendingFile } from "./write-files";

/*
 * The edits are first made in a copy of the code, which Terraform validates before and after: so what a migration says
 * is found out, not foretold. The copy has neither states nor values of variables.
 */

/** What Terraform says of the edited code. */
export type TrialResult =
  | { readonly kind: "valid" }
  /** It finds errors that it did not find before. */
  | { readonly kind: "invalid"; readonly errors: readonly string[] }
  | { readonly kind: "not-checked"; readonly reason: string };

/** The edits to try. */
export interface Trial {
  /** The folder of the root module. */
  readonly root: string;
  readonly configuration: Configuration;
  readonly pending: readonly PendingFile[];
  readonly program: Program | undefined;
  /** An empty folder that only this user can read. */
  readonly scratch: string;
  /** Installs this package's provider into a mirror. */
  readonly installProvider: (mirror: string) => void;
}

/** Validates the code as it is and with the edits, in a copy. Changes nothing of the original. */
export async function tryEdits(trial: Trial): Promise<TrialResult> {
  const { configuration, pending, program, scratch, installProvider } = trial;
  if (program === undefined) return notChecked("neither terraform nor tofu is on the PATH");
  const paths = [...configuration.folders.keys(), ...pending.map(({ path }) => path)];
  const copy = join(scratch, ...Array<string>(stepsOut(paths)).fill("parent"), "root");
  for (const [path, bytes] of filesOf(trial)) write(join(copy, path), bytes);
  mkdirSync(copy, { recursive: true });
  try {
    installProvider(mirrorOf(copy));
  } catch (error) {
    if (error instanceof UserError) return notChecked(error.message);
    throw error;
  }
  const before = await errorsIn(copy, program, trial);
  if (typeof before === "string") return notChecked(before);
  for (const { path, content } of pending) write(join(copy, path), content);
  const after = await errorsIn(copy, program, trial);
  if (typeof after === "string") return { kind: "invalid", errors: [after] };
  const known = new Set(before.map(({ text }) => withoutType(text)));
  const found = after.filter(({ text }) => !known.has(withoutType(text)));
  if (found.length === 0) return { kind: "valid" };
  return { kind: "invalid", errors: found.map(({ text, place }) => `${text} (${place})`) };
}

function notChecked(reason: string): TrialResult {
  return { kind: "not-checked", reason };
}

/** Errors of the old and of the new type are alike. */
function withoutType(text: string): string {
  return text.replaceAll(PROVIDER_TYPE, "tfe");
}

/** How many folders above that of the root module the paths lead to. */
function stepsOut(paths: readonly string[]): number {
  return Math.max(0, ...paths.map((path) => posix.normalize(path).split("../").length - 1));
}

const LOCK_FILE = ".terraform.lock.hcl";

/** The code of all modules, the texts beside it, which it may read, and the lock file. */
function filesOf({ root, configuration: { folders } }: Trial): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([...folders.values()].flatMap(({ sources }) => [...sources]));
  for (const path of files.keys()) if (/\.tfvars(?:\.json)?$/.test(path)) files.delete(path);
  const lockFile = join(root, LOCK_FILE);
  if (existsSync(lockFile)) files.set(LOCK_FILE, readBytesSync(lockFile));
  return files;
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

interface FoundError {
  readonly text: string;
  /** `main.tf, line 3` */
  readonly place: string;
}

/** The errors of the copy; a text that says why it could not be initialized. */
async function errorsIn(copy: string, program: Program, { root }: Trial): Promise<readonly FoundError[] | string> {
  // What a folder has initialized is all that its code needs, without the network.
  const installed = resolve(root, ".terraform/providers");
  const mirrors = existsSync(installed) ? [installed, mirrorOf(copy)].map((it) => `-plugin-dir=${it}`) : [];
  const own = Object.entries(process.env).filter(([name]) => !/^TF_(?:DATA_DIR|WORKSPACE|CLI_ARGS.*)$/.test(name));
  const env = { ...Object.fromEntries(own), TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1" };
  const initialized = await program.run(["init", "-backend=false", "-input=false", "-no-color", ...mirrors], copy, env);
  if (initialized.status !== 0) return `\`${program.name} init\` failed: ${firstSentence(initialized.stderr)}`;
  const { stdout, stderr } = await program.run(["validate", "-json", "-no-color"], copy, env);
  try {
    return asObjects(asObject(JSON.parse(stdout))["diagnostics"]).flatMap((diagnostic) => {
      if (diagnostic["severity"] !== "error") return [];
      const text = [getString(diagnostic, "summary"), getString(diagnostic, "detail")].join(": ").replace(/\s+/g, " ");
      const range = asObject(diagnostic["range"]);
      const line = asObject(range["start"])["line"];
      return [{ text, place: `${getString(range, "filename") ?? "the code"}, line ${textOf(line)}` }];
    });
  } catch {
    return `\`${program.name} validate\` failed: ${firstSentence(stderr)}`;
  }
}
