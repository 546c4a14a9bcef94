import { realpathSync } from "node:fs";
import type { Environment } from "../api";
import { satisfies } from "../constructs/provider-bundle/version-constraint";
import { findExecutable } from "../terraform/find-executable";
import { failed, passed, warning, type Check } from "./check";
import { probe } from "./executables";
import { tryRead } from "./try-read";

/** Equal to `engines` in package.json, which a test checks. */
export const SUPPORTED_NODE = ">= 20.9.0";

/**
 * Versions that the provider and cdktf support: cdktf needs Terraform 1.2, and the first OpenTofu is 1.6.
 *
 * @see https://developer.hashicorp.com/terraform/tutorials/cdktf/cdktf-install
 */
const SUPPORTED = { Terraform: ">= 1.2.0", OpenTofu: ">= 1.6.0" } as const;
type Tool = keyof typeof SUPPORTED;

/** Checks the running Node.js, and the one with which Terraform starts the provider. */
export async function nodeCheck(env: Environment, running = process.versions.node): Promise<Check> {
  const onPath = findExecutable("node", env);
  const values = { version: running, path: process.execPath, supported: SUPPORTED_NODE, on_path: onPath ?? null };
  const message = `${running} at ${process.execPath}`;
  const upgrade = "Install Node.js 20.9 or later.";
  if (!supports(running, SUPPORTED_NODE)) {
    return failed("node", {
      code: "NODE_TOO_OLD",
      message: `${message} is not supported (${SUPPORTED_NODE})`,
      next: upgrade,
      values,
    });
  }
  if (onPath === undefined) {
    return warning("node", {
      code: "NODE_NOT_ON_PATH",
      message: `${message}, but no node is on the PATH, with which Terraform starts the provider`,
      next: "Add the folder of node to the PATH.",
      values,
    });
  }
  if (tryRead(() => realpathSync(onPath) === realpathSync(process.execPath), false))
    return passed("node", message, { values });
  const output = await probe(onPath, ["--version"], env);
  const version = "stdout" in output ? output.stdout.trim().replace(/^v/, "") : undefined;
  const details = [`on the PATH, for the provider: ${version ?? "unknown version"} at ${onPath}`];
  if (version === undefined || supports(version, SUPPORTED_NODE)) return passed("node", message, { values, details });
  return warning("node", {
    code: "NODE_TOO_OLD",
    message: `${message}, but Terraform starts the provider with ${version} at ${onPath} (${SUPPORTED_NODE} is needed)`,
    next: upgrade,
    values,
  });
}

/** Checks Terraform and OpenTofu on the PATH, and the program in `TERRAFORM_BINARY_NAME` that cdktn and cdktf use. */
export async function terraformChecks(env: Environment): Promise<readonly Check[]> {
  const forCdktf = env["TERRAFORM_BINARY_NAME"];
  const names = [...new Set([...(forCdktf ? [forCdktf] : []), "terraform", "tofu"])];
  const found = names.flatMap((name) => {
    const path = findExecutable(name, env);
    return path === undefined ? [] : [{ name, path }];
  });
  const checks = await Promise.all(found.map(({ name, path }) => toolCheck(path, name === forCdktf, env)));
  const next = "Install one to deploy with it. `tfprojects plan`, `apply` and `drift` need neither.";
  if (forCdktf && found[0]?.name !== forCdktf) {
    const message = `${forCdktf} (from TERRAFORM_BINARY_NAME, for cdktn and cdktf) is not on the PATH`;
    return [
      warning("terraform", { code: "TERRAFORM_NOT_FOUND", message, next: "Correct or unset the variable." }),
      ...checks,
    ];
  }
  if (checks.length > 0) return checks;
  return [
    warning("terraform", { code: "TERRAFORM_NOT_FOUND", message: "neither terraform nor tofu is on the PATH", next }),
  ];
}

async function toolCheck(path: string, isForCdktf: boolean, env: Environment): Promise<Check> {
  // Otherwise it checks for a newer release.
  const output = await probe(path, ["version"], { ...env, CHECKPOINT_DISABLE: "1" });
  const [, tool, version] = ("stdout" in output ? /^(Terraform|OpenTofu) v(\S+)/m.exec(output.stdout) : null) ?? [];
  if (!isTool(tool) || version === undefined) {
    const why = "problem" in output ? output.problem : "its output has no version";
    return warning("terraform", {
      code: "TERRAFORM_FAILED",
      message: `${path} version failed (${why})`,
      next: `Run \`${path} version\` to see why.`,
      values: { tool: null, version: null, path, supported: null, is_for_cdktf: isForCdktf },
    });
  }
  const supported = SUPPORTED[tool];
  const values = { tool: tool.toLowerCase(), version, path, supported, is_for_cdktf: isForCdktf };
  const message = `${tool} ${version} at ${path}${isForCdktf ? " (TERRAFORM_BINARY_NAME, for cdktn and cdktf)" : ""}`;
  if (supports(version, supported)) return passed("terraform", message, { values });
  return warning("terraform", {
    code: "TERRAFORM_TOO_OLD",
    message: `${message} is not supported (${supported})`,
    next: `Install a version of ${tool} that is.`,
    values,
  });
}

function isTool(name: string | undefined): name is Tool {
  return name !== undefined && Object.hasOwn(SUPPORTED, name);
}

/** A release candidate counts as its release. */
function supports(version: string, supported: string): boolean {
  return satisfies(version.replace(/[-+].*/, ""), supported);
}
