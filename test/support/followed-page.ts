import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { waitForExit } from "../cli/command-line";
import type { AppFolder } from "./app-folder";
import { COMMAND_LINE } from "./executables";

/*
 * Types the commands of a document into the shell that it begins with, and compares what they print with the document,
 * in which `…` stands for any text and lines may be broken anywhere.
 */

const ROOT = resolve(__dirname, "../..");

interface Step {
  readonly command: string;
  readonly printed: string;
}

interface Project {
  readonly name: string;
  readonly workspaces: readonly { readonly name: string }[];
}

/** What ends the output of a step. */
const END = "--- end of the step ---";

/** A document of `docs/`, with transcripts. */
export class FollowedPage {
  readonly #page: string;

  constructor(file: string) {
    this.#page = readFileSync(join(ROOT, "docs", file), "utf8");
  }

  /** Follows the transcripts of these sections in the folder of an app. Returns projects and their workspaces. */
  async follow(
    app: AppFolder,
    of: (title: string) => boolean = () => true,
  ): Promise<Record<string, readonly string[]>> {
    const all = this.#steps(of);
    const [, begin = ""] = /^```sh\n([\s\S]*?)^```/m.exec(this.#page) ?? [];
    const { PATH = "", HOME = app.folder } = process.env;
    const bin = putNpx(app);
    const env = { PATH: [bin, PATH].join(delimiter), HOME, NO_COLOR: "1", CHECKPOINT_DISABLE: "1" };
    const shell = spawn("sh", ["-c", begin], { cwd: app.folder, env: { ...env, TF_CLI_ARGS: "-no-color" } });
    // Each in a subshell, so that none is in the folder that another one has changed to.
    const typed = [...all.map(({ command }) => command), 'curl -s "$TFE_ADDRESS/_emulator/state"'];
    shell.stdin.end(typed.map((command) => `(${command}\n) 2>&1; echo "${END}"\n`).join(""));
    const { stdout } = await waitForExit(shell);
    const printed = stdout.split(`${END}\n`);
    for (const [index, step] of all.entries()) {
      if (step.printed === "") continue;
      expect(printed[index]!.replace(/[╷│╵]/g, "")).toMatch(expressionOf(step.printed));
    }
    const { organizations } = JSON.parse(printed[all.length]!) as { organizations: { projects: Project[] }[] };
    return Object.fromEntries(
      organizations[0]!.projects.map(({ name, workspaces }) => [name, workspaces.map((workspace) => workspace.name)]),
    );
  }

  #steps(of: (title: string) => boolean): readonly Step[] {
    const sections = this.#page.split(/^## /m).slice(1);
    return sections
      .filter((section) => of(section.split("\n")[0]!))
      .flatMap((section) => [...section.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, text]) => text!))
      .flatMap((text) => text.split(/^\$ /m).slice(1))
      .map((text) => {
        const lines = text.split("\n");
        const end = lines.findIndex((line) => !line.endsWith("\\")) + 1;
        return { command: lines.slice(0, end).join("\n"), printed: lines.slice(end).join("\n").trim() };
      });
  }
}

/** The output as an expression. */
function expressionOf(printed: string): RegExp {
  const literal = (text: string) =>
    text
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\s+/g, "\\s+");
  return new RegExp(printed.split("…").map(literal).join("[\\s\\S]*"));
}

/** A folder with an `npx` that runs what is installed: npm's own would ask the registry. */
function putNpx({ folder }: AppFolder): string {
  const tfprojects = COMMAND_LINE.map((word) => `'${word}'`).join(" ");
  const installed = join(folder, "node_modules/.bin");
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "npx"),
    `#!/bin/sh\nname=$1; shift\n[ "$name" = tfprojects ] && exec ${tfprojects} "$@"\nexec "${installed}/$name" "$@"\n`,
    { mode: 0o755 },
  );
  return bin;
}
