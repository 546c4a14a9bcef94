import { dirname, resolve } from "node:path";
import type { Environment } from "../api";
import { CDK_APP } from "../model";
import { VERSION } from "../version";
import { kindAt } from "../terraform/code-path";
import { isTypeScript, readCdktfConfiguration } from "../terraform/cdk-app";
import type { DefaultOrganization } from "../engine/source";
import { UserError } from "../user-error";
import { findPackage, frameworkOf } from "../terraform/installed-packages";
import { isStdin } from "../source";
import { cdkCliChecks } from "./cdk-cli-check";
import type { Check } from "./check";
import { readCodeSettings, type ServiceSettings } from "./code-settings";
import { packagesCheck } from "./packages-check";
import { cliConfigurationCheck, providerCheck } from "./provider-checks";
import { checkService } from "./service-checks";
import { nodeCheck, terraformChecks } from "./terraform-checks";
import { tryRead } from "./try-read";

interface DiagnoseOptions {
  readonly env: Environment;
  /** The organization for code that sets none. */
  readonly organization?: DefaultOrganization | undefined;
  /** Time limit of each request, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Checks the settings of the code in a folder, or of the environment, and the installation on this machine. A failed
 * check prevents only those that depend on it. Nothing is changed, and the app in the folder is not run.
 *
 * @throws UserError when the path does not exist, or cannot be read.
 */
export async function diagnose(
  path: string,
  { env, organization, timeoutMs }: DiagnoseOptions,
): Promise<readonly Check[]> {
  const kind = isStdin(path) ? undefined : kindAt(path);
  if (!isStdin(path) && kind === undefined) {
    throw new UserError(`${path} does not exist.`, `Use the folder of your ${CDK_APP}, or omit the path.`, {
      code: "NO_CODE",
    });
  }
  const { check: code, services } = await readCodeSettings(path, organization, env);
  const cdktf = tryRead(() => readCdktfConfiguration(resolve(path)), undefined);
  const folder = isStdin(path) ? "." : kind === "folder" ? path : dirname(path);
  const appVersion = findPackage(folder, "tfprojects")?.version ?? VERSION;
  const [remote, node, terraform, cdkClis] = await Promise.all([
    checkServices(services, { env, timeoutMs }),
    nodeCheck(env),
    terraformChecks(env),
    cdkCliChecks(folder, env),
  ]);
  return [
    code,
    ...remote,
    node,
    ...terraform,
    providerCheck({ folder, app: cdktf, framework: frameworkOf(folder), appVersion, env }),
    cliConfigurationCheck(env),
    packagesCheck(folder, cdktf !== undefined && isTypeScript(cdktf)),
    ...cdkClis,
  ];
}

/** Checks services sequentially, because they may share a rate limit. */
async function checkServices(
  services: readonly ServiceSettings[],
  options: DiagnoseOptions,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const service of services) checks.push(...(await checkService(service, options)));
  return checks;
}

/** Whether no check failed, so that commands should work. */
export function isHealthy(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== "failed");
}
