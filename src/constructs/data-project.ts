import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { DATA_SOURCES } from "../model";
import { flag, object, text, wholeNumber } from "./anatomy/attribute";
import { dataSourceClass } from "./anatomy/data-source-class";
import { checkInputs } from "./checks/attribute-checks";
import { ProjectPermissions } from "./project-permissions";

/** Which project to look up: exactly one of `projectId`, `name` and `default: true`. */
export interface DataProjectConfig extends TerraformMetaArguments {
  /** Identifier, prefix `prj-`. */
  readonly projectId?: string;
  /** The project's name, without regard to case. */
  readonly name?: string;
  /** `true` for the organization's own project for workspaces without another. */
  readonly default?: boolean | IResolvable;
  /**
   * Name of the organization.
   *
   * @default - the provider's
   */
  readonly organization?: string;
}

/** What the service says about the project (service-api.md section 2.1). */
export interface DataProjectOutputs {
  /** Identifier, prefix `prj-`. */
  readonly id: string;
  /** Whether it is the organization's default project. */
  readonly isDefault: IResolvable;
  /** At most 256 characters; null when unset. */
  readonly description: string;
  /** How long its workspaces wait, after inactivity, before they destroy their infrastructure, such as `14d`; null when unset. */
  readonly autoDestroyActivityDuration: string;
  /** Number of workspaces in it. */
  readonly workspaceCount: number;
  /** Number of teams with access to it. */
  readonly teamCount: number;
  /** What the token's owner may do with it. */
  readonly permissions: ProjectPermissions;
}

const DataProjectBase = dataSourceClass<DataProjectConfig, DataProjectOutputs>(
  "tfprojects_project",
  { projectId: text, name: text, default: flag, organization: text },
  {
    id: text,
    isDefault: flag,
    description: text,
    autoDestroyActivityDuration: text,
    workspaceCount: wholeNumber,
    teamCount: wholeNumber,
    permissions: object(ProjectPermissions),
  },
);

/** Looks up one project that exists. Fails at plan when there is none. */
export class DataProject extends DataProjectBase {
  constructor(scope: Construct, id: string, config: DataProjectConfig) {
    super(scope, id, config);
    this.node.addValidation({ validate: () => checkInputs(this, DATA_SOURCES.tfprojects_project) });
  }
}
