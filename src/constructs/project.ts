import type { Construct } from "constructs";
import { isProject } from "./validation/construct-types";
import { projectConflicts } from "./validation/project-conflicts";
import { validateAppWide } from "./validation/app-wide";
import { Project as GeneratedProject } from "./generated/project";
import type { ProjectConfig } from "./generated/project";

/** A project: a group of workspaces inside an organization. */
export class Project extends GeneratedProject {
  constructor(scope: Construct, id: string, config: ProjectConfig) {
    super(scope, id, config);
    validateAppWide(this.cdktfStack, Project.tfResourceType, isProject, projectConflicts);
  }
}
