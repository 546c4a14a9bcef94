import type { Kind, ServiceRoute } from "../engine/kind";
import { routesOf } from "../engine/routes";
import { accountRoutes } from "./account";
import { agentPools } from "./agent-pool";
import { comments } from "./comment";
import { configurationVersions } from "./configuration-version";
import { organizations } from "./organization";
import { policyEvaluations } from "./policy-evaluation";
import { policySets } from "./policy-set";
import { projects } from "./project";
import { runs } from "./run";
import { runTasks } from "./run-task";
import { tags } from "./tag";
import { taskResults } from "./task-result";
import { taskResultOutcomes } from "./task-result-outcome";
import { taskStages } from "./task-stage";
import { teams } from "./team";
import { teamProjects } from "./team-access";
import { tokens } from "./token";
import { variableSets } from "./variable-set";
import { workspaces } from "./workspace";
import { workspaceTasks } from "./workspace-task";

/** Every kind of object; what belongs to another comes after it. */
export const KINDS: readonly Kind[] = [
  organizations,
  teams,
  projects,
  teamProjects,
  agentPools,
  tags,
  variableSets,
  policySets,
  runTasks,
  workspaces,
  workspaceTasks,
  configurationVersions,
  runs,
  comments,
  taskStages,
  taskResults,
  taskResultOutcomes,
  policyEvaluations,
  tokens,
];

/** The operations on them. */
export const KIND_ROUTES: readonly ServiceRoute[] = [...KINDS.flatMap(routesOf), ...accountRoutes];
