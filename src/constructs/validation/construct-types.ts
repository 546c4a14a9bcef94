import { TerraformDataSource, TerraformProvider, TerraformResource } from "cdktf";
import type { TerraformMetaArguments } from "cdktf";
import type { IConstruct } from "constructs";
import type { AssignmentType } from "../../model";

/*
 * Type guards that use cdktf's guards and the Terraform type instead of classes: an app can have constructs of two
 * installed copies of this package, or of classes generated from the provider's schema.
 */

/** A construct in an organization, which it or its provider sets. */
export interface InOrganization extends IConstruct {
  readonly provider?: TerraformProvider;
  readonly organizationInput?: string | undefined;
}

/** A resource of any class, with the attributes that validation reads. */
export interface ResourceLike extends InOrganization, Pick<TerraformMetaArguments, "count" | "forEach"> {
  readonly terraformResourceType: string;
}

export interface ProjectLike extends ResourceLike {
  readonly nameInput?: string | undefined;
  readonly previousNamesInput?: string[] | undefined;
}

export interface MembershipLike extends ResourceLike {
  readonly projectIdInput?: string | undefined;
  readonly workspaceIdsInput?: string[] | undefined;
  readonly workspaceNamesInput?: string[] | undefined;
  readonly exclusiveInput?: unknown;
}

export interface PlacementLike extends ResourceLike {
  readonly ruleInput?: unknown;
}

/** A resource that assigns objects to a project. */
export interface AssignmentLike extends ResourceLike {
  readonly projectIdInput?: string | undefined;
}

export interface DataProjectLike extends IConstruct {
  readonly defaultInput?: unknown;
}

export interface ProviderLike extends TerraformProvider {
  readonly organizationInput?: string | undefined;
  readonly addressInput?: string | undefined;
  readonly hostnameInput?: string | undefined;
}

export function isProject(construct: IConstruct): construct is ProjectLike {
  return isResource(construct, "tfprojects_project");
}

export function isMembership(construct: IConstruct): construct is MembershipLike {
  return isResource(construct, "tfprojects_workspace_membership");
}

export function isPlacement(construct: IConstruct): construct is PlacementLike {
  return isResource(construct, "tfprojects_workspace_placement");
}

export function isAssignment(construct: IConstruct, type: AssignmentType): construct is AssignmentLike {
  return isResource(construct, type);
}

export function isDataProject(construct: IConstruct): construct is DataProjectLike & TerraformDataSource {
  return (
    TerraformDataSource.isTerraformDataSource(construct) && construct.terraformResourceType === "tfprojects_project"
  );
}

export function isTfprojectsProvider(construct: IConstruct | undefined): construct is ProviderLike {
  return TerraformProvider.isTerraformProvider(construct) && construct.terraformResourceType === "tfprojects";
}

function isResource(construct: IConstruct, type: string): boolean {
  return (
    TerraformResource.isTerraformResource(construct) &&
    construct.terraformResourceType === type &&
    !isMovedAway(construct)
  );
}

/** Whether `moveTo` or `moveToId` was called: the stack then has a `moved` block in place of the resource. */
function isMovedAway(resource: TerraformResource): boolean {
  const move = resource.hasResourceMove();
  if (move === undefined) return false;
  return "moveTarget" in move || move.from === `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}
