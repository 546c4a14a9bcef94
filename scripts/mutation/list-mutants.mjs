import { readFile } from "node:fs/promises";
import process from "node:process";
import { pathToFileURL } from "node:url";

// Prints where the mutants of files are, as JSON: the arguments are Stryker's instrumenter and the files.
const [instrumenter, ...paths] = process.argv.slice(2);
const { Instrumenter } = await import(pathToFileURL(instrumenter).href);
const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.error };
const files = await Promise.all(
  paths.map(async (name) => ({ name, mutate: true, content: await readFile(name, "utf8") })),
);
const { mutants } = await new Instrumenter(silent).instrument(files, {
  ignorers: [],
  excludedMutations: [],
  plugins: null,
});
const linesOf = ({ fileName, location: { start, end } }) => ({
  file: fileName,
  start: start.line + 1,
  end: end.line + 1,
});
process.stdout.write(JSON.stringify(mutants.map(linesOf)));
