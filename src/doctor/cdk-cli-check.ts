import { realpathSync } from "node:fs";
import type { Environment } from "../api";
import { FRAMEWORKS, type Framework } from "../constructs/base/frameworks";
import { findExecutable } from "../terraform/find-executable";
import { dependsOn, findPackage, FRAMEWORK_NAMES, type InstalledPackage } from "../terraform/installed-packages";
import { passed, skipped, warning, type Check } from "./check";
import { probe } from "./executables";
import { isInRange } from "./packages-check";

/**
 * The terminal module of `cdktf`, which most of its commands load. It is native: its package has binaries for some
 * versions of Node.js only, and its install script, which npm may not run, compiles others.
 */
const TERMINAL = "@cdktf/node-pty-prebuilt-multiarch";

const SCRIPT = `
const codeOf = (run) => { try { run(); return ""; } catch (error) { return error.code ?? error.name; } };
const find = () => require.resolve("${TERMINAL}", { paths: [process.argv[1]] });
console.log(process.versions.node + " " + (codeOf(find) === "" ? codeOf(() => require(find())) : ""));
`;

/** Arguments for the Node.js with which a CLI would run: {@link startOf} reads its output. */
export function probeArguments({ folder }: InstalledPackage): readonly string[] {
  return ["-e", SCRIPT, realpathSync(folder)];
}

/** The version of that Node.js and, if the CLI does not start with it, the reason. */
export function startOf(cli: InstalledPackage, output: string): { readonly node: string; readonly problem?: string } {
  const [node = "", terminal = ""] = output.trim().split(" ");
  if (!isInRange(node, cli.node)) return { node, problem: `it needs ${cli.node}` };
  return terminal === "" ? { node } : { node, problem: `its terminal module has no binary for that (${terminal})` };
}

/** Checks whether the app's CLIs of cdktf and cdktn start with the `node` on the PATH. */
export async function cdkCliChecks(folder: string, env: Environment): Promise<readonly Check[]> {
  const clis = FRAMEWORK_NAMES.flatMap((framework) => {
    const cli = findPackage(folder, `${framework}-cli`);
    return cli === undefined ? [] : [{ framework, cli }];
  });
  // An optional dependency is missing if its install script has failed.
  const leftOut = FRAMEWORK_NAMES.filter(
    (framework) => dependsOn(folder, `${framework}-cli`) && !clis.some((found) => found.framework === framework),
  ).map((framework) =>
    warning("cdk_cli", {
      code: "CLI_CANNOT_START",
      message:
        `${framework}-cli is in package.json and not installed in ${folder}: ` +
        "the packages were not installed yet, or its install script fails with this version of Node.js",
      next: wayOut(framework),
      values: { framework, starts: false },
    }),
  );
  if (clis.length + leftOut.length === 0)
    return [skipped("cdk_cli", `neither cdktf-cli nor cdktn-cli is installed in ${folder}`)];
  const node = findExecutable("node", env);
  if (node === undefined) return [...leftOut, skipped("cdk_cli", "not checked: needs node on the PATH")];
  return [...leftOut, ...(await Promise.all(clis.map(({ framework, cli }) => cliCheck(framework, cli, node, env))))];
}

function wayOut(framework: Framework): string {
  const { text } = FRAMEWORKS[framework].cliNode;
  return (
    `Use ${text} for \`${framework}\`. Or do without: \`tfprojects plan\` synthesizes the app, and ` +
    "`tfprojects apply` deploys it, as `terraform` does in the folder of each stack." +
    (framework === "cdktf" ? ` Or move the app to cdktn, whose CLI runs on ${FRAMEWORKS.cdktn.cliNode.text}.` : "")
  );
}

async function cliCheck(framework: Framework, cli: InstalledPackage, path: string, env: Environment): Promise<Check> {
  const output = await probe(path, probeArguments(cli), env);
  const { node, problem } =
    "problem" in output ? { node: undefined, problem: output.problem } : startOf(cli, output.stdout);
  const [name, on] = [`${framework}-cli ${cli.version}`, `Node.js ${node ?? "of unknown version"} at ${path}`];
  const values = {
    framework,
    version: cli.version,
    path: cli.folder,
    node: node ?? null,
    starts: problem === undefined,
  };
  if (problem === undefined) return passed("cdk_cli", `${name}, with ${on}`, { values });
  return warning("cdk_cli", {
    code: "CLI_CANNOT_START",
    message: `${name} does not start with ${on}: ${problem}`,
    next: wayOut(framework),
    values,
  });
}
