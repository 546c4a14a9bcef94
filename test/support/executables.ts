import { resolve } from "node:path";

const DIST = resolve(__dirname, "../../dist");

/**
 * What the tests run, as it is built. `TFPROJECTS_PROVIDER` and `TFPROJECTS_COMMAND_LINE` name executables that run in
 * place of the scripts of `dist`, such as those that `npm run package:provider` builds: then everything that Terraform
 * asks of the provider, and each command, is answered by them, and nothing in the process of the test.
 */
export const otherProvider = named("TFPROJECTS_PROVIDER");
export const otherCommandLine = named("TFPROJECTS_COMMAND_LINE");

/** The provider that Terraform launches. */
export const PROVIDER = otherProvider ?? resolve(DIST, "terraform-provider-tfprojects");

/** The words that start the command line. */
export const COMMAND_LINE = commandLine(resolve(DIST, "tfprojects.js"));

/** The words that start the command line of another bundle. */
export function commandLine(script: string): readonly [string, ...string[]] {
  return otherCommandLine === undefined ? [process.execPath, script] : [otherCommandLine];
}

function named(variable: string): string | undefined {
  const path = process.env[variable];
  return path === undefined || path === "" ? undefined : resolve(path);
}
