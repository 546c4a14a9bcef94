import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/*
 * There are constructs for two frameworks: cdktf, and its successor cdktn, which has the same API. They are written and
 * compiled for cdktf; those for cdktn are a copy with the module name replaced.
 */

/** Matches imports of the module, and the constant with its name (`constructs/base/framework.ts`). */
const MODULE =
  /((?:\b(?:from|import) ?|\b(?:require|import)\(|\bFRAMEWORK(?:: Framework)? ?[=:] ?)["'])cdktf(?=["'/])/g;

/** Converts code for cdktf (TypeScript, JavaScript or declarations) to code for cdktn. */
export function forCdktn(code: string): string {
  return code.replace(MODULE, "$1cdktn");
}

/** Copies compiled constructs. The copy must be in the same folder, so that relative imports stay valid. */
export function copyForCdktn(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!statSync(source).isFile()) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, forCdktn(readFileSync(source, "utf8")));
  }
}
