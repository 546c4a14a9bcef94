import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { CredentialsHelperBlock } from "./cli-configuration-syntax";
import type { Environment } from "./environment";
import { ConfigurationError } from "./errors/configuration-error";

/** Milliseconds that a helper may take: it may ask a person to unlock a key ring. */
const HELPER_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** A helper named in the CLI configuration, and where its program would be. */
export interface CredentialsHelper extends CredentialsHelperBlock {
  /** The configuration file that names it. */
  readonly configuredIn: string;
  /** Folders of plugins, in their order. */
  readonly folders: readonly string[];
}

/** The token that a helper gave, or why it gave none. */
export type HelperResult = { readonly token: string } | { readonly problem: string };

/**
 * Runs `terraform-credentials-NAME ARGS… get HOST`, as Terraform does, and waits for it: without a shell, with nothing to read, and
 * for half a minute at most. What it writes to stderr is shown nowhere, because it may hold a secret.
 *
 * @throws ConfigurationError when it fails, takes too long, or answers with something other than a JSON object.
 */
export function runCredentialsHelper(helper: CredentialsHelper, host: string, env: Environment): HelperResult {
  const program = findProgram(helper);
  if (program === undefined) {
    return { problem: `no program terraform-credentials-${helper.name} in ${helper.folders.join(", ")}` };
  }
  const run = spawnSync(program, [...helper.args, "get", host], {
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
      `The credentials helper ${JSON.stringify(helper.name)} (${program}, named in ${helper.configuredIn}) gave no token for ${host}: ${what}. ` +
        `Run it yourself with the arguments "get ${host}" to see what it says, or set TFE_TOKEN.`,
    );
  const code = run.error !== undefined && "code" in run.error ? String(run.error.code) : undefined;
  if (code === "ETIMEDOUT") throw failed(`it did not end within ${HELPER_TIMEOUT_MS / 1000} s`);
  if (code === "ENOBUFS") throw failed("its answer is longer than 1 MB");
  if (run.error !== undefined) throw failed(`it cannot be run (${code ?? "unknown reason"})`);
  if (run.status !== 0)
    throw failed(run.status === null ? `it was ended by ${run.signal}` : `it ended with status ${run.status}`);
  const answer = parsed(run.stdout);
  if (answer === undefined) throw failed("its answer is no JSON object");
  const token: unknown = "token" in answer ? answer.token : undefined;
  return typeof token === "string" && token !== "" ? { token } : { problem: `it has no token for ${host}` };
}

/**
 * The helper's program: `terraform-credentials-NAME`, or with a version, `…_v1.2.3`, of which the highest holds; of equals the one in
 * the earlier folder. The names of files are compared without regard to case, as Terraform does.
 */
function findProgram({ name, folders }: CredentialsHelper): string | undefined {
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

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
