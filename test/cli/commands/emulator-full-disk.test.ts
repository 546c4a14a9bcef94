import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine, waitForOutput } from "../command-line";

/*
 * A full disk, by a limit on the size of the emulator's files (RLIMIT_FSIZE, which Linux can change for another
 * process): a write is cut short within a line, and later ones fail.
 */

let cli: CommandLine;
let emulator: ChildProcessWithoutNullStreams | undefined;

beforeAll(() => {
  cli = CommandLine.build();
  // Without a handler, the signal at the limit ends the process. A full disk sends no signal.
  writeFileSync(join(cli.folder, "survive.cjs"), 'process.on("SIGXFSZ", () => undefined);');
});
afterEach(() => emulator?.kill("SIGKILL"));
afterAll(() => cli.remove());

const state = (): string => join(cli.folder, "state.jsonl");

async function start(): Promise<string> {
  emulator = cli.start(["emulator", "--state", state(), "--rate-limit", "off", "--token", "for-tests"], {
    NODE_OPTIONS: `--require ${join(cli.folder, "survive.cjs")}`,
  });
  const [, address = ""] = await waitForOutput(emulator, /TFE_ADDRESS='(.*)'\n(.*\n){2}/);
  return address;
}

/** Kills the emulator, and waits for its end. */
async function kill(): Promise<void> {
  const child = emulator!;
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await closed;
}

/** Limits the size of the emulator's files. */
function limit(bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(emulator!.pid), `--fsize=${bytes}:`]);
}

async function request(method: string, url: string, name?: string): Promise<{ status: number; text: string }> {
  const body = name === undefined ? {} : { body: JSON.stringify({ data: { type: "projects", attributes: { name } } }) };
  const headers = { authorization: "Bearer for-tests", "content-type": "application/vnd.api+json" };
  const response = await fetch(url, { method, headers, ...body });
  return { status: response.status, text: await response.text() };
}

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each([0, 1, 25, 200])(
  "when the disk is full after %d more bytes, no response has what is not durable, until there is space again",
  async (bytes) => {
    const address = await start();
    const projects = `${address}/api/v2/organizations/acme/projects`;
    const before = await request("GET", `${address}/_emulator/state`);

    limit(statSync(state()).size + bytes);
    const refused = await request("POST", projects, `Project ${bytes}`);
    expect(refused).toMatchObject({ status: 500, text: expect.stringContaining("could not be written: EFBIG") });
    for (const path of [
      "/_emulator/state",
      "/_emulator",
      `/_emulator/projects?organization=acme&name=Project+${bytes}`,
      "/api/v2/organizations/acme/projects",
      "/api/v2/organizations/acme",
    ]) {
      const read = await request("GET", address + path);
      expect([path, read.status]).toEqual([path, 500]);
      expect(read.text).toContain("EFBIG");
    }
    const also = await fetch(`${address}/_emulator/projects`, {
      method: "POST",
      body: JSON.stringify({ organization: "acme", name: "More" }),
    });
    expect(also.status).toBe(500);
    // Requests and faults are not in the state file, so they can be read.
    expect((await request("GET", `${address}/_emulator/requests`)).status).toBe(200);

    if (bytes === 25) {
      // After a kill, the writes with a 500 response are not in the state.
      await kill();
      expect(readFileSync(state(), "utf8").endsWith("\n")).toBe(false);
      const again = await start();
      expect(await request("GET", `${again}/_emulator/state`)).toEqual(before);
    } else {
      limit("unlimited");
      expect((await request("GET", projects)).text).toContain(`"Project ${bytes}"`);
      expect((await request("POST", projects, `After ${bytes}`)).status).toBe(201);
      const last = await request("GET", `${address}/_emulator/state`);
      await kill();
      const again = await start();
      expect(await request("GET", `${again}/_emulator/state`)).toEqual(last);
    }
    await kill();
  },
);
