import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EmulatorOptions } from "../../src/emulator";
import { Acme } from "../support/acme";
import { inTerminal, type Answer } from "../support/terminal";
import type { CommandLine, ProcessResult } from "./command-line";

/** A project in Terraform JSON. */
interface ProjectCode {
  readonly name: string;
  readonly description?: string;
  readonly previous_names?: readonly string[];
  readonly auto_destroy_activity_duration?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly ignore_additional_tags?: boolean;
}

/** The command line in a folder with code, and the organization `acme` on an emulator. */
export class CliFixture {
  private constructor(
    readonly cli: CommandLine,
    readonly acme: Acme,
  ) {}

  static async create(cli: CommandLine, options: EmulatorOptions = {}): Promise<CliFixture> {
    return new CliFixture(cli, await Acme.start(options));
  }

  async dispose(): Promise<void> {
    await this.acme.stop();
  }

  get environment(): Readonly<Record<string, string>> {
    const { address, token } = this.acme.emulator;
    const XDG_STATE_HOME = join(this.cli.folder, "state");
    return { TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme", XDG_STATE_HOME };
  }

  run(...args: readonly string[]): Promise<ProcessResult> {
    return this.cli.run(args, this.environment);
  }

  start(...args: readonly string[]): ChildProcessWithoutNullStreams {
    return this.cli.start(args, this.environment);
  }

  /**
   * Runs it in a pseudo terminal, whose output is `stdout`, and types each answer after its prompt.
   */
  async runInTerminal(args: readonly string[], ...answers: readonly Answer[]): Promise<ProcessResult> {
    return this.#inTerminal(this.#line(args), ...answers);
  }

  /**
   * Sends it a signal after a prompt in a pseudo terminal, whose output is `stdout`.
   *
   * @returns also whether the terminal is as before: it echoes what is typed, and passes it on by lines.
   */
  async signalInTerminal(
    args: readonly string[],
    prompt: RegExp,
    signal: NodeJS.Signals,
  ): Promise<ProcessResult & { readonly isRestored: boolean }> {
    const file = join(this.cli.folder, "pid");
    const run = `sh -c 'echo $$ > "$0"; exec "$@"' '${file}' ${this.#line(args)}`;
    const send = (): string => {
      process.kill(Number(readFileSync(file, "utf8")), signal);
      return "";
    };
    const result = await this.#inTerminal(`${run}; status=$?; stty -a; exit $status`, [prompt, send]);
    return { ...result, isRestored: / icanon .* echo /s.test(result.stdout) };
  }

  #line(args: readonly string[]): string {
    return [...this.cli.words, ...args].map((word) => `'${word}'`).join(" ");
  }

  #inTerminal(line: string, ...answers: readonly Answer[]): Promise<ProcessResult> {
    return inTerminal(line, { cwd: this.cli.folder, env: this.environment }, ...answers);
  }

  /** Writes a file into the working folder, and returns its path. */
  write(path: string, content: unknown): string {
    const absolute = join(this.cli.folder, path);
    mkdirSync(dirname(absolute), { recursive: true });
    const isText = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(absolute, isText ? content : JSON.stringify(content));
    return absolute;
  }

  /** Writes Terraform JSON: projects by label, with a membership for each that has workspaces. */
  writeCode(
    folder: string,
    projects: Readonly<Record<string, ProjectCode>>,
    workspaces: Readonly<Record<string, readonly string[]>> = {},
    exclusive = false,
  ): void {
    this.write(`${folder}/main.tf.json`, terraformJson(projects, workspaces, exclusive));
  }

  /** The requests since the last call, except reads. */
  takeWrites(): string[] {
    return this.acme.takeRequests().filter((request) => !request.startsWith("GET"));
  }
}

export function terraformJson(
  projects: Readonly<Record<string, ProjectCode>>,
  workspaces: Readonly<Record<string, readonly string[]>> = {},
  exclusive = false,
): object {
  const memberships = Object.entries(workspaces).map(([label, names]) => {
    const membership = { project_id: `\${tfprojects_project.${label}.id}`, workspace_names: names, exclusive };
    return [label, membership] as const;
  });
  return {
    provider: { tfprojects: [{}] },
    resource: {
      tfprojects_project: projects,
      ...(memberships.length > 0 ? { tfprojects_workspace_membership: Object.fromEntries(memberships) } : {}),
    },
  };
}
