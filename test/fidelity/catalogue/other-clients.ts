import { documented, fact, further, notHere } from "./build";
import { runQueue, subscriptions, workspaceSettings } from "./tests";

/** HashiCorp's Go client v1.109.0 and its tests, which HashiCorp runs against the service. */
const GO_CLIENT = documented("2026-08");
const PAGES = documented("2026-11");

const OTHERS = notHere("These are requests of other clients.");

/** What other clients rely on that is around projects. */
export const aroundProjects = further("What other clients rely on", [
  fact(
    PAGES,
    "The queue of a workspace",
    "A run that applies stays pending until the previous one has ended; a plan-only run does not wait.",
    runQueue("second-run-pending", "pending-run-canceled", "plan-only-not-queued", "stages-begin-with-turn"),
    OTHERS,
  ),
  fact(
    PAGES,
    "A run in progress and its workspace",
    "The run is the workspace's current run and locks it until the run has ended.",
    runQueue("run-locks-workspace", "unlocked-after-runs"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Attributes of a run",
    "Who created and who confirmed it, and when; including its plan or apply is not emulated.",
    runQueue("run-users-and-times", "include-refused"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "auto-destroy-at of a workspace",
    "Ends inheritance and clears the workspace's own duration, and vice versa; null restores inheritance.",
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
    "Setting one clears the other.",
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
    "With the organization or the project, not both.",
    workspaceSettings("state-shared-with-either"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Subscriptions",
    "On their own, and included with the organization.",
    subscriptions("subscription-and-feature-set"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "admin/feature-sets",
    "For administrators; `q` searches names.",
    subscriptions("feature-sets-listed", "feature-sets-searched"),
    OTHERS,
  ),
  fact(GO_CLIENT, "Stacks", "Can be listed; the emulator has none.", subscriptions("no-stacks"), OTHERS),
  fact(
    GO_CLIENT,
    "Searches of organizations",
    "`q` searches name and email, `q[name]` and `q[email]` only that one.",
    subscriptions("organizations-searched"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Sort orders of agent pools",
    "`created-at` too, in both directions.",
    subscriptions("agent-pools-sorted"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "filter[i][status] and filter[i][enforcement_level]",
    "Filter the outcomes of policy sets.",
    subscriptions("policy-outcomes-filtered"),
    OTHERS,
  ),
]);
