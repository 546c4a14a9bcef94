import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine, waitForOutput } from "../command-line";

/*
 * A disk that really refuses: the system lets the emulator's files grow to a limit and no further (RLIMIT_FSIZE, which Linux can change
 * for another process), and so writes a part of a line and then nothing.
 */

let cli: CommandLine;
let emulator: ChildProcessWithoutNullStreams | undefined;

beforeAll(() => {
  cli = CommandLine.build();
  // Without a handler, who reaches the limit is ended by a signal, which a full disk does not send.
  writeFileSync(join(cli.folder, "survive.cjs"), 'process.on("SIGXFSZ", () => undefined);');
});
afterEach(() => emulator?.kill("SIGKILL"));
afterAll(() => cli.remove());

const state = (): string => join(cli.folder, "world.jsonl");

async function start(): Promise<string> {
  emulator = cli.start(["emulator", "--state", state(), "--rate-limit", "off", "--token", "for-tests"], {
    NODE_OPTIONS: `--require ${join(cli.folder, "survive.cjs")}`,
  });
  const [, address = ""] = await waitForOutput(emulator, /TFE_ADDRESS='(.*)'\n(.*\n){2}/);
  return address;
}

/** Kills the emulator, and waits until it is gone. */
async function kill(): Promise<void> {
  const child = emulator!;
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** From now on no file of the emulator can be longer. */
function limit(bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(emulator!.pid), `--fsize=${bytes}:`]);
}

async function ask(method: string, url: string, name?: string): Promise<{ status: number; text: string }> {
  const body = name === undefined ? {} : { body: JSON.stringify({ data: { type: "projects", attributes: { name } } }) };
  const headers = { authorization: "Bearer for-tests", "content-type": "application/vnd.api+json" };
  const response = await fetch(url, { method, headers, ...body });
  return { status: response.status, text: await response.text() };
}

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each([0, 1, 25, 200])(
  "while the disk is full %d bytes on, nobody is told of what is not durable, and then all goes on",
  async (bytes) => {
    const address = await start();
    const projects = `${address}/api/v2/organizations/acme/projects`;
    const before = await ask("GET", `${address}/_emulator/state`);

    limit(statSync(state()).size + bytes);
    const refused = await ask("POST", projects, `Project ${bytes}`);
    expect(refused).toMatchObject({ status: 500, text: expect.stringContaining("could not be written: EFBIG") });
    for (const path of [
      "/_emulator/state",
      "/_emulator",
      `/_emulator/projects?organization=acme&name=Project+${bytes}`,
      "/api/v2/organizations/acme/projects",
      "/api/v2/organizations/acme",
    ]) {
      const read = await ask("GET", address + path);
      expect([path, read.status]).toEqual([path, 500]);
      expect(read.text).toContain("EFBIG");
    }
    const also = await fetch(`${address}/_emulator/projects`, {
      method: "POST",
      body: JSON.stringify({ organization: "acme", name: "More" }),
    });
    expect(also.status).toBe(500);
    // What the state file does not keep can be looked at: how many requests there were, and which faults there are.
    expect((await ask("GET", `${address}/_emulator/requests`)).status).toBe(200);

    if (bytes === 25) {
      // Killed now: what was answered with 500 was not done.
      await kill();
      expect(readFileSync(state(), "utf8").endsWith("\n")).toBe(false);
      const again = await start();
      expect(await ask("GET", `${again}/_emulator/state`)).toEqual(before);
    } else {
      limit("unlimited");
      expect((await ask("GET", projects)).text).toContain(`"Project ${bytes}"`);
      expect((await ask("POST", projects, `After ${bytes}`)).status).toBe(201);
      const last = await ask("GET", `${address}/_emulator/state`);
      await kill();
      const again = await start();
      expect(await ask("GET", `${again}/_emulator/state`)).toEqual(last);
    }
    await kill();
  },
);
