import { setFlagsFromString } from "node:v8";
import { ownMember } from "../own-member";
import { runProgram } from "./program";

/**
 * Makes V8 wait eight times as long as usual before it optimizes a function: most commands end before that pays off.
 * It takes a fourth of the CPU time of a comparison of 1,000 projects. The flag's name depends on the version of
 * V8, here those of Node.js 20, 22 and 24; others are left alone, and so is Bun, which the executables contain.
 */
function optimizeLater(): void {
  const flag = ownMember(OPTIMIZE_LATER, /^\d+\.\d+/.exec(process.versions.v8)?.[0] ?? "");
  if (flag !== undefined && process.versions["bun"] === undefined) setFlagsFromString(flag);
}

const OPTIMIZE_LATER: Readonly<Record<string, string>> = {
  "11.3": "--interrupt-budget=540672",
  "12.4": "--invocation-count-for-turbofan=24000",
  "13.6": "--invocation-count-for-turbofan=24000",
};

optimizeLater();

void runProgram(process.argv).then((status) => {
  process.exitCode = status;
});

// Without an export, the bundler takes this for a CommonJS module, and wraps everything that it imports in functions:
// V8 then parses all of it twice.
export {};
