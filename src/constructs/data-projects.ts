import type { IResolvable, StringMap, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { DATA_SOURCES } from "../model";
import { flag, object, objectList, text, textList, textMap, wholeNumber } from "./anatomy/attribute";
import type { ObjectList } from "./anatomy/attribute";
import { dataSourceClass } from "./anatomy/data-source-class";
import { objectClass } from "./anatomy/object-class";
import { checkInputs } from "./checks/attribute-checks";
import { ProjectPermissions } from "./project-permissions";

/** Which projects of the organization to list (service-api.md section 4.3). */
export interface DataProjectsConfig extends TerraformMetaArguments {
  /**
   * Only projects with one of these names, without regard to case.
   *
   * @default - projects of any name
   */
  readonly names?: string[];
  /**
   * Only projects whose name contains this text, without regard to case. The service ignores it where `names` is given.
   *
   * @default - projects of any name
   */
  readonly search?: string;
  /**
   * Only projects in which the token's owner can create workspaces.
   *
   * @default false
   */
  readonly canCreateWorkspace?: boolean | IResolvable;
  /**
   * Only projects that the token's owner can update.
   *
   * @default false
   */
  readonly canUpdate?: boolean | IResolvable;
  /**
   * Name of the organization.
   *
   * @default - the provider's
   */
  readonly organization?: string;
}

/** One project of the list (service-api.md section 2.1). */
export interface DataProjectsProjectOutputs {
  /** Identifier, prefix `prj-`. */
  readonly id: string;
  readonly name: string;
  /** At most 256 characters; null when unset. */
  readonly description: string;
  /** Name of the organization. */
  readonly organization: string;
  /** Whether it is the organization's default project. */
  readonly isDefault: IResolvable;
  /** Number of workspaces in it. */
  readonly workspaceCount: number;
  /** Number of teams with access to it. */
  readonly teamCount: number;
  /** What the token's owner may do with it. */
  readonly permissions: ProjectPermissions;
}

/** Reference to one project of the list. */
export class DataProjectsProject extends objectClass<DataProjectsProjectOutputs>({
  id: text,
  name: text,
  description: text,
  organization: text,
  isDefault: flag,
  workspaceCount: wholeNumber,
  teamCount: wholeNumber,
  permissions: object(ProjectPermissions),
}) {}

/** What the service says about the projects. */
export interface DataProjectsOutputs {
  /** Identifier of the list in Terraform. */
  readonly id: string;
  /** The projects, each with its attributes. */
  readonly projects: ObjectList<DataProjectsProject>;
  /** Ids by name: `ids.lookup("Platform")`. */
  readonly ids: StringMap;
}

const DataProjectsBase = dataSourceClass<DataProjectsConfig, DataProjectsOutputs>(
  "tfprojects_projects",
  { names: textList, search: text, canCreateWorkspace: flag, canUpdate: flag, organization: text },
  { id: text, projects: objectList(DataProjectsProject), ids: textMap },
);

/** Lists the projects of an organization: all of them, or those that all given filters let through. */
export class DataProjects extends DataProjectsBase {
  constructor(scope: Construct, id: string, config: DataProjectsConfig = {}) {
    super(scope, id, config);
    this.node.addValidation({ validate: () => checkInputs(this, DATA_SOURCES.tfprojects_projects) });
  }
}
