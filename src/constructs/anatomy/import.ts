import { ImportableResource } from "cdktf";
import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";

/**
 * Lets `cdktf plan` write the code for something that exists already (Terraform 1.5 or later). Part of the anatomy of all of
 * cdktf's classes; of what Terraform knows it imports resources only.
 *
 * @param scope in which the code will define it
 * @param importToId construct id that it will have
 * @param importFromId what to import: an id, or `organization/name` for a project
 * @param provider the provider to read it with; default: the stack's provider without an alias
 */
export type GenerateConfigForImport = (
  scope: Construct,
  importToId: string,
  importFromId: string,
  provider?: TerraformProvider,
) => ImportableResource;

export function configForImport(terraformResourceType: string): GenerateConfigForImport {
  return (scope, importToId, importId, provider) =>
    new ImportableResource(scope, importToId, { terraformResourceType, importId, provider });
}
