import type { Section } from "../row";
import { withTerraform } from "./constructs-and-provider";
import { aroundProjects } from "./facts-around-projects";
import { errorEnvelope, successCodes } from "./facts-answers";
import { connecting } from "./facts-connecting";
import { lists, rateLimits } from "./facts-lists";
import { deletion, nameUniqueness, notPermitted, validationTexts } from "./facts-project-errors";
import { projectAttributes } from "./facts-projects";
import { realClientConversations } from "./facts-real-clients";
import { derivation, override, taskStages } from "./facts-runs";
import { runTasks } from "./facts-tasks";
import { workspaces } from "./facts-workspaces";
import { projectFieldRows } from "./project-fields";
import { listProjectsRows, showProjectRows } from "./project-reads";
import { createProjectRows, deleteProjectRows, moveWorkspacesRows, updateProjectRows } from "./project-writes";
import { purpose } from "./purpose";
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
  taskStages,
  override,
  derivation,
  runTasks,
  connecting,
]);
