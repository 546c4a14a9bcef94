import { runProgram } from "./program";

void runProgram(process.argv).then((status) => {
  process.exitCode = status;
});

// Without an export, the bundler takes this for a CommonJS module, and wraps everything that it imports in functions:
// V8 then parses all of it twice.
export {};
