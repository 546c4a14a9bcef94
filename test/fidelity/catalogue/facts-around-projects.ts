import { documented, fact, further, notHere } from "./build";
import { runQueue, subscriptions, workspaceSettings } from "./tests";

/** HashiCorp's Go client v1.109.0 and its tests, which HashiCorp runs against the service. */
const GO_CLIENT = documented("2026-08");
const PAGES = documented("2026-11");

const OTHERS = notHere("These are requests of other clients.");

/** What other clients rely on that is around projects. */
export const aroundProjects = further("0.1", "What other clients rely on", [
  fact(
    PAGES,
    "The queue of a workspace",
    "A run that applies stays pending until the one before has ended; one that plans only does not wait.",
    runQueue(
      "a second run of a workspace stays pending until the one before has come to its end",
      "a run that waits can be canceled, and is passed over then",
      "a run that plans only neither waits nor is waited for",
      "the stages of a run that waits begin when it has its turn, and do not time out before",
    ),
    OTHERS,
  ),
  fact(
    PAGES,
    "A run at work and its workspace",
    "The workspace is locked by the run, which is its current one, until the run has ended.",
    runQueue(
      "a run at work locks its workspace, and is the current one",
      "a workspace is unlocked when its runs have come to their ends",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "What a run tells",
    "Who made and who confirmed it, and when; to include its plan or apply is not emulated.",
    runQueue(
      "a run tells who made it, who confirmed it, and when it could be planned",
      "to include … with a run is refused: …",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "auto-destroy-at of a workspace",
    "Ends its inheriting and clears its own duration, and the reverse; null has it inherit again.",
    workspaceSettings(
      "a time at which a workspace is destroyed ends its inheriting",
      "a time clears the workspace's own duration, and a duration the time",
      "… alone has it inherit again",
      "a time that is none is refused",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "trigger-prefixes and trigger-patterns",
    "The one takes the place of the other.",
    workspaceSettings("prefixes that trigger runs take the place of patterns, and the reverse"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "terraform-version of a workspace",
    "A version, a constraint or `latest`; anything else is 422.",
    workspaceSettings("the Terraform version … is none: 422", "the Terraform version … may be one"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Sharing state",
    "With the organization or with the project, not with both.",
    workspaceSettings("state is shared with the organization or with the project, not with both"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Subscriptions",
    "By themselves, and included with the organization.",
    subscriptions(
      "an organization tells its subscription and the feature set of it, by itself or along with the organization",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "admin/feature-sets",
    "For who may administrate; `q` searches names.",
    subscriptions(
      "the feature sets are listed for whoever may administrate",
      "the feature sets are searched by name, as the Go client does",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Stacks",
    "Are listed; the emulator has none.",
    subscriptions("no organization has a stack; to make one is not emulated"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Searches of organizations",
    "`q` finds parts of name and email, `q[name]` and `q[email]` of the one.",
    subscriptions("organizations are found by parts of name and email, together or each"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Orders of agent pools",
    "By `created-at` too, either way.",
    subscriptions("agent pools are sorted by when they were made, either way"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "filter[i][status] and filter[i][enforcement_level]",
    "Narrow the outcomes of policy sets.",
    subscriptions("outcomes of policy sets are narrowed to a status and a level"),
    OTHERS,
  ),
]);
