import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import colors from "picocolors";
import { Emulator, parseSeed } from "tfprojects/emulator";
import { buildPackage } from "../build";
import { engineDemo } from "./engine-demo";
import { terraformDemo } from "./terraform-demo";
import { EXAMPLES, findTerraform } from "./tools";

/** `npm run demo`: with Terraform, or with the engine if Terraform is not installed, or with `--engine`. */
async function main(): Promise<void> {
  const terraform = process.argv.includes("--engine") ? undefined : findTerraform();
  console.log(colors.dim("Building the package …"));
  buildPackage();
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-demo-"));
  const emulator = await Emulator.start({ seed: parseSeed(readFileSync(join(EXAMPLES, "teams/seed.json"), "utf8")) });
  try {
    if (terraform === undefined) await engineDemo(emulator, folder);
    else await terraformDemo(emulator, terraform, folder);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
