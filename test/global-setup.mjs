import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/**
 * Commands of a second, such as Terraform's, need no garbage collection before they have used a gigabyte: see
 * https://pkg.go.dev/runtime#hdr-Environment_Variables.
 */
process.env.GOGC ??= "off";
process.env.GOMEMLIMIT ??= "1GiB";

// Node.js parses these certificates when it starts, in every process; only npm needs them.
const { NODE_EXTRA_CA_CERTS } = process.env;
if (NODE_EXTRA_CA_CERTS !== undefined) {
  process.env.TFPROJECTS_TEST_CERTIFICATES = NODE_EXTRA_CA_CERTS;
  delete process.env.NODE_EXTRA_CA_CERTS;
}

/** Makes a folder for what the test files of a run share: see test/support/shared-bundle.ts. */
export default function setUp() {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-tests-"));
  process.env.TFPROJECTS_TEST_FOLDER = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
