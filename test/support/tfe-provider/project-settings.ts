import { NotFoundError } from "../../../src/api";
import { computed, optional, optionalComputed, required, string } from "../../../src/plugin";
import type { Resource, Schema } from "../../../src/plugin";
import type { Tfe } from "./connection";

const settings = {
  description: "Settings of a project.",
  attributes: {
    id: computed(string, { description: "The project's." }),
    project_id: required(string, { description: "prj-…" }),
    default_execution_mode: optionalComputed(string, { description: "remote, local or agent." }),
    default_agent_pool_id: optional(string, { description: "apool-…" }),
  },
} satisfies Schema;

/** `tfe_project_settings`: its destruction gives the settings back to the organization. */
export const settingsResource: Resource<typeof settings, Tfe> = {
  type: "tfe_project_settings",
  schema: settings,
  async read(state, { provider }) {
    try {
      const found = await provider.client.projects.get(state.project_id);
      return { ...state, default_execution_mode: found.defaultExecutionMode ?? state.default_execution_mode };
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  },
  plan: ({ planned }) => Promise.resolve({ planned, requiresReplace: ["project_id"] }),
  create: ({ config }, { provider }) => write(provider, config),
  update: ({ config }, { provider }) => write(provider, config),
  async delete({ project_id: id }, { provider }) {
    await provider.client.projects.update(id, { defaultExecutionMode: null, defaultAgentPoolId: null });
  },
};

interface Config {
  readonly project_id: string;
  readonly default_execution_mode?: string | null;
  readonly default_agent_pool_id: string | null;
}

async function write({ client }: Tfe, config: Config) {
  const { project_id: id, default_execution_mode: mode = null, default_agent_pool_id: pool } = config;
  await client.projects.update(id, {
    defaultExecutionMode: mode,
    defaultAgentPoolId: pool,
  });
  return { id, project_id: id, default_execution_mode: mode ?? "remote", default_agent_pool_id: pool };
}
