import type { LockFile } from "./lock-file";
import type { RequiredProvider } from "./required-providers";
import { exactVersion, firstVersion, satisfies } from "./version-constraint";

/**
 * Completes a lock file so that cdktf accepts it. If the lock file lacks a required provider, cdktf runs `terraform
 * providers lock`, which reads only registries, and fails for a provider that is part of a package. An entry without
 * hashes suffices: `terraform init` adds the hashes of the packages that it installs, as it does without an entry.
 *
 * @param generatedVersions - Name of a provider → the version that its TypeScript classes were generated from.
 * @returns The providers that are still missing in the lock file, because their versions are unknown.
 */
export function lockProviders(
  lock: LockFile,
  required: readonly RequiredProvider[],
  generatedVersions: ReadonlyMap<string, string>,
): readonly RequiredProvider[] {
  return required.filter((provider) => !lockProvider(lock, provider, generatedVersions.get(provider.name)));
}

function lockProvider(lock: LockFile, provider: RequiredProvider, generatedVersion = ""): boolean {
  const { address, constraints } = provider;
  const present = lock.tryFind(address);
  const fits = present !== undefined && satisfies(present.version, constraints);
  if (fits && cdktfAccepts(present.constraints, constraints)) return true;
  if (!cdktfAccepts(constraints, constraints)) return false;

  if (fits) {
    lock.set(address, { ...present, constraints });
    return true;
  }
  const version = exactVersion(constraints) ?? generatedVersion;
  if (!satisfies(version, constraints)) return false;
  lock.set(address, { version, constraints, hashes: [] });
  return true;
}

/** cdktf-cli compares the constraints in the lock file with the first version in the required constraints. */
function cdktfAccepts(locked: string, required: string): boolean {
  const version = firstVersion(required);
  return version !== undefined && satisfies(version, locked);
}
