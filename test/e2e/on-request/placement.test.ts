import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { waitForExit } from "../../cli/command-line";
import { AppFolder } from "../../support/app-folder";
import { COMMAND_LINE } from "../../support/executables";
import { describeWithTerraform } from "../../support/terraform";

/*
 * Runs every command of docs/placement.md, and compares what it prints with the page, in which `…` stands for any text
 * and lines may be broken anywhere.
 */

const ROOT = resolve(__dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/placement.md"), "utf8");

interface Step {
  readonly command: string;
  readonly printed: string;
}

interface Project {
  readonly name: string;
  readonly workspaces: readonly { readonly name: string }[];
}

/** The steps in the transcripts of these sections. */
function steps(of: (title: string) => boolean): readonly Step[] {
  const sections = PAGE.split(/^## /m).slice(1);
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

/** The page as an expression. */
function expressionOf(printed: string): RegExp {
  const literal = (text: string) =>
    text
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\s+/g, "\\s+");
  return new RegExp(printed.split("…").map(literal).join("[\\s\\S]*"));
}

/** What ends the output of a step. */
const END = "--- end of the step ---";

describeWithTerraform("docs/placement.md", () => {
  let app: AppFolder;
  beforeEach(() => {
    app = new AppFolder().copy("examples/placement");
    // `npx` would ask the registry.
    const tfprojects = COMMAND_LINE.map((word) => `'${word}'`).join(" ");
    const installed = join(app.folder, "node_modules/.bin");
    mkdirSync(join(app.folder, "bin"));
    writeFileSync(
      join(app.folder, "bin/npx"),
      `#!/bin/sh\nname=$1; shift\n[ "$name" = tfprojects ] && exec ${tfprojects} "$@"\nexec "${installed}/$name" "$@"\n`,
      { mode: 0o755 },
    );
  });
  afterEach(() => app.remove());

  /** Types the steps into the shell of the page, and compares what they print. Returns projects and workspaces. */
  async function follow(all: readonly Step[]): Promise<Record<string, readonly string[]>> {
    const [, begin = ""] = /^```sh\n([\s\S]*?)^```/m.exec(PAGE) ?? [];
    const { PATH = "", HOME = app.folder } = process.env;
    const env = { PATH: [join(app.folder, "bin"), PATH].join(delimiter), HOME, NO_COLOR: "1", CHECKPOINT_DISABLE: "1" };
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

  test("its commands with the engine print what it says, and move workspaces into 14 projects, and back", async () => {
    const { "Default Project": left, ...others } = await follow(steps((title) => title !== "With Terraform"));
    expect(left).toHaveLength(900);
    expect(Object.keys(others)).toHaveLength(14);
    expect(others["Data"]).toEqual(["billing-test-index"]);
  });

  test("its commands with Terraform print what it says, and lead to the projects of the rules", async () => {
    const { "Default Project": left = [], ...others } = await follow(steps((title) => title === "With Terraform"));
    expect(left).toHaveLength(27);
    expect(left.every((name) => name.startsWith("legacy-app-"))).toBe(true);
    expect(Object.keys(others)).toHaveLength(14);
    expect(others["Inbox"]).toHaveLength(98);
    expect(others["Payments"]).toHaveLength(135);
    expect(others["Data"]).toContain("data-prod-index");
  });
});
