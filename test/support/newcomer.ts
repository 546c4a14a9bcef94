import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { parseSeed, type Seed } from "../../src/emulator";
import { Acme } from "./acme";
import type { PackageRegistry } from "./package-registry";
import type { Outcome } from "./terraform";
import { UserProject } from "./user-project";

const ROOT = resolve(__dirname, "../..");

/**
 * npm as it is configured here. What else the user has configured is not read: newcomers have not.
 *
 * @returns undefined if the registry cannot be reached.
 */
export function findRegistry(): { readonly address: string; readonly cache: string } | undefined {
  const configured = (name: string) =>
    execFileSync("npm", ["config", "get", name], { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
  const address = configured("registry");
  const args = ["view", "constructs", "name", "--registry", address, "--fetch-retries=0", "--fetch-timeout=20000"];
  const env = { ...process.env, ...certificates(), npm_config_userconfig: "/dev/null" };
  const reached = spawnSync("npm", [...args, "--prefer-online"], { cwd: tmpdir(), env, stdio: "ignore" });
  return reached.status === 0 ? { address, cache: configured("cache") } : undefined;
}

/** The registry may be one that only certificates of this machine vouch for. */
function certificates(): Readonly<Record<string, string>> {
  const path = process.env["TFPROJECTS_TEST_CERTIFICATES"];
  return path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path };
}

export interface NewcomerOptions {
  readonly registry: PackageRegistry;
  /** Of npm: what has been downloaded before. */
  readonly cache: string;
  /** Newer packages are not installed. @default - the newest are */
  readonly before: string | undefined;
  /** What the organization acme has. @default - it is empty */
  readonly seed?: Seed | undefined;
}

export interface ShellOptions {
  /** What the reader puts in place of what the text leaves open, such as `run-…`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Whether only the last command has to succeed: the exit status of others is information. @default false */
  readonly goesOn?: boolean;
}

/**
 * Somebody with an empty folder and an empty home directory, the organization acme on an emulator in place of the
 * service, and one shell, whose variables and folder last from one script to the next.
 */
export class Newcomer {
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(
    readonly project: UserProject,
    readonly acme: Acme,
    private readonly home: string,
    { registry, cache, before }: NewcomerOptions,
  ) {
    const [npmCache, downloads] = [join(home, "npm-cache"), join(cache, "_cacache")];
    for (const folder of [npmCache, downloads]) mkdirSync(folder, { recursive: true });
    // Not all of the cache: what npx has installed there is an earlier build of this version.
    symlinkSync(downloads, join(npmCache, "_cacache"));
    this.#environment = {
      ...certificates(),
      HOME: home,
      // Not the programs of this repository, with which npm runs its tests.
      PATH: (process.env["PATH"] ?? "")
        .split(delimiter)
        .filter((folder) => !folder.endsWith("node_modules/.bin"))
        .join(delimiter),
      TFE_ADDRESS: acme.emulator.address,
      npm_config_registry: registry.address,
      npm_config_cache: npmCache,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
      npm_config_prefer_offline: "true",
      ...(before === undefined ? {} : { npm_config_before: before }),
      pnpm_config_registry: registry.address,
      YARN_NPM_REGISTRY_SERVER: registry.address,
      YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
      YARN_ENABLE_TELEMETRY: "0",
    };
  }

  static async create(options: NewcomerOptions): Promise<Newcomer> {
    const acme = await Acme.start(options.seed === undefined ? {} : { seed: options.seed });
    return new Newcomer(UserProject.empty(), acme, mkdtempSync(join(tmpdir(), "tfprojects-home-")), options);
  }

  /** The seed of an example; undefined if it has none. */
  static seedOf(example: string): Seed | undefined {
    try {
      return parseSeed(readFileSync(join(ROOT, "examples", example, "seed.json"), "utf8"));
    } catch {
      return undefined;
    }
  }

  /** Runs a script in the shell, and throws with its output unless it succeeds. */
  async shell(script: string, { values = {}, goesOn = false }: ShellOptions = {}): Promise<Outcome> {
    const [session, file] = [join(this.home, "session.sh"), join(this.home, "script.sh")];
    const lines = [
      `[ ! -e ${session} ] || . ${session}`,
      `trap '{ export -p; printf "cd %q\\n" "$PWD"; } > ${session}' EXIT`,
      ...(goesOn ? [] : ["set -e"]),
      this.#filledIn(script, values),
    ];
    writeFileSync(file, lines.join("\n"));
    return this.project.succeed("bash", [file], { env: this.#environment });
  }

  /** The script as it is typed, with confirmations that otherwise would need a terminal. */
  #filledIn(script: string, values: Readonly<Record<string, string>>): string {
    const token = {
      "TFE_ORGANIZATION=…": "TFE_ORGANIZATION=acme",
      "TFE_TOKEN=…": `TFE_TOKEN=${this.acme.emulator.token}`,
    };
    return Object.entries({ ...token, ...values })
      .reduce((text, [open, value]) => text.replaceAll(open, value), script)
      .replace(
        /\b((?:cdktf|cdktn) (?:deploy|destroy)|tfprojects (?:apply|override))\b(?!.*--auto-approve)/g,
        "$1 --auto-approve",
      )
      .replace(/\bterraform apply\b(?!.*-auto-approve)/g, "terraform apply -auto-approve");
  }

  async leave(): Promise<void> {
    await this.acme.stop();
    this.project.remove();
    rmSync(this.home, { recursive: true, force: true });
  }
}
