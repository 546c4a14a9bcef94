import type { Framework } from "../../src/constructs/base/frameworks";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import type { GeneratedFile } from "../../src/files/generated-file";
import { writeApp, writeHcl } from "../../src/import/app";
import { describeImport } from "../../src/import/imported";
import type { Project } from "../../src/model";

export interface AppOptions {
  /** @default false */
  readonly exclusive?: boolean | undefined;
  /** @default false */
  readonly rules?: boolean | undefined;
  /** @default true */
  readonly imports?: boolean | undefined;
  /** @default "cdktf" */
  readonly framework?: Framework | undefined;
  /** Whether to write Terraform configuration instead of an app. @default false */
  readonly hcl?: boolean | undefined;
  /** @default none */
  readonly constructIds?: ReadonlyMap<string, string> | undefined;
}

/** How the apps depend on this package. */
export const REQUIREMENT = "file:../tfprojects-1.2.3.tgz";

/** Generates code for the selected projects of an organization and their workspaces. */
export function generateApp(
  organization: ActualOrganization,
  selected: readonly Project[],
  options: AppOptions = {},
): readonly GeneratedFile[] {
  const { exclusive = false, rules = false, constructIds = new Map<string, string>() } = options;
  const { imports = true, framework = "cdktf", hcl = false } = options;
  const imported = describeImport(organization, selected, {
    exclusive,
    rules,
    constructIds,
    includeDefault: "--include-default",
    with: "--with",
  });
  return hcl ? writeHcl(imported, { imports }) : writeApp(imported, { imports, framework, requirement: REQUIREMENT });
}
