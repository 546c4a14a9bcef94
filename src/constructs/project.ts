import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { RESOURCES } from "../model";
import type { DeletionPolicy } from "../model";
import { flag, text, textList } from "./anatomy/attribute";
import { resourceClass } from "./anatomy/resource-class";
import { checkInputs } from "./checks/attribute-checks";
import { isProject } from "./checks/of-type";
import { projectClashes } from "./checks/project-clashes";
import { checkTogether } from "./checks/together";

/** A project as it should be (service-api.md section 2.1). */
export interface ProjectConfig extends TerraformMetaArguments {
  /**
   * 3 to 40 characters: letters, digits, spaces, `-` and `_`, no space at either end. Unique in the organization without regard to
   * case. Changing it renames the project.
   */
  readonly name: string;
  /**
   * At most 256 characters.
   *
   * @default - none; one that the project has is cleared
   */
  readonly description?: string;
  /**
   * How long each workspace of the project waits, after inactivity, before it destroys its infrastructure: up to four digits,
   * more than zero, then `d` (days) or `h` (hours), such as `14d`. Workspaces with a setting of their own keep it.
   *
   * @default - none: workspaces wait forever
   */
  readonly autoDestroyActivityDuration?: string;
  /**
   * Name of the organization. Changing it makes a new project.
   *
   * @default - the provider's
   */
  readonly organization?: string;
  /**
   * What happens to the project's workspaces when it is destroyed, since the service deletes only empty projects:
   *
   * - `refuse`: destroying fails, naming the workspaces, while there are any;
   * - `evacuate`: they are moved to the organization's default project first;
   * - `retain`: the project is left as it is, and Terraform forgets it.
   *
   * @default "refuse"
   */
  readonly deletionPolicy?: DeletionPolicy;
  /**
   * Take over a project of this name that exists already, instead of failing because the name is taken.
   *
   * @default false
   */
  readonly adoptExisting?: boolean | IResolvable;
  /**
   * What the project was called before. A project found under such a name is renamed instead of a new one being created.
   *
   * @default - none
   */
  readonly previousNames?: string[];
}

/** What the service says about a project. */
export interface ProjectOutputs {
  /** Identifier, prefix `prj-`. */
  readonly id: string;
}

const ProjectBase = resourceClass<ProjectConfig, ProjectOutputs>(
  "tfprojects_project",
  {
    name: text,
    description: text,
    autoDestroyActivityDuration: text,
    organization: text,
    deletionPolicy: text,
    adoptExisting: flag,
    previousNames: textList,
  },
  { id: text },
);

/** A project: a group of workspaces inside an organization. */
export class Project extends ProjectBase {
  constructor(scope: Construct, id: string, config: ProjectConfig) {
    super(scope, id, config);
    this.node.addValidation({ validate: () => checkInputs(this, RESOURCES.tfprojects_project) });
    checkTogether(this.cdktfStack, Project.tfResourceType, isProject, projectClashes);
  }
}
