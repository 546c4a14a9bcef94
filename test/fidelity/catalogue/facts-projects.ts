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
const ofEither = (test: string) => tagBindings(`of a … › ${test}`);

export const projectAttributes = further("5", "Further attributes of projects", [
  fact(
    OPENAPI,
    "Fuller documents",
    "Every response carries counts, duration and permissions; `created-at`. The emulator's option `documents: full`.",
    projectDocument("with full documents › the response to … carries everything").concat(
      service("with full documents › projects carry the same in every response, …"),
    ),
    projectFields(
      "of a project, with full documents, › the response to … › contains …",
      "of a project, with full documents, › … contains only can-update, …",
    ),
  ),
  fact(
    OPENAPI,
    "Further permissions",
    "`can-read`, `can-move-workspace` and others; in full documents.",
    service("with full documents › projects carry the same in every response, …"),
    notHere("The client reads the three of the API reference, and ignores others."),
  ),
  fact(
    OPENAPI,
    "Unknown attributes",
    "`default-execution-mode`, `setting-overwrites` and others are kept and returned.",
    projectRoutes("create › unknown attributes are kept and returned"),
    clientProjects("reading › unknown attributes are kept as sent"),
  ),
  fact(
    ourChoice,
    "Attributes that are the service's to say",
    "Counts and permissions are not taken from clients.",
    projectRoutes("create › attributes that are the service's to say are not taken from clients"),
    requests("updating a project › is a PATCH of the project, with the type and only the changes"),
  ),
  fact(
    ourChoice,
    "team-count",
    "Counts the teams that were given something on the project.",
    projectListRoute("team-count is the number of teams that were given something on the project"),
    projectFields("of a project, with … documents, › the response to … › contains the number of teams"),
  ),
  fact(
    GO_CLIENT,
    "Unsetting the duration",
    "An explicit null; what is left out stays. Responses have null when it is unset.",
    projectRoutes(
      "update › null clears the duration and the description, absence leaves them",
      "show › a duration that is not set is null",
    ),
    [
      ...requests("updating a project › sends null to unset a duration, …"),
      ...clientProjects("updating › omitted attributes keep their value, and null clears one"),
    ],
  ),
  fact(
    GO_CLIENT,
    "Tag bindings in a project's document",
    "A relationship of create and update: replaces all, an empty one clears, an absent one leaves them.",
    ofEither("the relationship of an update replaces all, an empty one clears, an absent one leaves them").concat(
      ofEither("can be given at creation and be included, in either spelling"),
    ),
    NO_TAG_WRITES,
  ),
  fact(
    PAGES,
    "PATCH /projects/:id/tag-bindings",
    "Adds and changes; answers 200 with the list.",
    ofEither("PATCH adds and changes, takes nothing away and answers with the list"),
    NO_TAG_WRITES,
  ),
  fact(
    OPENAPI,
    "/projects/:id/relationships/tag-bindings",
    "POST adds and PATCH replaces; 204.",
    ofEither("under relationships, POST adds and PATCH replaces, both without content"),
    NO_TAG_WRITES,
  ),
  fact(
    PAGES,
    "Ten tags",
    "The most that a project can have.",
    ofEither("ten are the most, counted with those that are there"),
    NO_TAG_WRITES,
  ),
  fact(
    PAGES,
    "filter[tagged]",
    "Keys and values, all of which must hold.",
    ofEither("lists can be narrowed to keys and values, all of which must hold"),
    clientProjects("listing › by tags, with or without a value"),
  ),
  fact(
    GO_CLIENT,
    "effective-tag-bindings",
    "A workspace has its project's tags too, but for the keys of its own; each tells where it is from.",
    tagBindings(
      "a workspace inherits its project's tags but for the keys it has itself",
      "a workspace that moves leaves one project's tags and takes the other's",
    ),
    NO_TAG_WRITES,
  ),
  fact(
    GO_CLIENT,
    "include=effective_tag_bindings",
    "On show and list, with underscores or hyphens.",
    ofEither("can be given at creation and be included, in either spelling"),
    NO_TAG_WRITES,
  ),
  fact(
    OPENAPI,
    "Links to tags",
    "With full documents always, otherwise once a client has set some.",
    tagBindings("responses have links to tags only when a client gave the project some, full ones always"),
    NO_TAG_WRITES,
  ),
  fact(
    GO_CLIENT,
    "The agent pool of a project",
    "Given as `default-agent-pool-id`, `default-agent-pool` or a relationship: the sources differ, all count.",
    execution("a project's agent pool can be given by the …"),
    NO_SETTINGS,
  ),
  fact(
    OPENAPI,
    "Agent pools",
    "Created, listed, searched, shown, changed, deleted; one in use is not deleted.",
    agentPools(
      "a pool is created, listed, searched, shown, changed and deleted",
      "a pool that one of the … is set to is not deleted",
    ),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "default-execution-mode, default-agent-pool-id",
    "A value makes the setting the project's own.",
    execution("a value makes the setting the project's own; another mode takes the pool away"),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "setting-overwrites",
    "False clears back to what the organization has; both spellings of the keys count.",
    execution("the overwrites … clear it back to what the organization has"),
    NO_SETTINGS,
  ),
  fact(
    GO_CLIENT,
    "Settings that contradict each other",
    "422 in the service's words, at the attribute.",
    execution(
      "… is refused at default-agent-pool-id: must be specified when using 'agent' execution mode",
      "… is refused at setting-overwrites: If agent-pool and execution-mode are both included …",
    ),
    NO_SETTINGS,
  ),
]);
