import type { Route } from "../http/route";
import { accountRoutes } from "./account";
import { agentPoolRoutes } from "./agent-pools";
import { appliedSetRoutes } from "./applied-sets";
import { configurationVersionRoutes } from "./configuration-versions";
import { organizationRoutes } from "./organizations";
import { policyEvaluationRoutes } from "./policy-evaluations";
import { projectListRoutes } from "./project-list";
import { projectWorkspaceRoutes } from "./project-workspaces";
import { projectRoutes } from "./projects";
import { remoteStateConsumerRoutes } from "./remote-state-consumers";
import { runActionRoutes } from "./run-actions";
import { runTaskRoutes } from "./run-tasks";
import { runRoutes } from "./runs";
import { subscriptionRoutes } from "./subscriptions";
import { tagBindingRoutes } from "./tag-bindings";
import { taskResultCallbackRoutes } from "./task-result-callback";
import { taskResultRoutes } from "./task-results";
import { taskStageRoutes } from "./task-stages";
import { teamRoutes } from "./teams";
import { workspaceActionRoutes } from "./workspace-actions";
import { workspaceListRoutes } from "./workspace-list";
import { workspaceTagRoutes } from "./workspace-tags";
import { workspaceTaskRoutes } from "./workspace-tasks";
import { workspaceRoutes } from "./workspaces";

/** All operations of the service that the emulator has. */
export const ROUTES: readonly Route[] = [
  ...projectRoutes,
  ...projectListRoutes,
  ...projectWorkspaceRoutes,
  ...taskStageRoutes,
  ...taskResultRoutes,
  ...taskResultCallbackRoutes,
  ...policyEvaluationRoutes,
  ...accountRoutes,
  ...organizationRoutes,
  ...subscriptionRoutes,
  ...workspaceListRoutes,
  ...workspaceRoutes,
  ...workspaceActionRoutes,
  ...workspaceTagRoutes,
  ...remoteStateConsumerRoutes,
  ...tagBindingRoutes,
  ...agentPoolRoutes,
  ...teamRoutes,
  ...appliedSetRoutes,
  ...runTaskRoutes,
  ...workspaceTaskRoutes,
  ...configurationVersionRoutes,
  ...runRoutes,
  ...runActionRoutes,
];
