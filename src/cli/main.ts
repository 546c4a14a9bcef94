import { runProgram } from "./program";
import { optimizeLater } from "./v8-flags";

optimizeLater();

void runProgram(process.argv).then((status) => {
  process.exitCode = status;
});
