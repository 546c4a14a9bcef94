import type { Kind, ServiceRoute } from "./engine/kind";
import type { Groups, ObjectState, SeedObject } from "./engine/object-types";
import { routesOf } from "./engine/routes";
import { planRoutes } from "./runs/plan-routes";
import { runRoutes } from "./runs/routes";
import { workspaceLockRoutes } from "./runs/workspace-locks";
import { accountRoutes } from "./kinds/account";
import { agentPools } from "./kinds/agent-pool";
import { comments } from "./kinds/comment";
import { configurationVersions } from "./kinds/configuration-version";
import { notificationConfigurations } from "./kinds/notification-configuration";
import { oauthClients } from "./kinds/oauth-client";
import { oauthTokens } from "./kinds/oauth-token";
import { organizations } from "./kinds/organization";
import { organizationMemberships } from "./kinds/organization-membership";
import { policyEvaluations } from "./kinds/policy-evaluation";
import { policies } from "./kinds/policy";
import { policySetOutcomes } from "./kinds/policy-set-outcome";
import { policySets } from "./kinds/policy-set";
import { projects } from "./kinds/project";
import { reservedTagKeys } from "./kinds/reserved-tag-key";
import { runs } from "./kinds/run";
import { runEvents } from "./kinds/run-event";
import { runTasks } from "./kinds/run-task";
import { sshKeys } from "./kinds/ssh-key";
import { tags } from "./kinds/tag";
import { taskConfigs } from "./kinds/task-config";
import { taskResults } from "./kinds/task-result";
import { taskResultOutcomes } from "./kinds/task-result-outcome";
import { taskStages } from "./kinds/task-stage";
import { teams } from "./kinds/team";
import { teamProjects } from "./kinds/team-access";
import { teamWorkspaces } from "./kinds/team-workspace";
import { tokens } from "./kinds/token";
import { variables } from "./kinds/variable";
import { variableSets } from "./kinds/variable-set";
import { workspaces } from "./kinds/workspace";
import { workspaceRelationshipRoutes } from "./kinds/workspace/relationships";
import { workspaceTasks } from "./kinds/workspace-task";

/** Every kind of object; what belongs to another comes after it. */
export const KINDS: readonly Kind[] = [
  organizations,
  teams,
  organizationMemberships,
  projects,
  teamProjects,
  agentPools,
  tags,
  reservedTagKeys,
  variableSets,
  policies,
  policySets,
  variables,
  sshKeys,
  oauthClients,
  oauthTokens,
  runTasks,
  taskConfigs,
  workspaces,
  teamWorkspaces,
  workspaceTasks,
  notificationConfigurations,
  configurationVersions,
  runs,
  comments,
  runEvents,
  taskStages,
  taskResults,
  taskResultOutcomes,
  policyEvaluations,
  policySetOutcomes,
  tokens,
];

/**
 * Those whose objects are in seeds, in the control API and in the state, for the types of these. The type refers to
 * each kind by name, since declaration files have the comments on its members only there.
 */
export const GIVEN_KINDS: readonly (
  | typeof agentPools
  | typeof oauthClients
  | typeof oauthTokens
  | typeof organizations
  | typeof policySets
  | typeof projects
  | typeof runTasks
  | typeof sshKeys
  | typeof teamProjects
  | typeof teams
  | typeof teamWorkspaces
  | typeof variables
  | typeof variableSets
  | typeof workspaces
  | typeof workspaceTasks
)[] = [
  agentPools,
  oauthClients,
  oauthTokens,
  organizations,
  policySets,
  projects,
  runTasks,
  sshKeys,
  teamProjects,
  teams,
  teamWorkspaces,
  variables,
  variableSets,
  workspaces,
  workspaceTasks,
];

type OutOfBandOf<K extends { readonly outOfBand: unknown }> = K["outOfBand"];

/**
 * An organization in a seed, with its objects. The default project, which every organization has, is named `Default
 * Project`; it has the workspaces of the organization itself.
 */
export type SeedOrganization = SeedObject<
  OutOfBandOf<(typeof GIVEN_KINDS)[number]>,
  (typeof organizations)["outOfBand"]
>;

/** An organization and everything in it, in the state: what can be given, except for secrets. */
export type OrganizationState = ObjectState<
  OutOfBandOf<(typeof GIVEN_KINDS)[number]>,
  (typeof organizations)["outOfBand"]
>;

/** Groups of operations that make, find, change and delete objects out of band, with a method for each operation. */
export type ObjectControls = Groups<OutOfBandOf<(typeof GIVEN_KINDS)[number]>>;

/** The operations of the service. */
export const ROUTES: readonly ServiceRoute[] = [
  ...KINDS.flatMap(routesOf),
  ...runRoutes,
  ...planRoutes,
  ...workspaceRelationshipRoutes,
  ...workspaceLockRoutes,
  ...accountRoutes,
];
