import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator, parseSeed } from "tfprojects/emulator";
import { EXAMPLES } from "./tools";

/** Runs a function with the organization of the demo on an emulator, and a temporary folder. */
export async function inDemoOrganization<T>(run: (emulator: Emulator, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-demo-"));
  const emulator = await Emulator.start({ seed: parseSeed(readFileSync(join(EXAMPLES, "teams/seed.json"), "utf8")) });
  try {
    return await run(emulator, folder);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The environment in which commands find the emulator and its organization. */
export function environmentOf({ address, token }: Emulator): Readonly<Record<string, string>> {
  return { TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" };
}
