import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { EmulatorState } from "../../src/emulator";
import { differencesOf, projectsOf, type Projects } from "./organization";
import { COMMAND_LINE } from "../support/executables";
import type { Workload } from "./workloads";

/** The organization `acme` of a workload on `tfprojects emulator --state`, which can be killed and restarted. */
export class EmulatorProcess {
  readonly token = "for-tests";
  readonly #folder = mkdtempSync(join(tmpdir(), "tfprojects-emulator-"));
  #child: ChildProcessByStdio<null, Readable, null> | undefined;
  #port = 0;
  #start: Projects = {};

  static async start({ seed }: Pick<Workload, "seed">): Promise<EmulatorProcess> {
    const emulator = new EmulatorProcess();
    writeFileSync(emulator.#path("seed.json"), JSON.stringify({ organizations: [{ name: "acme", ...seed }] }));
    await emulator.#run();
    emulator.#start = await emulator.#projects();
    return emulator;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Like `kill -9`: requests in flight may be processed or not, and answered or not. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  /** Restarts from the state file, on the same port, if it was killed. */
  async restart(): Promise<void> {
    if (this.#child?.killed === true) await this.#run();
  }

  /** How the organization differs from the desired projects; see {@link differencesOf}. */
  async differences(desired: Workload["desired"]): Promise<readonly string[]> {
    return differencesOf(this.#start, await this.#projects(), desired);
  }

  async remove(): Promise<void> {
    await this.#end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    await this.#end();
    const files = ["--seed", this.#path("seed.json"), "--state", this.#path("world.jsonl")];
    const options = ["--port", String(this.#port), "--token", this.token, "--rate-limit", "off"];
    const [file, ...words] = COMMAND_LINE;
    const child = spawn(file, [...words, "emulator", ...files, ...options], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#child = child;
    let text = "";
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      const [, port] = /TFE_ADDRESS='http:\/\/[^:]+:(\d+)'/.exec(text) ?? [];
      if (port === undefined) continue;
      this.#port = Number(port);
      child.stdout.resume();
      return;
    }
    throw new Error(`The emulator exited without printing its address. It printed: ${text}`);
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const closed = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    await closed;
    this.#child = undefined;
  }

  async #projects(): Promise<Projects> {
    const response = await fetch(`${this.address}/_emulator/state`);
    return projectsOf((await response.json()) as EmulatorState);
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }
}
