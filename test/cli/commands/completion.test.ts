import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMANDS } from "../../../src/cli/commands";
import { createProgram } from "../../../src/cli/program";
import { isRepeatable } from "../../../src/cli/option-values";
import { CommandLine, waitForExit } from "../command-line";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = CommandLine.build();
  folder = mkdtempSync(join(tmpdir(), "tfprojects-completion-"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, stdout, stderr } = await cli.launch(["completion", shell]);
    expect([status, stderr]).toEqual([0, ""]);
    writeFileSync(join(folder, `completion.${shell}`), stdout);
  }
  mkdirSync(join(folder, "infrastructure"));
  writeFileSync(join(folder, "applied.json"), "{}");
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true });
});

const NAMES = [...Object.keys(COMMANDS), "help"].sort();

/** Tests of shells that are not installed are skipped by name. */
const has = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

describe("in bash", () => {
  /** The completions after the last of these words. */
  function offered(...words: readonly string[]): string[] {
    const script = `source completion.bash
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tfprojects
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, status } = spawnSync("bash", ["--norc", "-c", script, "bash", ...words], { cwd: folder });
    expect(status).toBe(0);
    return stdout.toString().split("\n").filter(Boolean).sort();
  }

  test("completes commands", () => {
    expect(offered("tfprojects", "")).toEqual(NAMES);
    expect(offered("tfprojects", "p")).toEqual(["plan", "provider"]);
  });

  test("completes the options of a command, and none of another", () => {
    expect(offered("tfprojects", "stages", "run-1", "--")).toEqual([
      "--advisory-failures",
      "--help",
      "--json",
      "--organization",
      "--timeout",
      "--watch",
    ]);
    expect(offered("tfprojects", "drift", "--pr")).toEqual([]);
    expect(offered("tfprojects", "--v")).toEqual(["--version"]);
  });

  test("completes known values of options, with and without =", () => {
    expect(offered("tfprojects", "emulator", "--documents", "")).toEqual(["documented", "full"]);
    expect(offered("tfprojects", "emulator", "--documents", "=", "f")).toEqual(["full"]);
    expect(offered("tfprojects", "emulator", "--documents", "=")).toEqual(["documented", "full"]);
    expect(offered("tfprojects", "completion", "")).toEqual(["bash", "fish", "zsh"]);
    expect(offered("tfprojects", "help", "pl")).toEqual(["plan"]);
  });

  test("completes an option that may be repeated again", () => {
    expect(offered("tfprojects", "drift", "--ignore", "a", "--ign")).toEqual(["--ignore"]);
  });

  test("leaves paths to bash, which completes files", async () => {
    expect(offered("tfprojects", "plan", "")).toEqual([]);
    expect(offered("tfprojects", "emulator", "--seed", "")).toEqual([]);
    const child = spawn("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", TERM: "dumb", SHELL: "/bin/sh", PS1: "> " },
    });
    const outcome = waitForExit(child);
    child.stdin.write('tfprojects() { echo "got: $@"; }; source completion.bash\n');
    child.stdin.write("tfprojects plan infra\t\n");
    child.stdin.write("tfprojects undo appl\t\n");
    child.stdin.write("tfprojects em\t --docu\tf\t\n");
    child.stdin.write("exit\n");
    const { stdout } = await outcome;
    expect(stdout).toContain("got: plan infrastructure/");
    expect(stdout).toContain("got: undo applied.json");
    expect(stdout).toContain("got: emulator --documents full");
  });
});

(has("zsh") ? describe : describe.skip)("in zsh", () => {
  test("completes commands, options, values and folders", async () => {
    const child = spawn("script", ["-qec", "zsh -f -i", "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", TERM: "dumb", SHELL: "/bin/sh", HOME: folder },
    });
    const outcome = waitForExit(child);
    child.stdin.write(
      'autoload -U compinit; compinit -u -D; tfprojects() { echo "got: $@"; }; source ./completion.zsh\n',
    );
    child.stdin.write("tfprojects plan infra\t\n");
    child.stdin.write("tfprojects undo appl\t\n");
    child.stdin.write("tfprojects em\t--docu\tf\t\n");
    child.stdin.write("exit\n");
    const { stdout } = await outcome;
    expect(stdout).toContain("got: plan infrastructure");
    expect(stdout).toContain("got: undo applied.json");
    expect(stdout).toContain("got: emulator --documents=full");
  });

  test("completes an option that may be repeated again, and no other one", async () => {
    const child = spawn("script", ["-qec", "zsh -f -i", "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", TERM: "dumb", SHELL: "/bin/sh", HOME: folder },
    });
    const outcome = waitForExit(child);
    child.stdin.write(
      'autoload -U compinit; compinit -u -D; tfprojects() { echo "got: $@"; }; source ./completion.zsh\n',
    );
    child.stdin.write("tfprojects drift --ignore=a --ign\tb --state=c --stat\td\n");
    child.stdin.write("tfprojects import --project=a --proj\tb\n");
    child.stdin.write("tfprojects drift --strict --stri\t\n");
    child.stdin.write("exit\n");
    const { stdout } = await outcome;
    expect(stdout).toContain("got: drift --ignore=a --ignore=b --state=c --state=d");
    expect(stdout).toContain("got: import --project=a --project=b");
    expect(stdout).toContain("got: drift --strict --stri\r");
  });
});

(has("fish") ? describe : describe.skip)("in fish", () => {
  function lines(line: string): string[] {
    const script = `source completion.fish; complete -C '${line}'`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    });
    return stdout.toString().split("\n").filter(Boolean);
  }
  const offered = (line: string) => lines(line).map((it) => it.split("\t")[0]!);

  test("completes commands, options, values and folders", () => {
    expect(offered("tfprojects ").sort()).toEqual(NAMES);
    expect(offered("tfprojects stages --w")).toEqual(["--watch"]);
    expect(offered("tfprojects emulator --documents ").sort()).toEqual(["documented", "full"]);
    expect(offered("tfprojects plan infra")).toEqual(["infrastructure/"]);
    expect(offered("tfprojects undo appl")).toEqual(["applied.json"]);
    expect(offered("tfprojects explain network-prod infra")).toEqual(["infrastructure/"]);
    expect(offered("tfprojects stages infra")).toEqual([]);
    expect(offered("tfprojects drift --ignore a --ign")).toEqual(["--ignore"]);
  });

  test("describes options, and not each of their values in the same way", () => {
    expect(lines("tfprojects import --layout ").sort()).toEqual(["files", "table"]);
    expect(lines("tfprojects import --lay")).toEqual([expect.stringMatching(/^--layout\tfiles: .*; table: /)]);
  });
});

test("recognizes each option that collects its values as one that may be repeated", async () => {
  const { commands } = await createProgram();
  const options = commands.flatMap((command) => command.options);
  const collecting = options.filter(({ parseArg, defaultValue, variadic }) => {
    try {
      return variadic || Array.isArray(parseArg?.("1", defaultValue));
    } catch {
      return false;
    }
  });
  expect(new Set(collecting.map(({ long }) => long))).toEqual(
    new Set(["--state", "--ignore", "--write-imports", "--project", "--exclude", "--platform"]),
  );
  expect(options.filter(isRepeatable)).toEqual(collecting);
});

test("an unknown shell is an error with the known ones", async () => {
  const { status, stderr } = await cli.launch(["completion", "tcsh"]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("bash, zsh, fish")]);
});
