import type { Section } from "../row";
import { withTerraform } from "./constructs-and-provider";
import { aroundProjects } from "./other-clients";
import { errorEnvelope, successCodes } from "./responses";
import { connecting } from "./credentials-and-discovery";
import { lists, rateLimits } from "./pages-and-rate-limits";
import { deletion, nameUniqueness, notPermitted, validationTexts } from "./project-errors";
import { projectAccess } from "./project-access";
import { projectAttributes } from "./project-attributes";
import { realClientConversations } from "./real-clients";
import { derivation, override, taskStages } from "./task-stages";
import { runTasks } from "./run-tasks";
import { workspaces } from "./workspaces";
import { projectFieldRows } from "./project-fields";
import { listProjectsRows, showProjectRows } from "./project-reads";
import { createProjectRows, deleteProjectRows, moveWorkspacesRows, updateProjectRows } from "./project-writes";
import { purpose } from "./overview";
import { errorObjectRows, workspaceReferenceRows } from "./references-and-errors";
import { authenticationRows, errorRows, limitRows, versioningRows } from "./rules";
import { stateRows, taskResultStatusRows, taskStageStatusRows } from "./statuses";
import { listTaskStagesRows, overrideRows, showTaskResultRows, showTaskStageRows } from "./task-operations";
import { taskResultFieldRows } from "./task-result-fields";
import { taskStageFieldRows } from "./task-stage-fields";

/** All that is known of the service, in the order of its sources. */
export const CATALOGUE: readonly Section[] = withTerraform([
  purpose,
  projectFieldRows,
  taskStageFieldRows,
  taskResultFieldRows,
  workspaceReferenceRows,
  errorObjectRows,
  stateRows,
  taskStageStatusRows,
  taskResultStatusRows,
  createProjectRows,
  updateProjectRows,
  listProjectsRows,
  showProjectRows,
  deleteProjectRows,
  moveWorkspacesRows,
  listTaskStagesRows,
  showTaskStageRows,
  showTaskResultRows,
  overrideRows,
  authenticationRows,
  errorRows,
  limitRows,
  versioningRows,
  realClientConversations,
  aroundProjects,
  successCodes,
  errorEnvelope,
  validationTexts,
  nameUniqueness,
  deletion,
  notPermitted,
  lists,
  rateLimits,
  workspaces,
  projectAttributes,
  projectAccess,
  taskStages,
  override,
  derivation,
  runTasks,
  connecting,
]);
