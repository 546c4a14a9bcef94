import type { Construct } from "constructs";
import { membershipConflicts } from "./validation/membership-conflicts";
import { isMembership } from "./validation/construct-types";
import { validateAppWide } from "./validation/app-wide";
import {
  WorkspaceMembership as GeneratedWorkspaceMembership,
  type WorkspaceMembershipConfig,
} from "./generated/workspace-membership";

/** Assigns workspaces to a project, and moves them there in one request: all or none. */
export class WorkspaceMembership extends GeneratedWorkspaceMembership {
  constructor(scope: Construct, id: string, config: WorkspaceMembershipConfig) {
    super(scope, id, config);
    validateAppWide(this.cdktfStack, WorkspaceMembership.tfResourceType, isMembership, membershipConflicts);
  }
}
