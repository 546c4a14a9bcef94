import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { CommandLine, outcomeOf, written } from "../tfprojects";

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
  test("the command finds the emulator by its environment, seeded as said", async () => {
    const seed = seedFile("seed.json", {
      organizations: [{ name: "big-co", projects: [{ name: "Platform" }] }, { name: "another" }],
    });
    const script = `
      const { TFE_ADDRESS, TFE_TOKEN, TFE_ORGANIZATION } = process.env;
      fetch(TFE_ADDRESS + "/api/v2/organizations/" + TFE_ORGANIZATION + "/projects?q=plat", {
        headers: { authorization: "Bearer " + TFE_TOKEN } })
        .then((response) => response.json())
        .then(({ data }) => console.log(TFE_ORGANIZATION, data.map((project) => project.attributes.name)));`;

    const outcome = await cli.run(["emulator", "--seed", seed, "--", ...node(script)]);

    expect(outcome).toMatchObject({ status: 0, stdout: "big-co [ 'Platform' ]\n", stderr: "" });
  });

  test("the environment it was given itself does not lead the command elsewhere", async () => {
    const script = "console.log(process.env.TFE_ADDRESS, process.env.TFE_ORGANIZATION, process.env.KEPT)";
    const { stdout } = await cli.run(["emulator", "--", ...node(script)], {
      TFE_ADDRESS: "https://app.terraform.io",
      TFE_ORGANIZATION: "real",
      KEPT: "kept",
    });
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+ acme kept\n$/);
  });

  test("it ends with the command's status", async () => {
    expect((await cli.run(["emulator", "--", ...node("process.exit(7)")])).status).toBe(7);
  });

  test("a command that a signal ended gives 128 and the signal's number", async () => {
    expect((await cli.run(["emulator", "--", ...node("process.kill(process.pid, 'SIGKILL')")])).status).toBe(137);
  });

  test("everything after -- is the command's, options and further -- too, and -- may be left out", async () => {
    const script = "console.log(process.argv.slice(1).join())";
    const args = ["--port", "--", "--help"];
    expect((await cli.run(["emulator", "--", ...node(script), "--", ...args])).stdout).toBe("--port,--,--help\n");
    expect((await cli.run(["emulator", ...node(script), "--", ...args])).stdout).toBe("--port,--,--help\n");
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s is passed on, and the command has the last word",
    async (signal) => {
      const script = `process.on("${signal}", () => { console.log("got it"); process.exit(3) }); console.log("ready"); setInterval(() => 0, 1000)`;
      const child = cli.start(["emulator", "--", ...node(script)]);
      const outcome = outcomeOf(child);
      await written(child, /ready/);
      child.kill(signal);
      expect(await outcome).toMatchObject({ status: 3, stdout: "ready\ngot it\n" });
    },
  );

  test("a command that cannot be started is an error with its name", async () => {
    const { status, stdout, stderr } = await cli.run(["emulator", "--", "no-such-program"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/no-such-program could not be started/);
  });
});

describe("without a command", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "it prints lines that a shell can evaluate, serves, and ends with 0 on %s",
    async (signal) => {
      const child = cli.start(["emulator"]);
      const outcome = outcomeOf(child);
      const [lines] = await written(child, /^(export TFE_\w+='[^'\n]*'\n){3}$/);
      const value = (name: string): string => new RegExp(`${name}='(.*)'`).exec(lines)![1]!;

      const response = await fetch(`${value("TFE_ADDRESS")}/api/v2/organizations/${value("TFE_ORGANIZATION")}`, {
        headers: { authorization: `Bearer ${value("TFE_TOKEN")}` },
      });
      expect(response.status).toBe(200);
      child.kill(signal);

      expect(await outcome).toMatchObject({ status: 0, stdout: lines });
    },
  );

  test("with a state file, nothing that was acknowledged is lost by kill -9", async () => {
    const args = ["emulator", "--state", join(cli.folder, "world.jsonl")];
    const acknowledged: string[] = [];
    for (let life = 0; life < 3; life += 1) {
      const child = cli.start(args);
      const outcome = outcomeOf(child);
      const [, address, token] = await written(child, /TFE_ADDRESS='(.*)'\nexport TFE_TOKEN='(.*)'\n/);
      const headers = { authorization: `Bearer ${token!}`, "content-type": "application/vnd.api+json" };
      const projects = `${address!}/api/v2/organizations/acme/projects`;

      const listed = await fetch(`${projects}?page[size]=100`, { headers });
      const { data } = (await listed.json()) as { data: { attributes: { name: string } }[] };
      const names = data.map((project) => project.attributes.name);
      // The request that was underway when it was killed may or may not have been done; all others must have been.
      expect(names.filter((name) => acknowledged.includes(name))).toEqual(acknowledged);
      expect(names.length - 1 - acknowledged.length).toBeLessThanOrEqual(life);

      for (let index = 0; index < 30; index += 1) {
        if (index === 5) setTimeout(() => child.kill("SIGKILL"), 3 * life);
        const name = `project ${life}-${index}`;
        const body = JSON.stringify({ data: { type: "projects", attributes: { name } } });
        const status = await fetch(projects, { method: "POST", headers, body }).then(
          (response) => response.status,
          () => 0,
        );
        if (status !== 201) break;
        acknowledged.push(name);
      }
      expect((await outcome).signal).toBe("SIGKILL");
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(15);
  });
});

describe("mistakes", () => {
  test.each([
    ["a seed that is not there", () => "missing.json", /The seed cannot be read: .*missing\.json/],
    ["a seed that is not JSON", () => seedFile("broken.json", "{"), /broken\.json: \$ is not JSON/],
    [
      "a seed of another shape",
      () => seedFile("shape.json", { organizations: [{ name: 1 }] }),
      /shape\.json: \$\.organizations\[0\]\.name is 1; expected a text/,
    ],
    [
      "a seed that breaks a rule",
      () => seedFile("rule.json", { organizations: [{ name: "acme", projects: [{ name: "ab" }] }] }),
      /rule\.json: \$\.organizations\[0\]\.projects\[0\]\.name .* at least 3 characters/,
    ],
  ])("%s is told with file, place and reason, and the command is not run", async (_, seed, message) => {
    const outcome = await cli.run(["emulator", "--seed", seed(), "--", ...node("console.log('ran')")]);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(2);
  });

  test.each(["x", "-1", "65536", "1.5"])("the port %s is refused", async (port) => {
    const { status, stderr } = await cli.run(["emulator", `--port=${port}`, "--", ...node("")]);
    expect(status).toBe(1);
    expect(stderr).toContain("A port is a number from 0 to 65535.");
  });

  test("a port that is taken is told, with what to do", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { status, stderr } = await cli.run(["emulator", "--port", String(port)]);
    server.close();
    expect(status).toBe(1);
    expect(stderr).toContain(`cannot listen on port ${port}: another program listens on it`);
    expect(stderr).toContain("Choose another with --port");
  });

  test("a state file that is none is told, and left as it was", async () => {
    const state = seedFile("not-a-state.txt", "hello\n");
    const { status, stderr } = await cli.run(["emulator", "--state", state]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/not-a-state\.txt is not a state file of this emulator/);
  });
});
