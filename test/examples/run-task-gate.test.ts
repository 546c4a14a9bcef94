import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { verdictOf } from "../../src/model";
import { parseSeed } from "../../src/emulator";
import { Acme } from "../support/acme";
import { TSX } from "../support/tsx";

const EXAMPLE = resolve(__dirname, "../../examples/run-task-gate");

test.each([
  ["passed", "passed"],
  ["failed", "awaiting_override"],
] as const)("the review of the example that has %s gives a run of the seed the verdict %s", async (status, verdict) => {
  const acme = await Acme.start({ seed: parseSeed(readFileSync(join(EXAMPLE, "seed.json"), "utf8")) });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...TSX, join(EXAMPLE, "review.ts"), status], {
      env: { ...process.env, TFE_ADDRESS: acme.emulator.address },
    });
    expect(stdout).toMatch(/^run-\w+\n$/);
    expect(verdictOf(await acme.client.taskStages.listWithRun(stdout.trim()))).toBe(verdict);
  } finally {
    await acme.stop();
  }
});
