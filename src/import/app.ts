import type { GeneratedFile } from "../files/generated-file";
import { groupsApp } from "./cdktf/groups";
import { importsFile } from "./cdktf/imports-file";
import { scaffoldFiles } from "./cdktf/scaffold";
import { tableApp } from "./cdktf/table";
import type { GroupedOrganization } from "./grouping/grouped-organization";
import { groupsConfiguration } from "./hcl/groups";
import { hclImportsFile } from "./hcl/imports-file";
import { hclScaffold } from "./hcl/scaffold";
import { tableConfiguration } from "./hcl/table";
import type { AppForm, AppOptions, CodeOptions, ImportedOrganization } from "./imported";

/**
 * Generates an app for an imported organization. Pure: equal organizations give equal files, in whatever order they
 * list.
 */
export function writeApp(imported: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  return [
    ...tableApp(imported, options),
    ...(options.imports ? [importsFile(imported, options)] : []),
    ...scaffoldFiles(imported, options),
  ];
}

/** Generates Terraform configuration for an imported organization. Pure. */
export function writeHcl(imported: ImportedOrganization, options: CodeOptions): readonly GeneratedFile[] {
  return [
    ...tableConfiguration(imported),
    ...(options.imports ? [hclImportsFile(imported)] : []),
    ...hclScaffold(imported, options),
  ];
}

/**
 * Generates code that creates projects for groups of workspaces, and places the groups. Pure.
 *
 * @param form - The packages of the app, or `hcl` for Terraform configuration.
 */
export function writeGroups(organization: GroupedOrganization, form: AppForm | "hcl"): readonly GeneratedFile[] {
  return form === "hcl" ? groupsConfiguration(organization) : groupsApp(organization, form);
}
