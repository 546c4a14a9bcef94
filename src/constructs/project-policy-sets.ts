import type { Construct } from "constructs";
import {
  ProjectPolicySets as GeneratedProjectPolicySets,
  type ProjectPolicySetsConfig,
} from "./generated/project-policy-sets";
import { validateAssignments } from "./validation/assignment-conflicts";

/** Applies policy sets of the organization to a project, and excludes the project from others. */
export class ProjectPolicySets extends GeneratedProjectPolicySets {
  constructor(scope: Construct, id: string, config: ProjectPolicySetsConfig) {
    super(scope, id, config);
    validateAssignments(this.cdktfStack, ProjectPolicySets.tfResourceType);
  }
}
