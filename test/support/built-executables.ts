import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FOLDERS, sourcesHash, SOURCES_FILE } from "../../scripts/package-provider/layout";
import { platformOf } from "../../src/platform";
import { executableName } from "../../src/constructs/provider-bundle/provider-package";

const ROOT = resolve(__dirname, "../..");

/** Where `npm run package:provider` writes, unless `TFPROJECTS_EXECUTABLES` names another folder. */
export const EXECUTABLES = resolve(ROOT, process.env["TFPROJECTS_EXECUTABLES"] ?? "executables");

/** The platform of this machine. */
export const OWN_PLATFORM = platformOf();

/** The folder with the executables for a platform. */
export function executablesFor(platform: string): string {
  return join(EXECUTABLES, FOLDERS.executables, platform);
}

/** The provider for this machine, if it was built. */
export const OWN_PROVIDER = join(executablesFor(OWN_PLATFORM), executableName(OWN_PLATFORM));

/**
 * Tests of executables: skipped by name where they were not built, or not from what `npm run build` has built by now.
 * `npm run test:soak -- --executables` builds them first.
 */
export function describeWithExecutables(platform: string, name: string, tests: () => void): void {
  const reason = reasonToSkip(platform);
  if (reason === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: ${reason}; see npm run package:provider)`, tests);
}

function reasonToSkip(platform: string): string | undefined {
  if (!existsSync(executablesFor(platform))) return `no executables for ${platform}`;
  const built = readFileSync(join(EXECUTABLES, SOURCES_FILE), "utf8");
  return built === sourcesHash(join(ROOT, "dist")) ? undefined : "the executables are of other code";
}
