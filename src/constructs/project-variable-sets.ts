import type { Construct } from "constructs";
import {
  ProjectVariableSets as GeneratedProjectVariableSets,
  type ProjectVariableSetsConfig,
} from "./generated/project-variable-sets";
import { validateAssignments } from "./validation/assignment-conflicts";

/** Applies variable sets of the organization to a project. */
export class ProjectVariableSets extends GeneratedProjectVariableSets {
  constructor(scope: Construct, id: string, config: ProjectVariableSetsConfig) {
    super(scope, id, config);
    validateAssignments(this.cdktfStack, ProjectVariableSets.tfResourceType);
  }
}
