import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RunningEmulator } from "./emulator";
import { measured, type Figure } from "./measured";

const CLI = resolve(__dirname, "../dist/tfprojects.js");
const LIMIT = 30;
const PROJECTS = 1_000;
/** The limit is one of requests a second. */
const SECOND_MS = 1_000;

/** How long an import takes where lists lack durations, within a limit of 30 requests a second. */
export async function imports(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-imports-"));
  const emulator = await RunningEmulator.start({
    projects: PROJECTS,
    each: 5,
    documents: "documented",
    rateLimit: LIMIT,
  });
  const env = { TFE_ADDRESS: emulator.about.address, TFE_TOKEN: emulator.about.token, TFE_ORGANIZATION: "acme" };
  try {
    const seconds = async (...options: string[]): Promise<number> => {
      const begin = performance.now();
      const out = join(folder, `imported${options.join("")}`);
      const { status } = await measured([CLI, "import", "--out", out, ...options], env, folder);
      if (status !== 0) throw new Error(`tfprojects import ended with status ${String(status)}.`);
      return (performance.now() - begin) / 1000;
    };
    const size = "1,000 projects, 5,000 workspaces; lists without durations";
    const pages = PROJECTS / 100 + (5 * PROJECTS) / 100;
    const figure = (measure: string, value: number, requests: number): Figure => {
      return { measure, size, value, unit: "s", baseline: { what: "requests at the limit", value: requests / LIMIT } };
    };
    const whole = await seconds();
    // Until the service no longer counts these requests.
    await sleep(SECOND_MS);
    const listed = await seconds("--skip-durations");
    return [
      figure("import, limit 30", whole, pages + PROJECTS),
      figure("import --skip-durations, limit 30", listed, pages),
    ];
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
