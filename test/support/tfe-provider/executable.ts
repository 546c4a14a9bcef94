import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedBundle } from "../shared-bundle";

/**
 * The provider to take over from: the stand-in, or the real one if `TFPROJECTS_TFE_PROVIDER` is the path of its
 * executable.
 */
export function tfeExecutable(): string {
  const real = process.env["TFPROJECTS_TFE_PROVIDER"] ?? "";
  if (real !== "") return real;
  const executable = join(mkdtempSync(join(tmpdir(), "tfe-test-")), "terraform-provider-tfe");
  sharedBundle("test/support/tfe-provider/main.ts", executable);
  return executable;
}
