import type { IResolvable } from "cdktf";
import { flag } from "./anatomy/attribute";
import { objectClass } from "./anatomy/object-class";

/** What the token's owner may do with a project (service-api.md section 2.1). */
export interface ProjectPermissionsOutputs {
  readonly canUpdate: IResolvable;
  readonly canDestroy: IResolvable;
  readonly canCreateWorkspace: IResolvable;
}

/** Reference to the permissions on a project. */
export class ProjectPermissions extends objectClass<ProjectPermissionsOutputs>({
  canUpdate: flag,
  canDestroy: flag,
  canCreateWorkspace: flag,
}) {}
