import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of a build's results in its output folder. */
export const FOLDERS = {
  /** The files that a registry publishes. */
  registry: "registry",
  /** Packages for `npm publish`, by the last part of their name. */
  npm: "npm",
  /** The command line. */
  commandLine: "command-line",
  /** The executables themselves, by platform. */
  executables: "bin",
} as const;

/** The bundle of the provider, as `npm run build` names it. */
export const PROVIDER_BUNDLE = "terraform-provider-tfprojects";

/** Records what the provider was compiled from: the result of {@link sourcesHash}. */
export const SOURCES_FILE = "sources.sha256";

/** The hash of the provider's bundle in a folder; empty without one. */
export function sourcesHash(folder: string): string {
  const bundle = join(folder, PROVIDER_BUNDLE);
  return existsSync(bundle) ? sha256(bundle) : "";
}

/** The hash of a file in hexadecimal digits. */
export function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
