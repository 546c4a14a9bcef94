import colors from "picocolors";
import { buildPackage } from "../build";
import { engineDemo } from "./engine-demo";
import { inDemoOrganization } from "./organization";
import { terraformDemo } from "./terraform-demo";
import { findTerraform } from "./tools";

/** `npm run demo`: with Terraform, or with the engine if Terraform is not installed, or with `--engine`. */
async function main(): Promise<void> {
  const terraform = process.argv.includes("--engine") ? undefined : findTerraform();
  console.log(colors.dim("Building the package …"));
  buildPackage();
  await inDemoOrganization((emulator, folder) =>
    terraform === undefined ? engineDemo(emulator, folder) : terraformDemo(emulator, terraform, folder),
  );
}

void main();
