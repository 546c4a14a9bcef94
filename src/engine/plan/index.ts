/** What the layers above the engine use of the planner. */
export { projectKey } from "../changes/change";
export type { Compared, Comparison } from "./comparison";
export { areCertain, areCreated } from "./memberships";
export { isCode } from "./assignments";
export { identifyProjects, type IdentifiedOrganization } from "./identity";
export { planOptionsOf } from "./plan-options";
export { objectsFor, workspacesSetByTfe, type WorkspaceSetByTfe } from "./tfe-resources";
