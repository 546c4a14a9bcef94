import type { Construct } from "constructs";
import { isProject } from "./checks/of-type";
import { projectClashes } from "./checks/project-clashes";
import { checkTogether } from "./checks/together";
import { Project as GeneratedProject } from "./generated/project";
import type { ProjectConfig } from "./generated/project";

/** A project: a group of workspaces inside an organization. */
export class Project extends GeneratedProject {
  constructor(scope: Construct, id: string, config: ProjectConfig) {
    super(scope, id, config);
    checkTogether(this.cdktfStack, Project.tfResourceType, isProject, projectClashes);
  }
}
