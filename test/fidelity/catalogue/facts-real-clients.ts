import { documented, fact, further, notHere } from "./build";
import { realClients } from "./tests";

/** HashiCorp's Go client v1.109.0 and its Terraform provider, as of August 2026. */
const GO_CLIENT = documented("2026-08");
const PROVIDER = documented("2026-08-20");

const OTHERS = notHere("These are requests of other clients.");
const said = (...titles: readonly string[]) => realClients(...titles.map((title) => `with … documents › ${title}`));

/** What these programs are known to send, resource by resource. */
export const realClientConversations = further("0", "HashiCorp's Go client and Terraform provider", [
  fact(
    PROVIDER,
    "Connecting",
    "The provider discovers `tfe.v2.2`; the Go client pings for version and limit.",
    said("the provider finds the service, and the Go client asks it for version and limit"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Errors",
    "Are told apart by their status.",
    said("the Go client tells errors apart by their status"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_organization",
    "Create, read, rename, delete.",
    said("create, read, rename and delete tfe_organization"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_organization_default_settings",
    "Set, read, reset.",
    said("set, read and reset tfe_organization_default_settings"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "Data sources of organizations",
    "`tfe_organization`, `tfe_organizations`, `tfe_organization_tags`.",
    said("read the data sources tfe_organization, tfe_organizations and tfe_organization_tags"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Organizations",
    "Entitlements; `include=default-project`, with a hyphen.",
    said("the Go client reads entitlements and includes the default project"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_agent_pool",
    "Create, import, update, delete; the data source.",
    said("create, import, update and delete tfe_agent_pool, and read the data source"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_project",
    "Create, read, update with tags; a delete takes 404 for success.",
    said("create, read, update and delete tfe_project with tags", "delete tfe_project, also when it is gone"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "auto_destroy_activity_duration of tfe_project",
    "Is read from the answer to create: works with full documents alone.",
    realClients("with full documents › set and clear auto_destroy_activity_duration of tfe_project"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "Data sources of projects",
    "`tfe_project`, `tfe_projects`.",
    said("read the data sources tfe_project and tfe_projects"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Tags of projects",
    "In create and update, and beside them.",
    said("the Go client keeps a project's tags in its create and update, and beside them"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_project_settings",
    "Set, change, unset, delete.",
    said("set, change, unset and delete tfe_project_settings"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Settings of projects",
    "Refused in the service's words; without their own, projects follow the organization.",
    said(
      "the Go client's refusals of project settings, by the service's words",
      "the Go client's projects follow the organization's default execution mode until they have their own",
    ),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_workspace",
    "Create in a project with tags, read, delete.",
    said("create, read and delete tfe_workspace in a project, with tags of both kinds"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_workspace, changed",
    "Moved to another project, tags replaced, durations cleared.",
    said("update tfe_workspace: move it to another project, replace its tags, clear its durations"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_workspace, imported",
    "By name; then deleted by force.",
    said("import tfe_workspace by name, and delete it by force"),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Workspaces by name",
    "Moved and locked; a safe delete is refused.",
    said("the Go client moves a workspace by name, locks it and fails to delete it safely"),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "tfe_workspace_settings",
    "Set, change, unset; tags that are inherited are told by their relationship.",
    said(
      "set, change and unset tfe_workspace_settings",
      "tfe_workspace_settings tells inherited tags by their relationship",
    ),
    OTHERS,
  ),
  fact(
    PROVIDER,
    "Data sources of workspaces",
    "`tfe_workspace`; `tfe_workspace_ids` by names and by tags of both kinds.",
    said(
      "read the data source tfe_workspace",
      "read the data source tfe_workspace_ids by names and by tags of both kinds",
    ),
    OTHERS,
  ),
  fact(
    GO_CLIENT,
    "Lists of workspaces",
    "By pattern, project and run status, sorted, with `include`.",
    said("the Go client lists workspaces by pattern, project and run status, sorted and with what belongs to them"),
    OTHERS,
  ),
]);
