import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInRange, packagesCheck } from "../../src/doctor/packages-check";
import { VERSION } from "../../src/version";
import { installPackage } from "../support/installed-package";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "doctor-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const install = (name: string, version: string, content: object = {}) => installPackage(folder, name, version, content);

const PEERS = {
  peerDependencies: { cdktf: "^0.21.0", constructs: "^10.4.2", "@cdktf/provider-null": "^11.0.0" },
  peerDependenciesMeta: { "@cdktf/provider-null": { optional: true } },
};

test("an app with the same version and fitting peers passes", () => {
  install("tfprojects", VERSION, PEERS);
  install("cdktf", "0.21.3");
  install("constructs", "10.7.2");
  const found = packagesCheck(folder, true);
  expect([found.status, found.message]).toEqual(["passed", `tfprojects ${VERSION}, cdktf 0.21.3, constructs 10.7.2`]);
});

test("packages of a workspace are found in the root of the repository", () => {
  install("tfprojects", VERSION);
  const app = join(folder, "packages/app");
  mkdirSync(app, { recursive: true });
  expect(packagesCheck(app, true).status).toBe("passed");
});

test("another version than that of the command line is a warning with both places", () => {
  install("tfprojects", "0.0.1");
  const found = packagesCheck(folder, true);
  expect(found).toMatchObject({ status: "warning", code: "VERSION_MISMATCH" });
  expect(found.message).toBe(`the command line is tfprojects ${VERSION}, but the app has 0.0.1`);
  expect(found.next).toContain("npx --no tfprojects");
});

test.each([
  ["too old", "0.20.9", "cdktf is 0.20.9 (needs ^0.21.0)"],
  ["too new", "0.22.0", "cdktf is 0.22.0 (needs ^0.21.0)"],
  ["missing", undefined, "cdktf is missing (needs ^0.21.0)"],
])("a peer that is %s is a warning", (_, version, message) => {
  install("tfprojects", VERSION, PEERS);
  install("constructs", "10.4.2");
  if (version !== undefined) install("cdktf", version);
  const found = packagesCheck(folder, true);
  expect([found.status, found.code]).toEqual(["warning", "UNSUPPORTED_PEER"]);
  expect(found.message).toContain(message);
  expect(found.next).toContain('"cdktf@^0.21.0"');
});

test("an optional peer may be missing, but not be of another version", () => {
  install("tfprojects", VERSION, PEERS);
  install("cdktf", "0.21.0");
  install("constructs", "10.4.2");
  expect(packagesCheck(folder, true).status).toBe("passed");
  install("@cdktf/provider-null", "10.0.0");
  expect(packagesCheck(folder, true).message).toContain("@cdktf/provider-null is 10.0.0 (needs ^11.0.0)");
});

describe("an app of a package whose peers cdktf and cdktn are optional", () => {
  const { peerDependencies, peerDependenciesMeta } =
    jest.requireActual<Readonly<Record<string, object>>>("../../package.json");
  const EITHER = { peerDependencies, peerDependenciesMeta };
  beforeEach(() => install("tfprojects", VERSION, EITHER));

  test("needs one of them", () => {
    install("constructs", "10.7.2");
    const found = packagesCheck(folder, true);
    expect([found.status, found.code]).toEqual(["warning", "UNSUPPORTED_PEER"]);
    expect(found.message).toContain("cdktf or cdktn, and neither is installed");
    expect(found.next).toContain('npm install "cdktn@^0.24.0" "constructs@>=10.6.0 <10.8.0"');
    expect(packagesCheck(folder, false).status).toBe("passed");
  });

  test("has versions of constructs that cdktn accepts, too", () => {
    install("cdktn", "0.24.0", { peerDependencies: { constructs: ">=10.6.0 <10.8.0" } });
    install("constructs", "10.7.2");
    const fitting = packagesCheck(folder, true);
    expect([fitting.status, fitting.message]).toEqual([
      "passed",
      `tfprojects ${VERSION}, cdktn 0.24.0, constructs 10.7.2`,
    ]);
    install("constructs", "10.8.1");
    const found = packagesCheck(folder, true);
    expect([found.status, found.code]).toEqual(["warning", "UNSUPPORTED_PEER"]);
    expect(found.message).toBe("cdktn 0.24.0 needs constructs >=10.6.0 <10.8.0, which is 10.8.1");
    expect(found.next).toBe('Install: "constructs@>=10.6.0 <10.8.0".');
  });

  test("has a version of cdktn that the package supports", () => {
    install("cdktn", "0.23.1");
    install("constructs", "10.7.2");
    const found = packagesCheck(folder, true);
    expect([found.status, found.code]).toEqual(["warning", "UNSUPPORTED_PEER"]);
    expect(found.message).toContain("cdktn is 0.23.1 (needs ^0.24.0)");
  });
});

test("without an app nothing is missing; an app without the package is a warning", () => {
  expect(packagesCheck(folder, false).status).toBe("skipped");
  expect(packagesCheck(folder, true)).toMatchObject({ status: "warning", code: "VERSION_MISMATCH" });
  writeFileSync(join(folder, ".pnp.cjs"), "");
  expect(packagesCheck(folder, true).status).toBe("skipped");
});

test.each([
  ["0.21.9", "^0.21.0", true],
  ["0.22.0", "^0.21.0", false],
  ["10.9.0", "^10.4.2", true],
  ["10.4.1", "^10.4.2", false],
  ["11.0.0", "^10.4.2", false],
  ["0.0.4", "^0.0.3", false],
  ["1.2.9", "~1.2.3", true],
  ["1.3.0", "~1.2.3", false],
  ["2.0.0", ">=1.2.3", true],
  ["1.2.3", "1.2.3", true],
  ["1.2.4", "=1.2.3", false],
  ["0.21.0-pre.5", "^0.21.0", true],
  ["10.7.2", ">=10.6.0 <10.8.0", true],
  ["10.8.1", ">=10.6.0 <10.8.0", false],
  ["10.5.9", ">= 10.6.0 < 10.8.0", false],
  ["5.0.0", "workspace:*", true],
  ["2.1.0", "1.x || 2.x", true],
  ["5.0.0", "1.x || 2.x", false],
])("%s in %s: %s", (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected);
});
