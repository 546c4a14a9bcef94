import { documented, fact, further, notHere, ourChoice } from "./build";
import {
  agentPools,
  clientProjects,
  execution,
  projectDocument,
  projectFields,
  projectListRoute,
  projectRoutes,
  requests,
  service,
  tagBindings,
} from "./tests";

const OPENAPI = documented("2026-08-04");
const GO_CLIENT = documented("2026-08");

const PAGES = documented("2026-11");
const NO_TAG_WRITES = notHere("The client changes no tags.");
const NO_SETTINGS = notHere("The client changes no settings of execution; it keeps what it is told.");

export const projectAttributes = further("5", "Further attributes of projects", [
  fact(
    OPENAPI,
    "Fuller documents",
    "Every response carries counts, duration and permissions; `created-at`. The emulator's option `documents: full`.",
    [...projectDocument("full"), ...service("full-projects")],
    projectFields("documents-full:response-*", "documents-full:create-response"),
  ),
  fact(
    OPENAPI,
    "Further permissions",
    "`can-read`, `can-move-workspace` and others; in full documents.",
    service("full-projects"),
    notHere("The client reads the three of the API reference, and ignores others."),
  ),
  fact(
    OPENAPI,
    "Unknown attributes",
    "`default-execution-mode`, `setting-overwrites` and others are kept and returned.",
    projectRoutes("create-unknown-attributes"),
    clientProjects("unknown-attributes-kept"),
  ),
  fact(
    ourChoice,
    "Attributes that are the service's to say",
    "Counts and permissions are not taken from clients.",
    projectRoutes("create-read-only-attributes"),
    requests("update-project"),
  ),
  fact(
    ourChoice,
    "team-count",
    "Counts the teams that were given something on the project.",
    projectListRoute("team-count"),
    projectFields("contains-team-count"),
  ),
  fact(
    GO_CLIENT,
    "Unsetting the duration",
    "An explicit null; what is left out stays. Responses have null when it is unset.",
    projectRoutes("update-null-and-absent", "show-duration-unset"),
    [...requests("update-project-null"), ...clientProjects("update-omitted-and-null")],
  ),
  fact(
    GO_CLIENT,
    "Tag bindings in a project's document",
    "A relationship of create and update: replaces all, an empty one clears, an absent one leaves them.",
    tagBindings("update-relationship", "create-and-include"),
    NO_TAG_WRITES,
  ),
  fact(
    PAGES,
    "PATCH /projects/:id/tag-bindings",
    "Adds and changes; answers 200 with the list.",
    tagBindings("patch-adds"),
    NO_TAG_WRITES,
  ),
  fact(
    OPENAPI,
    "/projects/:id/relationships/tag-bindings",
    "POST adds and PATCH replaces; 204.",
    tagBindings("relationship-endpoints"),
    NO_TAG_WRITES,
  ),
  fact(PAGES, "Ten tags", "The most that a project can have.", tagBindings("at-most-ten"), NO_TAG_WRITES),
  fact(
    PAGES,
    "filter[tagged]",
    "Keys and values, all of which must hold.",
    tagBindings("filter-tagged"),
    clientProjects("list-by-tags"),
  ),
  fact(
    GO_CLIENT,
    "effective-tag-bindings",
    "A workspace has its project's tags too, but for the keys of its own; each tells where it is from.",
    tagBindings("inherited", "inherited-after-move"),
    NO_TAG_WRITES,
  ),
  fact(
    GO_CLIENT,
    "include=effective_tag_bindings",
    "On show and list, with underscores or hyphens.",
    tagBindings("create-and-include"),
    NO_TAG_WRITES,
  ),
  fact(
    OPENAPI,
    "Links to tags",
    "With full documents always, otherwise once a client has set some.",
    tagBindings("links-once-tagged"),
    NO_TAG_WRITES,
  ),
  fact(
    GO_CLIENT,
    "The agent pool of a project",
    "Given as `default-agent-pool-id`, `default-agent-pool` or a relationship: the sources differ, all count.",
    execution("pool-given-by"),
    NO_SETTINGS,
  ),
  fact(
    OPENAPI,
    "Agent pools",
    "Created, listed, searched, shown, changed, deleted; one in use is not deleted.",
    agentPools("pool-lifecycle", "pool-in-use"),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "default-execution-mode, default-agent-pool-id",
    "A value makes the setting the project's own.",
    execution("own-setting"),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "setting-overwrites",
    "False clears back to what the organization has; both spellings of the keys count.",
    execution("overwrites-clear"),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "Settings that contradict each other",
    "422 in the service's words, at the attribute.",
    execution("settings-refused"),
    NO_SETTINGS,
  ),
]);
