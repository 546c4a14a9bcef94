import { documented, fact, further, notHere, ourChoice } from "./build";
import {
  agentPools,
  clientProjects,
  execution,
  projectDocument,
  projectFields,
  projectListRoute,
  projectRoutes,
  projectUpdates,
  requests,
  service,
  tagBindings,
} from "./tests";

const OPENAPI = documented("2026-08-04");
const GO_CLIENT = documented("2026-08");

const PAGES = documented("2026-11");
const NO_TAG_WRITES = notHere("The client does not change tags.");
const NO_SETTINGS = notHere("The client does not change execution settings; it returns them as sent.");

export const projectAttributes = further("Further attributes of projects", [
  fact(
    OPENAPI,
    "Full documents",
    "Every response has counts, duration and permissions; `created-at`. The emulator's option `documents: full`.",
    [...projectDocument("full"), ...service("full-projects")],
    projectFields("documents-full:response-*", "documents-full:create-response"),
  ),
  fact(
    OPENAPI,
    "Further permissions",
    "`can-read`, `can-move-workspace` and others; in full documents.",
    service("full-projects"),
    notHere("The client reads the three of the API reference."),
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
    "Read-only attributes",
    "Counts and permissions from clients are ignored.",
    projectRoutes("create-read-only-attributes"),
    requests("update-project"),
  ),
  fact(
    ourChoice,
    "team-count",
    "The number of teams with permissions on the project.",
    projectListRoute("team-count"),
    projectFields("contains-team-count"),
  ),
  fact(
    GO_CLIENT,
    "Unsetting the duration",
    "An explicit null; an omitted one is unchanged. Responses have null when it is unset.",
    [...projectRoutes("show-duration-unset"), ...projectUpdates("update-null-and-absent")],
    [...requests("update-project-null"), ...clientProjects("update-omitted-and-null")],
  ),
  fact(
    GO_CLIENT,
    "Tag bindings in a project's document",
    "A relationship of create and update: replaces all; an empty one removes all, an omitted one changes none.",
    tagBindings("update-relationship", "create-and-include"),
    NO_TAG_WRITES,
  ),
  fact(
    PAGES,
    "PATCH /projects/:id/tag-bindings",
    "Adds and changes; 200 with the list.",
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
  fact(PAGES, "Ten tags", "The maximum for a project.", tagBindings("at-most-ten"), NO_TAG_WRITES),
  fact(
    PAGES,
    "filter[tagged]",
    "Keys and values, all of which must match.",
    tagBindings("filter-tagged"),
    clientProjects("list-by-tags"),
  ),
  fact(
    GO_CLIENT,
    "effective-tag-bindings",
    "A workspace has its project's tags too, except for keys of its own; each names its source.",
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
    "Always in full documents, otherwise once a client has set tags.",
    tagBindings("links-once-tagged"),
    NO_TAG_WRITES,
  ),
  fact(
    GO_CLIENT,
    "The agent pool of a project",
    "Set as `default-agent-pool-id`, `default-agent-pool` or a relationship: sources differ, all are accepted.",
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
    "False restores the organization's value; both spellings of the keys are accepted.",
    execution("overwrites-clear"),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "Settings that contradict each other",
    "422 with the service's message, at the attribute.",
    execution("settings-refused"),
    NO_SETTINGS,
  ),
]);
