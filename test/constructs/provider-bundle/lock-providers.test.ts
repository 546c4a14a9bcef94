import { LockFile } from "../../../src/constructs/provider-bundle/lock-file";
import type { ProviderLock } from "../../../src/constructs/provider-bundle/lock-file";
import { lockProviders } from "../../../src/constructs/provider-bundle/lock-providers";

const address = "registry.terraform.io/hashicorp/null";

/** The entry in the lock file of a stack that requires the null provider; undefined if it cannot be locked. */
function locked(constraints: string, options: { present?: ProviderLock; generatedFrom?: string } = {}) {
  const lock = LockFile.parse("");
  if (options.present !== undefined) lock.set(address, options.present);
  const generated = new Map(options.generatedFrom === undefined ? [] : [["null", options.generatedFrom]]);
  const unlocked = lockProviders(lock, [{ name: "null", address, constraints }], generated);
  return unlocked.length === 0 ? lock.tryFind(address) : undefined;
}

describe("a provider that is not in the lock file", () => {
  test("gets the one version that is required", () => {
    expect(locked("3.2.4")).toEqual({ version: "3.2.4", constraints: "3.2.4", hashes: [] });
  });

  test("gets the version that its classes were generated from, if a range is required", () => {
    const lock = { version: "3.2.4", constraints: "~> 3.0", hashes: [] };
    expect(locked("~> 3.0", { generatedFrom: "3.2.4" })).toEqual(lock);
  });

  test.each([
    ["a range is required, and no version is known", "~> 3.0", undefined],
    ["the known version is not in the range", "~> 4.0", "3.2.4"],
    ["cdktf would not accept the range in a lock", "< 4.0", "3.2.4"],
    ["any version is required", "", "3.2.4"],
  ])("is reported where %s", (_, constraints, generatedFrom) => {
    expect(locked(constraints, { generatedFrom })).toBeUndefined();
  });
});

describe("a provider that is in the lock file", () => {
  const present = { version: "3.2.3", constraints: "~> 3.2", hashes: ["h1:verified="] };

  test("stays as it is if cdktf accepts it", () => {
    expect(locked("~> 3.2", { present, generatedFrom: "3.2.4" })).toEqual(present);
  });

  test("keeps version and hashes if only the constraints have changed", () => {
    expect(locked("~> 3.0", { present })).toEqual({ ...present, constraints: "~> 3.0" });
  });

  test("gets another version if the old constraints still match, but the version does not", () => {
    expect(locked("3.2.4", { present })).toEqual({ version: "3.2.4", constraints: "3.2.4", hashes: [] });
  });

  test("gets another version if another is required, without the old hashes", () => {
    expect(locked("4.0.0", { present })).toEqual({ version: "4.0.0", constraints: "4.0.0", hashes: [] });
  });
});
