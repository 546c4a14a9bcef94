import {
  bool,
  computed,
  list,
  map,
  nullable,
  number,
  optionalComputed,
  required,
  set,
  string,
} from "../../../src/plugin";
import type { Resource, Schema, StateOf } from "../../../src/plugin";
import { request, type Document, type Tfe } from "./connection";

const OTHER = { description: "Not set by the tests." };

const workspace = {
  version: 1,
  description: "A workspace.",
  attributes: {
    id: computed(string, { description: "ws-…" }),
    name: required(string, { description: "Its name." }),
    organization: optionalComputed(string, { description: "Its organization." }),
    project_id: optionalComputed(string, { description: "Its project: where it is, if the code sets none." }),
    agent_pool_id: computed(string, OTHER),
    allow_destroy_plan: computed(bool, OTHER),
    assessments_enabled: computed(bool, OTHER),
    auto_apply: computed(bool, OTHER),
    auto_apply_run_trigger: computed(bool, OTHER),
    auto_destroy_activity_duration: computed(string, OTHER),
    auto_destroy_at: computed(string, OTHER),
    description: computed(string, OTHER),
    effective_tags: computed(map(string), OTHER),
    execution_mode: computed(string, OTHER),
    file_triggers_enabled: computed(bool, OTHER),
    force_delete: computed(bool, OTHER),
    global_remote_state: computed(bool, OTHER),
    html_url: computed(string, OTHER),
    hyok_enabled: computed(bool, OTHER),
    ignore_additional_tag_names: computed(nullable(bool), OTHER),
    ignore_additional_tags: computed(nullable(bool), OTHER),
    inherits_project_auto_destroy: computed(bool, OTHER),
    operations: computed(bool, OTHER),
    queue_all_runs: computed(bool, OTHER),
    remote_state_consumer_ids: computed(set(string), OTHER),
    resource_count: computed(number, OTHER),
    source_name: computed(string, OTHER),
    source_url: computed(string, OTHER),
    speculative_enabled: computed(bool, OTHER),
    ssh_key_id: computed(string, OTHER),
    structured_run_output_enabled: computed(bool, OTHER),
    tag_names: computed(set(string), OTHER),
    tags: computed(map(string), OTHER),
    terraform_version: computed(string, OTHER),
    trigger_patterns: computed(nullable(list(string)), OTHER),
    trigger_prefixes: computed(nullable(list(string)), OTHER),
    vcs_repo: computed(list(string), OTHER),
    working_directory: computed(string, OTHER),
  },
} satisfies Schema;

type WorkspaceState = StateOf<typeof workspace>;

/** What the state has of a workspace, of which the code sets nothing else. */
async function observed({ id, attributes, relationships }: Document, organization: string): Promise<WorkspaceState> {
  const tags = (await request("GET", `workspaces/${id}/effective-tag-bindings`)) as unknown as Document[] | undefined;
  const ofTags = (tags ?? []).map(({ attributes: { key, value } }) => [String(key), String(value)]);
  const mode = String(attributes["execution-mode"]);
  return {
    id,
    name: String(attributes["name"]),
    organization,
    project_id: relationships["project"]?.data?.id ?? "",
    agent_pool_id: "",
    allow_destroy_plan: true,
    assessments_enabled: false,
    auto_apply: false,
    auto_apply_run_trigger: false,
    auto_destroy_activity_duration: String(attributes["auto-destroy-activity-duration"] ?? ""),
    auto_destroy_at: "",
    description: "",
    effective_tags: Object.fromEntries(ofTags) as Readonly<Record<string, string>>,
    execution_mode: mode,
    file_triggers_enabled: true,
    force_delete: false,
    global_remote_state: false,
    html_url: `${process.env["TFE_ADDRESS"] ?? ""}/app/${organization}/workspaces/${String(attributes["name"])}`,
    hyok_enabled: false,
    ignore_additional_tag_names: null,
    ignore_additional_tags: null,
    inherits_project_auto_destroy: true,
    operations: mode !== "local",
    queue_all_runs: true,
    remote_state_consumer_ids: [],
    resource_count: 0,
    source_name: "",
    source_url: "",
    speculative_enabled: true,
    ssh_key_id: "",
    structured_run_output_enabled: true,
    tag_names: [],
    tags: {},
    terraform_version: "latest",
    trigger_patterns: null,
    trigger_prefixes: null,
    vcs_repo: [],
    working_directory: "",
  };
}

/** `tfe_workspace`, as far as it has to do with projects. */
export const workspaceResource: Resource<typeof workspace, Tfe> = {
  type: "tfe_workspace",
  schema: workspace,
  async read(state) {
    const found = await request("GET", `workspaces/${state.id}`);
    if (found === undefined) return null;
    // A refresh has empty lists where the creation has none.
    return { ...(await observed(found, state.organization)), trigger_patterns: [], trigger_prefixes: [] };
  },
  plan: ({ planned, config }, { provider }) =>
    Promise.resolve({
      planned: { ...planned, organization: config.organization ?? provider.organization },
      requiresReplace: ["organization"],
    }),
  async create({ config }, { provider }) {
    const organization = config.organization ?? provider.organization;
    const { id } = (await write("POST", `organizations/${organization}/workspaces`, config))!;
    return observed((await request("GET", `workspaces/${id}`))!, organization);
  },
  async update({ config, prior }) {
    await write("PATCH", `workspaces/${prior.id}`, config);
    const now = (await request("GET", `workspaces/${prior.id}`))!;
    // What follows from the project is read by the next refresh.
    return { ...prior, name: config.name, project_id: now.relationships["project"]?.data?.id ?? "" };
  },
  async delete({ id }) {
    await request("DELETE", `workspaces/${id}`);
  },
};

function write(method: string, path: string, config: { readonly name: string; readonly project_id?: string | null }) {
  const { name, project_id: projectId = null } = config;
  const relationships = projectId === null ? {} : { project: { data: { type: "projects", id: projectId } } };
  return request(method, path, { type: "workspaces", attributes: { name }, relationships });
}
