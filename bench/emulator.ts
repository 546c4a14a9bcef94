import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** What an emulator is to hold. */
export interface Order {
  /** Beside the default project: `Team 0` and so on. */
  readonly projects: number;
  /** Workspaces of each project. */
  readonly each: number;
  /** @default "full" */
  readonly documents?: "documented" | "full";
  /** Requests per second. @default no limit */
  readonly rateLimit?: number;
  /** How long each response takes, in milliseconds. @default 0 */
  readonly latencyMs?: number;
}

/** The message of a started emulator. */
export interface Message {
  readonly address: string;
  readonly token: string;
}

const folder = mkdtempSync(join(tmpdir(), "tfprojects-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** As users have it: plain JavaScript, not what a loader makes of TypeScript on the way. */
const program = join(folder, "emulator.js");
buildSync({
  entryPoints: [join(__dirname, "emulator-process.ts")],
  outfile: program,
  bundle: true,
  platform: "node",
  logLevel: "error",
});

const hasTaskset = spawnSync("taskset", ["--version"]).status === 0;
/** Whether the emulator has the first core and the load all others. */
export const pinned = hasTaskset && cpus().length > 1;
if (pinned) spawnSync("taskset", ["-acp", `1-${cpus().length - 1}`, String(process.pid)]);

/** An emulator in its own process, on its own core where that can be had. */
export class RunningEmulator {
  private constructor(
    private readonly child: ChildProcess,
    readonly about: Message,
  ) {}

  static async start(order: Order): Promise<RunningEmulator> {
    const command = [process.execPath, program, JSON.stringify(order)];
    const [file = "", ...args] = pinned ? ["taskset", "-c", "0", ...command] : command;
    const child = spawn(file, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const about = await new Promise<Message>((resolve, reject) => {
      child.once("message", (message) => resolve(message as Message));
      child.once("exit", (status) => reject(new Error(`The emulator ended with status ${String(status)}.`)));
    });
    return new RunningEmulator(child, about);
  }

  /** @throws Error when it is not answered with a success */
  async get(path: string): Promise<Response> {
    const { address, token } = this.about;
    const response = await fetch(`${address}/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async workspaceIds(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let page: number | null = 1; page !== null;) {
      const response = await this.get(`/organizations/acme/workspaces?page%5Bsize%5D=100&page%5Bnumber%5D=${page}`);
      const { data, meta } = (await response.json()) as ListDocument;
      ids.push(...data.map(({ id }) => id));
      page = meta.pagination["next-page"];
    }
    return ids;
  }

  /** Seconds that the process has had a core; undefined where the system does not tell. */
  cpuSeconds(): number | undefined {
    try {
      const fields =
        readFileSync(`/proc/${this.child.pid ?? 0}/stat`, "utf8")
          .split(") ")[1]
          ?.split(" ") ?? [];
      // User and system time in hundredths of a second, whatever the kernel's own tick is.
      return (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.disconnect();
    await ended;
  }
}

interface ListDocument {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly pagination: { readonly "next-page": number | null } };
}
