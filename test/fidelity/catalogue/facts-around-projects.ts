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
    runQueue("second-run-pending", "pending-run-canceled", "plan-only-not-queued", "stages-begin-with-turn"),
    OTHERS,
  ),
  fact(
    PAGES,
    "A run at work and its workspace",
    "The workspace is locked by the run, which is its current one, until the run has ended.",
    runQueue("run-locks-workspace", "unlocked-after-runs"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "What a run tells",
    "Who made and who confirmed it, and when; to include its plan or apply is not emulated.",
    runQueue("run-users-and-times", "include-refused"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "auto-destroy-at of a workspace",
    "Ends its inheriting and clears its own duration, and the reverse; null has it inherit again.",
    workspaceSettings(
      "destroy-time-ends-inheriting",
      "destroy-time-and-duration",
      "inherit-again",
      "destroy-time-invalid",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "trigger-prefixes and trigger-patterns",
    "The one takes the place of the other.",
    workspaceSettings("trigger-prefixes-and-patterns"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "terraform-version of a workspace",
    "A version, a constraint or `latest`; anything else is 422.",
    workspaceSettings("terraform-version-invalid", "terraform-version-valid"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Sharing state",
    "With the organization or with the project, not with both.",
    workspaceSettings("state-shared-with-either"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Subscriptions",
    "By themselves, and included with the organization.",
    subscriptions("subscription-and-feature-set"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "admin/feature-sets",
    "For who may administrate; `q` searches names.",
    subscriptions("feature-sets-listed", "feature-sets-searched"),
    OTHERS,
  ),
  fact(GO_CLIENT, "Stacks", "Are listed; the emulator has none.", subscriptions("no-stacks"), OTHERS),
  fact(
    GO_CLIENT,
    "Searches of organizations",
    "`q` finds parts of name and email, `q[name]` and `q[email]` of the one.",
    subscriptions("organizations-searched"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Orders of agent pools",
    "By `created-at` too, either way.",
    subscriptions("agent-pools-sorted"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "filter[i][status] and filter[i][enforcement_level]",
    "Narrow the outcomes of policy sets.",
    subscriptions("policy-outcomes-filtered"),
    OTHERS,
  ),
]);
