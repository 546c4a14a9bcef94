import { readdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, join } from "node:path";
import { normalizeHost } from "./address";
import { credentialsInHcl, credentialsInJson } from "./cli-configuration-syntax";

/** What one file of the Terraform CLI's configuration was found to say. */
export interface CliConfigurationFile {
  readonly path: string;
  /** Host, normalized, → token. */
  readonly tokens: ReadonlyMap<string, string>;
  /** Why it gives no tokens, when it is not because it has none. */
  readonly problem?: string;
}

/**
 * The files in which Terraform keeps tokens, those that outrank others first (facts: credentials): the main file
 * (`TF_CLI_CONFIG_FILE`, or the older `TERRAFORM_CONFIG`, or `~/.terraformrc`), then `*.tfrc` and `*.tfrc.json` of `~/.terraform.d`,
 * a later name before an earlier. Where one of the two variables names the main file, Terraform reads of the folder nothing, and its tfe
 * provider `credentials.tfrc.json` alone; so do we.
 */
export function readCliConfiguration(env: NodeJS.ProcessEnv): readonly CliConfigurationFile[] {
  const { file, folder } = usualPlaces(env);
  const override = env["TF_CLI_CONFIG_FILE"] ?? env["TERRAFORM_CONFIG"] ?? "";
  const main = override === "" ? file : override;
  const others = override === "" ? configurationFilesIn(folder) : ["credentials.tfrc.json"];
  return [main, ...others.map((name) => join(folder, name))].map(readFile);
}

function usualPlaces(env: NodeJS.ProcessEnv): { readonly file: string; readonly folder: string } {
  if (process.platform === "win32") {
    const data = env["APPDATA"] ?? "";
    return { file: join(data, "terraform.rc"), folder: join(data, "terraform.d") };
  }
  const home = env["HOME"] ?? userInfo().homedir;
  return { file: join(home, ".terraformrc"), folder: join(home, ".terraform.d") };
}

/** Always with `credentials.tfrc.json`, so that a message can name it as a place that was looked at. */
function configurationFilesIn(folder: string): readonly string[] {
  const names = new Set(["credentials.tfrc.json"]);
  try {
    for (const name of readdirSync(folder)) if (/\.tfrc(\.json)?$/.test(name)) names.add(name);
  } catch {
    // No folder, no files.
  }
  return [...names].sort().reverse();
}

function readFile(path: string): CliConfigurationFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return { path, tokens: new Map(), problem: code === "ENOENT" ? "no such file" : `cannot be read: ${code}` };
  }
  // HCL 1 takes JSON for HCL, so the main file may be either.
  const isJson = basename(path).endsWith(".json") || text.trimStart().startsWith("{");
  const found = isJson ? credentialsInJson(text) : credentialsInHcl(text);
  if (found === undefined) return { path, tokens: new Map(), problem: "cannot be parsed" };
  const tokens = new Map<string, string>();
  for (const [host, token] of found) {
    const normalized = normalizeHost(host);
    if (normalized !== undefined) tokens.set(normalized, token);
  }
  return { path, tokens };
}
