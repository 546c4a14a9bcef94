/**
 * `npm run check:package [-- TARBALL]`: checks the packed package with the usual tools for publishers, publint and
 * "Are the types wrong?". Prints the problems as JSON; the exit status is 1 if there are any.
 *
 * A separate process with an ES module, because both libraries are ES modules, which jest does not load.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData, Package } from "@arethetypeswrong/core";
import { publint } from "publint";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The fields that both check. Other fields would be parsed again for each of hundreds of files. */
const RELEVANT = ["name", "version", "type", "main", "types", "exports", "typesVersions", "bin", "files"];

/** @param {Uint8Array} tarball */
async function typeProblems(tarball) {
  const packed = createPackageFromTarballData(tarball);
  const files = Object.fromEntries(
    packed
      .listFiles(`/node_modules/${packed.packageName}`)
      .filter((path) => /\/package\.json$|\/lib\/.*\.(js|d\.ts)$|\.schema\.json$/.test(path))
      .map((path) => [path, packed.readFile(path)]),
  );
  const manifest = `/node_modules/${packed.packageName}/package.json`;
  const fields = Object.entries(JSON.parse(files[manifest])).filter(([name]) => RELEVANT.includes(name));
  files[manifest] = JSON.stringify(Object.fromEntries(fields));
  const result = await checkPackage(new Package(files, packed.packageName, packed.packageVersion));
  if (result.types === false) return [{ kind: "NoTypes" }];
  return result.problems;
}

/** @param {Uint8Array} tarball */
async function publishProblems(tarball) {
  const { messages } = await publint({ pack: { tarball: Uint8Array.from(tarball).buffer }, strict: true });
  // Minified code has no line breaks, so publint treats everything after its first "//" as a comment.
  return messages.filter(({ code, path }) => !(code === "FILE_INVALID_FORMAT" && path[0] === "bin"));
}

/** @param {string} folder */
function pack(folder) {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(execFileSync("npm", args, { cwd: ROOT, encoding: "utf8" }));
  return join(folder, packed.filename);
}

const folder = mkdtempSync(join(tmpdir(), "tfprojects-pack-"));
try {
  const tarball = readFileSync(process.argv[2] ?? pack(folder));
  const problems = { types: await typeProblems(tarball), publish: await publishProblems(tarball) };
  console.log(JSON.stringify(problems, null, 2));
  if (problems.types.length + problems.publish.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
