import { documented, fact, facts, ourChoice } from "./build";
import {
  clientProjects,
  projectDocument,
  projectFields,
  projectListRoute,
  projectRoutes,
  requests,
  service,
} from "./tests";

const OPENAPI = documented("2026-08-04");
const GO_CLIENT = documented("2026-08");

/** Facts, section 5. */
export const projectAttributes = facts("5", "What projects have beyond the contract", [
  fact(
    OPENAPI,
    "Fuller documents",
    "Every response carries counts, duration and permissions; `created-at`. The emulator's option `documents: full`.",
    projectDocument("with full documents › the response to … carries everything").concat(
      service(
        "with full documents › projects carry the same in every response, with what the public description has beyond the contract",
      ),
    ),
    projectFields(
      "of a project, with full documents, › the response to … › tells …",
      "of a project, with full documents, › the response to create tells can-update alone, and no counts, unless documents are full",
    ),
  ),
  fact(
    OPENAPI,
    "Further permissions",
    "`can-read`, `can-move-workspace` and others; in full documents.",
    service(
      "with full documents › projects carry the same in every response, with what the public description has beyond the contract",
    ),
    projectFields("of a project, with full documents, › permissions are the caller's own"),
  ),
  fact(
    OPENAPI,
    "Attributes that the contract does not know",
    "`default-execution-mode`, `setting-overwrites` and others are kept and returned.",
    projectRoutes("create (section 4.1) › attributes that the contract does not know are kept and returned"),
    clientProjects("reading › attributes that this version does not know are kept as they were sent"),
  ),
  fact(
    ourChoice,
    "Attributes that are the service's to say",
    "Counts and permissions are not taken from clients.",
    projectRoutes("create (section 4.1) › attributes that are the service's to say are not taken from clients"),
    requests("updating a project › is a PATCH of the project, with the type and nothing but what changes"),
  ),
  fact(
    ourChoice,
    "team-count",
    "Counts the teams that were given something on the project.",
    projectListRoute("team-count is the number of teams that were given something on the project"),
    projectFields("of a project, with … documents, › the response to … › tells the number of teams"),
  ),
  fact(
    GO_CLIENT,
    "Unsetting the duration",
    "An explicit null; what is left out stays. Responses have null when it is unset.",
    projectRoutes(
      "update (section 4.2) › null clears the duration and the description, absence leaves them",
      "show (section 4.4) › a duration that is not set is null",
    ),
    [
      ...requests(
        "updating a project › sends null for a duration that is to be unset, and an empty text for a description",
      ),
      ...clientProjects("updating › what is left out stays, and null unsets"),
    ],
  ),
]);
