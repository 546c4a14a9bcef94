import { documented, fact, further, notHere } from "./build";
import { realClients } from "./tests";

/** HashiCorp's Go client v1.109.0 and its Terraform provider, as of August 2026. */
const GO_CLIENT = documented("2026-08");
const PROVIDER = documented("2026-08-20");

const OTHERS = notHere("These are requests of other clients.");

/** What these programs are known to send, resource by resource. */
export const realClientConversations = further("HashiCorp's Go client and Terraform provider", [
  fact(
    PROVIDER,
    "Connecting",
    "The provider discovers `tfe.v2.2`; the Go client pings for version and limit.",
    realClients("connection"),
    OTHERS,
  ),
  fact(GO_CLIENT, "Errors", "Are distinguished by their status.", realClients("errors-by-status"), OTHERS),
  fact(PROVIDER, "tfe_organization", "Create, read, rename, delete.", realClients("organization"), OTHERS),
  fact(
    PROVIDER,
    "tfe_organization_default_settings",
    "Set, read, reset.",
    realClients("organization-default-settings"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "Data sources of organizations",
    "`tfe_organization`, `tfe_organizations`, `tfe_organization_tags`.",
    realClients("organization-data-sources"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Organizations",
    "Entitlements; `include=default-project`, with a hyphen.",
    realClients("entitlements-and-default-project"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_agent_pool",
    "Create, import, update, delete; the data source.",
    realClients("agent-pool"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_project",
    "Create, read, update with tags; a delete treats 404 as success.",
    realClients("project-with-tags", "project-deleted-twice"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "auto_destroy_activity_duration of tfe_project",
    "Is read from the response to create: works only with full documents.",
    realClients("project-duration"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "Data sources of projects",
    "`tfe_project`, `tfe_projects`.",
    realClients("project-data-sources"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Tags of projects",
    "In create and update, and with their own requests.",
    realClients("project-tag-bindings"),
    OTHERS,
  ),
  fact(PROVIDER, "tfe_project_settings", "Set, change, unset, delete.", realClients("project-settings"), OTHERS),
  fact(
    GO_CLIENT,
    "Settings of projects",
    "Rejected with the service's messages; without their own, projects inherit the organization's.",
    realClients("project-settings-refused", "project-mode-inherited"),
    OTHERS,
  ),
  fact(PROVIDER, "tfe_workspace", "Create in a project with tags, read, delete.", realClients("workspace"), OTHERS),
  fact(
    PROVIDER,
    "tfe_workspace, changed",
    "Moved to another project, tags replaced, durations cleared.",
    realClients("workspace-updated"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_workspace, imported",
    "By name; then deleted by force.",
    realClients("workspace-imported"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Workspaces by name",
    "Moved and locked; a safe delete is refused.",
    realClients("workspace-locked"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_workspace_settings",
    "Set, change, unset; a relationship marks inherited tags.",
    realClients("workspace-settings", "workspace-settings-inherited-tags"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "Data sources of workspaces",
    "`tfe_workspace`; `tfe_workspace_ids` by names and by tags of both kinds.",
    realClients("workspace-data-source", "workspace-ids-data-source"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Lists of workspaces",
    "By pattern, project and run status, sorted, with `include`.",
    realClients("workspaces-listed"),
    OTHERS,
  ),
]);
