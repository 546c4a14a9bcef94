import type { Framework } from "../constructs/base/frameworks";
import type { Project } from "../model";
import type { ActualOrganization } from "../engine";
import { cdktfFiles } from "./cdktf/files-layout";
import { scaffoldFiles } from "./cdktf/scaffold";
import { cdktfTable } from "./cdktf/table-layout";
import type { GeneratedFile } from "../files/generated-file";
import { hclFiles } from "./hcl/files-layout";
import { hclScaffold } from "./hcl/scaffold";
import { hclTable } from "./hcl/table-layout";
import { describeImport, type ImportedOrganization } from "./imported";

/** `files`: code for each project; `table`: one file with the data of all projects, and a loop over it. */
export const LAYOUTS = ["files", "table"] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface AppOptions {
  /** Whether memberships are exclusive. @default false */
  readonly exclusive?: boolean | undefined;
  /** Whether the app has import blocks, so that Terraform imports the existing projects. @default true */
  readonly imports?: boolean | undefined;
  /** @default "files" */
  readonly layout?: Layout | undefined;
  /** What the app is built on. @default "cdktf" */
  readonly framework?: Framework | undefined;
  /** Whether to write Terraform configuration instead of an app. @default false */
  readonly hcl?: boolean | undefined;
  /** Construct IDs by the ID of the project, for projects that have one from an earlier import. @default - none */
  readonly constructIds?: ReadonlyMap<string, string> | undefined;
}

/**
 * Generates code for the selected projects of an organization and their workspaces. Pure: equal organizations give
 * equal files, whatever the order of their lists.
 *
 * @param selected - With all their settings: those that are missing would count as unset.
 */
export function generateApp(
  organization: ActualOrganization,
  selected: readonly Project[],
  options: AppOptions = {},
): readonly GeneratedFile[] {
  const { exclusive = false, constructIds = new Map<string, string>() } = options;
  return writeImport(describeImport(organization, selected, { exclusive, constructIds }), options);
}

/** Generates code for what is imported. */
export function writeImport(
  imported: ImportedOrganization,
  { imports = true, layout = "files", framework = "cdktf", hcl = false }: AppOptions,
): readonly GeneratedFile[] {
  const write = WRITERS[hcl ? "hcl" : "cdktf"];
  return [
    ...write[layout](imported, { imports, framework }),
    ...write.scaffold(imported, { imports, layout, framework }),
  ];
}

const WRITERS = {
  cdktf: { files: cdktfFiles, table: cdktfTable, scaffold: scaffoldFiles },
  hcl: { files: hclFiles, table: hclTable, scaffold: hclScaffold },
};
