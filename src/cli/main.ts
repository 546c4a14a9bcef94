import { runProgram } from "./program";

void runProgram(process.argv).then((status) => {
  process.exitCode = status;
});
