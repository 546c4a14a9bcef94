import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./cli-configuration";
import type { CredentialsHelperBlock } from "./cli-configuration-syntax";
import { ConfigurationError } from "./errors";
import { isObject } from "../json";
import type { JsonObject } from "../json";

/** Time limit of a helper, in milliseconds; it may ask the user to unlock a key ring. */
const HELPER_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** A helper in the CLI configuration, and where to find its executable. */
interface CredentialsHelper extends CredentialsHelperBlock {
  /** The file that configures the helper. */
  readonly configuredIn: string;
  /** Plugin folders, in the order of precedence. */
  readonly folders: readonly string[];
}

/** The token from a helper, or why there is none. */
type HelperResult = { readonly token: string } | { readonly problem: string };

/**
 * Runs `terraform-credentials-NAME ARGS… get HOST` as Terraform does, without a shell or input, for up to 30 seconds.
 * Discards its stderr, which may contain a secret.
 *
 * @throws ConfigurationError when it fails, times out, or prints anything other than a JSON object.
 * @see https://developer.hashicorp.com/terraform/internals/credentials-helpers
 */
export function runCredentialsHelper(helper: CredentialsHelper, host: string, env: Environment): HelperResult {
  const executable = findExecutable(helper);
  if (executable === undefined) {
    return { problem: `no executable terraform-credentials-${helper.name} in ${helper.folders.join(", ")}` };
  }
  const run = spawnSync(executable, [...helper.args, "get", host], {
    env: { ...env },
    shell: false,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: HELPER_TIMEOUT_MS,
    killSignal: "SIGKILL",
    maxBuffer: MAX_OUTPUT_BYTES,
    encoding: "utf8",
    windowsHide: true,
  });
  const failed = (what: string): ConfigurationError =>
    new ConfigurationError(
      `The credentials helper ${JSON.stringify(helper.name)} (${executable}, configured in ${helper.configuredIn}) ` +
        `failed for ${host}: ${what}. Run it with the arguments "get ${host}" to see its output, or set TFE_TOKEN.`,
    );
  const code = run.error !== undefined && "code" in run.error ? String(run.error.code) : undefined;
  if (code === "ETIMEDOUT") throw failed(`it did not finish within ${HELPER_TIMEOUT_MS / 1000} s`);
  if (code === "ENOBUFS") throw failed("its output is larger than 1 MB");
  if (run.error !== undefined) throw failed(`it cannot be run (${code ?? "unknown reason"})`);
  if (run.status !== 0)
    throw failed(run.status === null ? `it was terminated by ${run.signal}` : `it exited with status ${run.status}`);
  const output = parseOutput(run.stdout);
  if (output === undefined) throw failed("its output is not a JSON object");
  const { token } = output;
  return typeof token === "string" && token !== "" ? { token } : { problem: `no token for ${host}` };
}

/**
 * `terraform-credentials-NAME`, or with a version, `…_v1.2.3`: the highest version wins, and among equal versions, the
 * earlier folder. File names are case-insensitive, as for Terraform.
 */
function findExecutable({ name, folders }: CredentialsHelper): string | undefined {
  const pattern = /^terraform-credentials-(?<name>.+?)(?:_v(?<version>.*?)(?:_x.*)?)?(?:\.exe)?$/;
  const found = folders.flatMap((folder) =>
    filesIn(folder).flatMap((file) => {
      const groups = pattern.exec(file.toLowerCase())?.groups;
      return groups?.["name"] === name ? [{ path: join(folder, file), version: groups["version"] ?? "0.0.0" }] : [];
    }),
  );
  const order = new Intl.Collator("en", { numeric: true });
  return found.reduce<(typeof found)[number] | undefined>(
    (best, each) => (best === undefined || order.compare(each.version, best.version) > 0 ? each : best),
    undefined,
  )?.path;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [] : [entry.name]));
  } catch {
    return [];
  }
}

function parseOutput(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
