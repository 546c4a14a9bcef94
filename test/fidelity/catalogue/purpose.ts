import { behaviour, reference } from "./build";
import { conventions, requests, runRoutes } from "./tests";

export const purpose = reference("1", "What the service does", [
  behaviour(
    "Projects group workspaces",
    "A project groups workspaces inside an organization.",
    conventions("a project holds workspaces of its organization, and each workspace is in one project"),
    conventions("a project holds workspaces of its organization, and each workspace is in one project"),
  ),
  behaviour(
    "A run reads run tasks",
    "A new run reads the run tasks of its workspace.",
    runRoutes("a run reads the workspace's run tasks: …"),
    conventions("when a run is created › the client reads its task stages, each with the result of each task"),
  ),
  behaviour(
    "Run stages",
    "Tasks can start in Pre-Plan, Post-Plan, Pre-Apply and Post-Apply.",
    conventions("when a run is created › tasks may start in each of the four run stages"),
    conventions("when a run is created › tasks may start in each of the four run stages"),
  ),
  behaviour(
    "Stages and results",
    "One task stage for each run stage that has tasks, and in it one result for each task.",
    conventions(
      "when a run is created › it has a task stage for each run stage with tasks, and a result for each task of " +
        "its workspace",
    ),
    conventions("when a run is created › the client reads its task stages, each with the result of each task"),
  ),
  behaviour(
    "JSON:API documents",
    "Bodies are JSON:API documents; the header `Content-Type: application/vnd.api+json` is sent.",
    conventions("every response with a body is a JSON:API document of its media type"),
    requests("every request has the bearer token, and every write the media type"),
  ),
  behaviour(
    "Names of members",
    "Lower-case words joined by hyphens.",
    conventions("every member name is of lower-case words joined by hyphens"),
    requests("creating a project › sends the description and the duration when they are given"),
  ),
  behaviour(
    "Timestamps",
    "ISO 8601.",
    conventions("every timestamp is ISO 8601"),
    conventions("the client returns timestamps as sent"),
  ),
]);
