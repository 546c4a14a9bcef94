import type { SpawnSyncReturns } from "node:child_process";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { CommandLine, waitForExit, waitForOutput } from "../command-line";
import { stateFileOf } from "../../emulator/state-file/crafted";

let cli: CommandLine;

beforeAll(() => {
  cli = CommandLine.build();
});
afterAll(() => cli.remove());

/** A command that runs JavaScript with Node. */
const node = (script: string): readonly string[] => [process.execPath, "-e", script];

function seedFile(name: string, content: unknown): string {
  const path = join(cli.folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

describe("with a command", () => {
  test("the environment of the command points to the seeded emulator", async () => {
    const seed = seedFile("seed.json", {
      organizations: [{ name: "big-co", projects: [{ name: "Platform" }] }, { name: "another" }],
    });
    const script = `
      const { TFE_ADDRESS, TFE_TOKEN, TFE_ORGANIZATION } = process.env;
      fetch(TFE_ADDRESS + "/api/v2/organizations/" + TFE_ORGANIZATION + "/projects?q=plat", {
        headers: { authorization: "Bearer " + TFE_TOKEN } })
        .then((response) => response.json())
        .then(({ data }) => console.log(TFE_ORGANIZATION, data.map((project) => project.attributes.name)));`;

    const outcome = await cli.launch(["emulator", "--seed", seed, "--", ...node(script)]);

    expect(outcome).toMatchObject({ status: 0, stdout: "big-co [ 'Platform' ]\n", stderr: "" });
  });

  test("the environment overrides that of the emulator", async () => {
    const script = "console.log(process.env.TFE_ADDRESS, process.env.TFE_ORGANIZATION, process.env.KEPT)";
    const { stdout } = await cli.launch(["emulator", "--", ...node(script)], {
      TFE_ADDRESS: "https://app.terraform.io",
      TFE_ORGANIZATION: "real",
      KEPT: "kept",
    });
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+ acme kept\n$/);
  });

  test("it exits with the status of the command", async () => {
    expect((await cli.launch(["emulator", "--", ...node("process.exit(7)")])).status).toBe(7);
  });

  test("a command that a signal ended gives 128 plus the number of the signal", async () => {
    expect((await cli.launch(["emulator", "--", ...node("process.kill(process.pid, 'SIGKILL')")])).status).toBe(137);
  });

  test("all arguments after -- belong to the command, also options, and -- is optional", async () => {
    const script = "console.log(process.argv.slice(1).join())";
    const args = ["--port", "--", "--help"];
    expect((await cli.launch(["emulator", "--", ...node(script), "--", ...args])).stdout).toBe("--port,--,--help\n");
    expect((await cli.launch(["emulator", ...node(script), "--", ...args])).stdout).toBe("--port,--,--help\n");
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s is forwarded, and the status of the command counts",
    async (signal) => {
      const script = `process.on("${signal}", () => { console.log("got it"); process.exit(3) });
        console.log("ready");
        setInterval(() => 0, 1000);`;
      const child = cli.start(["emulator", "--", ...node(script)]);
      const outcome = waitForExit(child);
      await waitForOutput(child, /ready/);
      child.kill(signal);
      expect(await outcome).toMatchObject({ status: 3, stdout: "ready\ngot it\n" });
    },
  );

  test("a command that cannot be started is an error", async () => {
    const { status, stdout, stderr } = await cli.launch(["emulator", "--", "no-such-program"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/Cannot start no-such-program/);
  });
});

describe("without a command", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "it prints the environment for a shell, serves, and exits with 0 on %s",
    async (signal) => {
      const child = cli.start(["emulator"]);
      const outcome = waitForExit(child);
      const [lines] = await waitForOutput(child, /^(export TFE_\w+='[^'\n]*'\n){3}$/);
      const value = (name: string): string => new RegExp(`${name}='(.*)'`).exec(lines)![1]!;

      const response = await fetch(`${value("TFE_ADDRESS")}/api/v2/organizations/${value("TFE_ORGANIZATION")}`, {
        headers: { authorization: `Bearer ${value("TFE_TOKEN")}` },
      });
      expect(response.status).toBe(200);
      child.kill(signal);

      expect(await outcome).toMatchObject({ status: 0, stdout: lines });
    },
  );

  test("it allows 30 requests per second, unless --rate-limit is set", async () => {
    const limitOf = async (...args: readonly string[]): Promise<unknown> => {
      const script = `fetch(process.env.TFE_ADDRESS + "/api/v2/ping")
        .then((response) => console.log(response.headers.get("x-ratelimit-limit")))`;
      return (await cli.launch(["emulator", ...args, "--", ...node(script)])).stdout.trim();
    };
    expect(await limitOf()).toBe("30");
    expect(await limitOf("--rate-limit", "7")).toBe("7");
    expect(await limitOf("--rate-limit=off")).toBe("null");
  });

  test.each([
    [[], "called"],
    [["--call-run-tasks", "never"], "not called"],
  ])("with %j, a run task with a loopback URL is %s", async (options, outcome) => {
    const script = `
      const control = async (path, body) => {
        const address = process.env.TFE_ADDRESS + "/_emulator" + path;
        return (await fetch(address, { method: "POST", body: JSON.stringify(body) })).json();
      };
      const done = (text) => { console.log(text); process.exit() };
      const task = require("node:http").createServer(() => done("called")).listen(0, "127.0.0.1", async () => {
        const { id } = await control("/workspaces", { organization: "acme", name: "api" });
        const url = "http://127.0.0.1:" + task.address().port;
        await control("/runs", { workspaceId: id, tasks: [{ name: "scan", stage: "pre_plan", url }] });
        setTimeout(() => done("not called"), ${outcome === "called" ? 10_000 : 500});
      });`;
    expect((await cli.launch(["emulator", ...options, "--", ...node(script)])).stdout).toBe(`${outcome}\n`);
  });

  test("--max-request-bytes limits the size of a request body", async () => {
    const script = `
      const body = JSON.stringify({ data: { type: "organizations", attributes: { name: "x".repeat(40), email: "y".repeat(60) + "@example.com" } } });
      const headers = { authorization: "Bearer " + process.env.TFE_TOKEN, "content-type": "application/vnd.api+json" };
      fetch(process.env.TFE_ADDRESS + "/api/v2/organizations", { method: "POST", body, headers })
        .then((response) => console.log(response.status))`;
    expect((await cli.launch(["emulator", "--max-request-bytes", "100", "--", ...node(script)])).stdout).toBe("413\n");
    expect((await cli.launch(["emulator", "--max-request-bytes", "1000", "--", ...node(script)])).stdout).toBe("201\n");
  });

  test("a crafted state file puts nothing on stdout", async () => {
    const record = {
      id: "org-1",
      sequence: 1,
      name: "a\u001b[2J",
      email: "",
      createdAt: "",
      defaultProjectId: "p",
      defaultAgentPoolId: null,
      settings: {},
    };
    const state = seedFile("crafted.jsonl", stateFileOf([{ table: "organizations", id: "org-1", record }]));
    const { status, stdout, stderr } = await cli.launch(["emulator", "--state", state]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('crafted.jsonl is damaged: line 2: $[0].record.name: is "a\\u001b[2J"');
  });

  test("--token and --documents", async () => {
    const script = `fetch(process.env.TFE_ADDRESS + "/api/v2/organizations/acme/projects", {
        headers: { authorization: "Bearer " + process.env.TFE_TOKEN } })
      .then((response) => response.json())
      .then(({ data }) => console.log(process.env.TFE_TOKEN, "created-at" in data[0].attributes))`;
    const run = async (...args: readonly string[]): Promise<string> =>
      (await cli.launch(["emulator", "--token", "for-tests", ...args, "--", ...node(script)])).stdout;
    expect(await run()).toBe("for-tests true\n");
    expect(await run("--documents", "documented")).toBe("for-tests false\n");
  });
});

describe("with --ready-file", () => {
  const file = (): string => join(cli.folder, "emulator.env");

  /** A shell that starts the emulator in the background and waits for the file, as docs/emulator.md does. */
  function shell(script: string, ...args: readonly string[]): SpawnSyncReturns<string> {
    const command = [...cli.words, "emulator", "--ready-file", "emulator.env", ...args].map((word) => `'${word}'`);
    const lines = [
      "rm -f emulator.env",
      `${command.join(" ")} &`,
      "while [ ! -e emulator.env ] && kill -0 $!; do sleep 0.1; done",
      ". ./emulator.env",
      script,
    ];
    return spawnSync("sh", ["-c", lines.join("\n")], { cwd: cli.folder, encoding: "utf8" });
  }

  test("a shell that waits for the file finds all variables in it and an emulator that serves, until it stops it", () => {
    const ask = `fetch(process.env.TFE_ADDRESS + "/api/v2/organizations/" + process.env.TFE_ORGANIZATION, {
      headers: { authorization: "Bearer " + process.env.TFE_TOKEN } }).then(({ status }) => console.log(status))`;
    const ended = shell(
      `'${process.execPath}' -e '${ask}'; kill $TFPROJECTS_EMULATOR_PID; wait $!; echo $?; ls emulator.env`,
    );
    expect(ended.stdout).toBe("200\n0\n");
    expect(ended.stderr).toContain("Evaluate the lines in emulator.env");
    expect(ended.stderr).toMatch(/ls: .*emulator\.env/);
  });

  test("a shell neither waits for an emulator that cannot start, nor reads the file of one that was killed", async () => {
    const killed = cli.start(["emulator", "--ready-file", "emulator.env", "--port", "0"]);
    killed.stderr.once("data", () => killed.kill("SIGKILL"));
    await waitForExit(killed);
    expect(readFileSync(file(), "utf8")).toMatch(
      /^(export TFE_\w+='[^'\n]*'\n){3}export TFPROJECTS_EMULATOR_PID=\d+\n$/,
    );

    const ended = shell("echo evaluated", "--seed", "missing.json");
    expect([ended.status === 0, ended.stdout]).toEqual([false, ""]);
    expect(ended.stderr).toContain("Cannot read the seed");
    expect(existsSync(file())).toBe(false);
  });

  test("the file exists while a command runs", async () => {
    const show = node(
      'console.log(require("fs").readFileSync("emulator.env", "utf8").includes(process.env.TFE_ADDRESS))',
    );
    const outcome = await cli.launch(["emulator", "--ready-file", file(), "--", ...show]);
    expect(outcome).toMatchObject({ status: 0, stdout: "true\n" });
    expect(existsSync(file())).toBe(false);
  });

  test.each([
    ["another file", "main.tf", "another file has this name"],
    ["a folder that does not exist", "missing/emulator.env", "ENOENT"],
  ])("%s is an error: nothing is overwritten or served", async (_, path, reason) => {
    const kept = seedFile("main.tf", "terraform {}\n");
    const { status, stdout, stderr } = await cli.launch(["emulator", "--ready-file", path, "--", ...node("")]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`Cannot write ${path}: `);
    expect(stderr).toContain(reason);
    expect(readFileSync(kept, "utf8")).toBe("terraform {}\n");
  });
});

describe("invalid options", () => {
  test.each([
    ["a missing seed", () => "missing.json", /Cannot read the seed .*missing\.json/],
    ["a seed that is not JSON", () => seedFile("broken.json", "{"), /broken\.json: \$ is not valid JSON/],
    [
      "a seed with another structure",
      () => seedFile("shape.json", { organizations: [{ name: 1 }] }),
      /shape\.json: \$\.organizations\[0\]\.name is 1; expected a string/,
    ],
    [
      "a seed that breaks a rule",
      () => seedFile("rule.json", { organizations: [{ name: "acme", projects: [{ name: "ab" }] }] }),
      /rule\.json: \$.*projects\[0\]\.name is invalid: Name is too short \(minimum is 3 characters\)/,
    ],
  ])("%s is an error with path and reason, and the command does not run", async (_, seed, message) => {
    const outcome = await cli.launch(["emulator", "--seed", seed(), "--", ...node("console.log('ran')")]);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(2);
  });

  test("several errors of a seed are shown at once, each on its line", async () => {
    const seed = seedFile("several.json", {
      organizations: [{ name: "acme", projects: [{ name: "ab" }, { name: "cd" }] }],
    });
    const outcome = await cli.launch(["emulator", "--seed", seed, "--", ...node("console.log('ran')")]);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/several\.json has 2 errors:$/),
      expect.stringMatching(/^ {2}\$\.organizations\[0\]\.projects\[0\]\.name is invalid: /),
      expect.stringMatching(/^ {2}\$\.organizations\[0\]\.projects\[1\]\.name is invalid: /),
      expect.stringContaining("emulator --help"),
    ]);
  });

  test.each(["x", "-1", "65536", "1.5"])("the port %s is invalid", async (port) => {
    const { status, stderr } = await cli.launch(["emulator", `--port=${port}`, "--", ...node("")]);
    expect(status).toBe(1);
    expect(stderr).toContain("It must be a number from 0 to 65535.");
  });

  test.each([
    [["--rate-limit", "0"], "at least 1, or off"],
    [["--rate-limit", "none"], "at least 1, or off"],
    [["--documents", "all"], "Allowed choices are full, documented"],
    [["--max-request-bytes", "0"], "at least 1"],
    [["--max-request-bytes", "10MiB"], "a number of bytes"],
  ])("%j is invalid", async (args, why) => {
    const { status, stderr } = await cli.launch(["emulator", ...args, "--", ...node("")]);
    expect(status).toBe(1);
    expect(stderr).toContain(why);
  });

  test.each(["two words", "", "naïve"])("an invalid token is not shown: %j", async (token) => {
    const { status, stdout, stderr } = await cli.launch(["emulator", "--token", token, "--", ...node("")]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("The value of --token is not a valid token");
    if (token !== "") expect(stderr).not.toContain(token);
  });

  test("a port in use is an error with the next step", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { status, stderr } = await cli.launch(["emulator", "--port", String(port)]);
    server.close();
    expect(status).toBe(1);
    expect(stderr).toContain(`cannot listen on port ${port}: the port is in use`);
    expect(stderr).toContain("Use another port with --port");
  });

  test("an invalid state file is an error, and is not changed", async () => {
    const state = seedFile("not-a-state.txt", "hello\n");
    const { status, stderr } = await cli.launch(["emulator", "--state", state]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/not-a-state\.txt is not a state file of this emulator/);
  });
});
