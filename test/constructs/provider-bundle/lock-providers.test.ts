import { LockFile } from "../../../src/constructs/provider-bundle/lock-file";
import type { ProviderLock } from "../../../src/constructs/provider-bundle/lock-file";
import { lockProviders } from "../../../src/constructs/provider-bundle/lock-providers";

const address = "registry.terraform.io/hashicorp/null";

/** What the lock says after a stack that requires the null provider was synthesized; undefined when it says nothing good. */
function locked(constraints: string, options: { present?: ProviderLock; generatedFrom?: string } = {}) {
  const lock = LockFile.parse("");
  if (options.present !== undefined) lock.set(address, options.present);
  const generated = new Map(options.generatedFrom === undefined ? [] : [["null", options.generatedFrom]]);
  const unlocked = lockProviders(lock, [{ name: "null", address, constraints }], generated);
  return unlocked.length === 0 ? lock.tryFind(address) : undefined;
}

describe("a provider that is not in the lock", () => {
  test("gets the one version that is required", () => {
    expect(locked("3.2.4")).toEqual({ version: "3.2.4", constraints: "3.2.4", hashes: [] });
  });

  test("gets the version that its classes were generated from, where a range is required", () => {
    const lock = { version: "3.2.4", constraints: "~> 3.0", hashes: [] };
    expect(locked("~> 3.0", { generatedFrom: "3.2.4" })).toEqual(lock);
  });

  test.each([
    ["a range is required, and no version is known", "~> 3.0", undefined],
    ["the version known is not in the range", "~> 4.0", "3.2.4"],
    ["cdktf would not accept the range in a lock", "< 4.0", "3.2.4"],
    ["any version is required", "", "3.2.4"],
  ])("is reported where %s", (_, constraints, generatedFrom) => {
    expect(locked(constraints, { generatedFrom })).toBeUndefined();
  });
});

describe("a provider that is in the lock", () => {
  const present = { version: "3.2.3", constraints: "~> 3.2", hashes: ["h1:verified="] };

  test("stays as it is where cdktf accepts it", () => {
    expect(locked("~> 3.2", { present, generatedFrom: "3.2.4" })).toEqual(present);
  });

  test("keeps version and hashes where only the constraints are others", () => {
    expect(locked("~> 3.0", { present })).toEqual({ ...present, constraints: "~> 3.0" });
  });

  test("gets another version where the old constraints still hold, but the version does not", () => {
    expect(locked("3.2.4", { present })).toEqual({ version: "3.2.4", constraints: "3.2.4", hashes: [] });
  });

  test("gets another version where another is required, without the hashes of the old one", () => {
    expect(locked("4.0.0", { present })).toEqual({ version: "4.0.0", constraints: "4.0.0", hashes: [] });
  });
});
