import { behaviour, reference } from "./build";
import { conventions, requests, runRoutes } from "./tests";

export const purpose = reference("Overview", [
  behaviour(
    "Projects group workspaces",
    "A project groups workspaces inside an organization.",
    conventions("project-holds-workspaces"),
    conventions("project-holds-workspaces"),
  ),
  behaviour(
    "A run reads run tasks",
    "A new run reads the run tasks of its workspace.",
    runRoutes("run-reads-tasks"),
    conventions("run-client-reads-stages"),
  ),
  behaviour(
    "Run stages",
    "Tasks can start in Pre-Plan, Post-Plan, Pre-Apply and Post-Apply.",
    conventions("run-four-stages"),
    conventions("run-four-stages"),
  ),
  behaviour(
    "Stages and results",
    "One task stage for each run stage that has tasks, with one result for each task.",
    conventions("run-stages-and-results"),
    conventions("run-client-reads-stages"),
  ),
  behaviour(
    "JSON:API documents",
    "Bodies are JSON:API documents; the header `Content-Type: application/vnd.api+json` is sent.",
    conventions("json-api-documents"),
    requests("token-and-media-type"),
  ),
  behaviour(
    "Names of members",
    "Lower-case words joined by hyphens.",
    conventions("member-names"),
    requests("create-project-optional"),
  ),
  behaviour("Timestamps", "ISO 8601.", conventions("timestamps-iso-8601"), conventions("timestamps-as-sent")),
]);
