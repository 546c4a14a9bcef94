import type { GeneratedFile } from "../files/generated-file";
import { cdktfFiles } from "./cdktf/files-layout";
import { importsFile } from "./cdktf/imports-file";
import { scaffoldFiles } from "./cdktf/scaffold";
import { cdktfTable } from "./cdktf/table-layout";
import { groupsApp } from "./cdktf/groups";
import type { GroupedOrganization } from "./grouping/grouped-organization";
import { groupsConfiguration } from "./hcl/groups";
import { hclFiles } from "./hcl/files-layout";
import { hclScaffold } from "./hcl/scaffold";
import { hclTable } from "./hcl/table-layout";
import type { Framework } from "../constructs/base/frameworks";
import type { AppOptions, CodeOptions, ImportedOrganization } from "./imported";

/**
 * Generates an app for an imported organization. Pure: equal organizations give equal files, in whatever order they
 * list.
 */
export function writeApp(imported: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  return [
    ...(options.layout === "table" ? cdktfTable : cdktfFiles)(imported, options),
    ...(options.imports ? [importsFile(imported, options)] : []),
    ...scaffoldFiles(imported, options),
  ];
}

/** Generates Terraform configuration for an imported organization. Pure. */
export function writeHcl(imported: ImportedOrganization, options: CodeOptions): readonly GeneratedFile[] {
  return [...(options.layout === "table" ? hclTable : hclFiles)(imported, options), ...hclScaffold(imported, options)];
}

/**
 * Generates code that creates projects for groups of workspaces, and places the groups. Pure.
 *
 * @param form - The framework of the app, or `hcl` for Terraform configuration.
 */
export function writeGroups(organization: GroupedOrganization, form: Framework | "hcl"): readonly GeneratedFile[] {
  return form === "hcl" ? groupsConfiguration(organization) : groupsApp(organization, form);
}
