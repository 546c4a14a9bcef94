import type { LockFile } from "./lock-file";
import type { RequiredProvider } from "./required-providers";
import { exactVersion, firstVersion, satisfies } from "./version-constraint";

/**
 * Completes a lock file so that cdktf takes it as it is. Where the lock lacks a required provider, cdktf runs `terraform providers lock`, which asks
 * registries only: it fails for a provider that comes with a package. An entry without hashes is enough; `terraform init`
 * fills them in from what it installs, as it does when there is no entry.
 *
 * @param generatedVersions by a provider's name, the version that its TypeScript classes were generated from
 * @returns the providers of which no version can be told, for which the lock is not complete
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

/** cdktf-cli compares the constraints in the lock with the first version that the required constraints name. */
function cdktfAccepts(locked: string, required: string): boolean {
  const version = firstVersion(required);
  return version !== undefined && satisfies(version, locked);
}
