import type { Construct } from "constructs";
import { membershipClashes } from "./checks/membership-clashes";
import { isMembership } from "./checks/of-type";
import { checkTogether } from "./checks/together";
import { WorkspaceMembership as GeneratedWorkspaceMembership } from "./generated/workspace-membership";
import type { WorkspaceMembershipConfig } from "./generated/workspace-membership";

/** States which workspaces are in a project, and moves them there: all in one request, all or none. */
export class WorkspaceMembership extends GeneratedWorkspaceMembership {
  constructor(scope: Construct, id: string, config: WorkspaceMembershipConfig) {
    super(scope, id, config);
    checkTogether(this.cdktfStack, WorkspaceMembership.tfResourceType, isMembership, membershipClashes);
  }
}
