import type { Construct } from "constructs";
import {
  ProjectTeamAccess as GeneratedProjectTeamAccess,
  type ProjectTeamAccessConfig,
} from "./generated/project-team-access";
import { validateAssignments } from "./validation/assignment-conflicts";

/** Gives teams access to a project and the workspaces in it. */
export class ProjectTeamAccess extends GeneratedProjectTeamAccess {
  constructor(scope: Construct, id: string, config: ProjectTeamAccessConfig) {
    super(scope, id, config);
    validateAssignments(this.cdktfStack, ProjectTeamAccess.tfResourceType);
  }
}
