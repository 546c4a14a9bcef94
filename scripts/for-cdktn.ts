import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/*
 * The constructs exist for two frameworks: cdktf, and its successor cdktn, which has the same API. They are written and
 * compiled for cdktf; those for cdktn are a copy in which the name of the module is replaced.
 */

/** Where code names the module that it imports, and the constant that has its name (`constructs/base/framework.ts`). */
const MODULE =
  /((?:\b(?:from|import) ?|\b(?:require|import)\(|\bFRAMEWORK(?:: Framework)? ?[=:] ?)["'])cdktf(?=["'/])/g;

/** Code for cdktf (TypeScript, JavaScript or declarations) as code for cdktn. */
export function forCdktn(code: string): string {
  return code.replace(MODULE, "$1cdktn");
}

/** Copies compiled constructs. The copy belongs beside them, where their relative imports are valid too. */
export function copyForCdktn(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!statSync(source).isFile()) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, forCdktn(readFileSync(source, "utf8")));
  }
}
