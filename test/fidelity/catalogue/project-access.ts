import { documented, fact, further, notHere, ourChoice } from "./build";
import { relatedObjects, setRoutes, tagBindings, teamRoutes } from "./tests";

/** HashiCorp's API documentation of team access, variable sets, policy sets and tags, and its OpenAPI description. */
const PAGES = documented("2026-11");

const READS_LEVELS = notHere("The client returns permissions as the service sends them.");
const NOT_USED = notHere("The client does not use it.");

/** What applies to a project and the workspaces in it. */
export const projectAccess = further("What applies to a project", [
  fact(
    PAGES,
    "GET /team-projects",
    "Lists the access of teams to the project in `filter[project][id]`, in pages.",
    teamRoutes("access-listed", "access-filtered"),
    relatedObjects("client-team-access"),
  ),
  fact(
    PAGES,
    "access",
    "`read`, `write`, `maintain` and `admin` imply the permissions of the documented table; `custom` has its defaults.",
    teamRoutes("implied-*"),
    READS_LEVELS,
  ),
  fact(
    PAGES,
    "project-access and workspace-access",
    "With `custom` access, the permissions that the team was granted; others have their default.",
    teamRoutes("custom-access"),
    READS_LEVELS,
  ),
  fact(
    PAGES,
    "Visible team access",
    "All of it for callers who manage the project; other members see that of their own teams; otherwise 404.",
    teamRoutes("access-of-own-teams", "access-forbidden"),
    relatedObjects("client-related-forbidden"),
  ),
  fact(
    PAGES,
    "GET /organizations/:organization_name/teams",
    "Lists teams; `q` searches names, and `filter[names]` has exact ones.",
    teamRoutes("teams-listed"),
    relatedObjects("client-team-access"),
  ),
  fact(
    PAGES,
    "GET /projects/:project_id/varsets",
    "Lists the variable sets that apply to the project, including its organization's global ones.",
    setRoutes("varsets-of-project", "varsets-forbidden"),
    relatedObjects("client-varsets", "client-related-forbidden"),
  ),
  fact(
    PAGES,
    "A variable set",
    "Has counts, its projects and workspaces, and its owner: the organization or a project.",
    setRoutes("varset-document"),
    relatedObjects("client-varsets"),
  ),
  fact(
    PAGES,
    "GET /organizations/:organization_name/policy-sets",
    "Lists policy sets with their projects, workspaces and exclusions, for callers who may manage policies.",
    setRoutes("policy-set-document", "policy-sets-forbidden"),
    relatedObjects("client-policy-sets", "client-related-forbidden"),
  ),
  fact(
    PAGES,
    "A global policy set",
    "Lists neither projects nor workspaces: it applies to all that it does not exclude.",
    setRoutes("global-policy-set"),
    relatedObjects("client-policy-sets"),
  ),
  fact(PAGES, "search[name] and filter[kind]", "Select policy sets.", setRoutes("policy-sets-filtered"), NOT_USED),
  fact(
    PAGES,
    "GET /projects/:project_id/effective-tag-bindings",
    "Lists the tags of a project, without pages.",
    tagBindings("inherited"),
    relatedObjects("client-effective-tags"),
  ),
  fact(
    PAGES,
    "inherits-project-auto-destroy and setting-overwrites",
    "Say which settings a workspace inherits from its project; its values are the effective ones.",
    relatedObjects("client-inherited"),
    relatedObjects("client-inherited"),
  ),
  fact(
    ourChoice,
    "Writes of teams and policy sets",
    "400 `not emulated`; seeds and the control API create them.",
    teamRoutes("team-writes-not-emulated"),
    NOT_USED,
  ),
]);
