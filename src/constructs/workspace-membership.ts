import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { RESOURCES } from "../model";
import type { ReleasePolicy } from "../model";
import { flag, text, textSet } from "./anatomy/attribute";
import { resourceClass } from "./anatomy/resource-class";
import { checkInputs } from "./checks/attribute-checks";
import { membershipClashes } from "./checks/membership-clashes";
import { isMembership } from "./checks/of-type";
import { checkTogether } from "./checks/together";

/** The statement "these workspaces are in that project". By id, by name, or some so and some so; at least one of the two. */
export interface WorkspaceMembershipConfig extends TerraformMetaArguments {
  /** The project to move the workspaces into; prefix `prj-`. */
  readonly projectId: string;
  /**
   * Workspaces by id, prefix `ws-` (service-api.md section 2.4).
   *
   * @default - those of `workspaceNames`
   */
  readonly workspaceIds?: string[];
  /**
   * Workspaces by name.
   *
   * @default - those of `workspaceIds`
   */
  readonly workspaceNames?: string[];
  /**
   * Whether the project holds these workspaces and no others: others found in it are moved to the organization's default project.
   *
   * @default false
   */
  readonly exclusive?: boolean | IResolvable;
  /**
   * What happens to the workspaces when the membership is destroyed: `default-project` moves them to the organization's default
   * project, `retain` leaves them where they are.
   *
   * @default "default-project"
   */
  readonly onDestroy?: ReleasePolicy;
  /**
   * Name of the organization.
   *
   * @default - the provider's
   */
  readonly organization?: string;
}

/** What the service says about a membership. */
export interface WorkspaceMembershipOutputs {
  /** Identifier of the membership in Terraform. */
  readonly id: string;
}

const WorkspaceMembershipBase = resourceClass<WorkspaceMembershipConfig, WorkspaceMembershipOutputs>(
  "tfprojects_workspace_membership",
  {
    projectId: text,
    workspaceIds: textSet,
    workspaceNames: textSet,
    exclusive: flag,
    onDestroy: text,
    organization: text,
  },
  { id: text },
);

/** Says which workspaces are in a project, and moves them there: all in one request, all or none (service-api.md section 4.6). */
export class WorkspaceMembership extends WorkspaceMembershipBase {
  constructor(scope: Construct, id: string, config: WorkspaceMembershipConfig) {
    super(scope, id, config);
    this.node.addValidation({ validate: () => checkInputs(this, RESOURCES.tfprojects_workspace_membership) });
    checkTogether(this.cdktfStack, WorkspaceMembership.tfResourceType, isMembership, membershipClashes);
  }
}
