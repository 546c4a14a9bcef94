import { execFileSync } from "node:child_process";

const executable = find("chromium");

/**
 * Tests in a real browser, Debian's chromium. Without it they are skipped by name, or fail in CI.
 *
 * @param tests - Are given where it is.
 */
export function describeInChromium(name: string, tests: (executable: string) => void): void {
  if (executable !== undefined) describe(name, () => tests(executable));
  else if (process.env["CI"] === "true") {
    describe(name, () => {
      it("needs chromium on the PATH", () => {
        throw new Error("CI must run these tests, and chromium was not found on the PATH.");
      });
    });
  } else describe.skip(`${name} (skipped: no chromium on the PATH)`, () => tests(""));
}

function find(command: string): string | undefined {
  try {
    return execFileSync("which", [command], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
