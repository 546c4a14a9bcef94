import { NotFoundError } from "../../../src/api";
import {
  bool,
  changedAttributes,
  computed,
  nullable,
  object,
  optionalComputed,
  required,
  string,
  UNKNOWN,
} from "../../../src/plugin";
import type { PlanOf, Resource, Schema, StateOf } from "../../../src/plugin";
import type { Project } from "../../../src/model";
import type { Tfe } from "./connection";

const settings = {
  version: 1,
  description: "Settings of a project.",
  attributes: {
    id: computed(string, { description: "The project's." }),
    project_id: required(string, { description: "prj-…" }),
    default_execution_mode: optionalComputed(string, { description: "remote, local or agent." }),
    default_agent_pool_id: optionalComputed(nullable(string), { description: "apool-…" }),
    overwrites: computed(object({ default_agent_pool_id: bool, default_execution_mode: bool }), {
      description: "Which of them are the project's own.",
    }),
  },
} satisfies Schema;

/** `tfe_project_settings`: its destruction gives the settings back to the organization. */
export const settingsResource: Resource<typeof settings, Tfe> = {
  type: "tfe_project_settings",
  schema: settings,
  async read(state, { provider }) {
    try {
      return observed(await provider.client.projects.get(state.project_id));
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  },
  plan({ planned, config, prior }) {
    const isSet = config.default_execution_mode !== null;
    const proposed: Plan = prior === null || isSet === isOwn(prior) ? planned : { ...planned, ...overwrites(isSet) };
    const isUpdate = prior !== null && changedAttributes(settings, prior, proposed).length > 0;
    const computed: Plan = {
      ...proposed,
      default_execution_mode: config.default_execution_mode ?? UNKNOWN,
      default_agent_pool_id: config.default_agent_pool_id ?? UNKNOWN,
    };
    return Promise.resolve({ planned: isUpdate ? computed : proposed, requiresReplace: ["project_id"] });
  },
  create: ({ config }, { provider }) => write(provider, config),
  update: ({ config }, { provider }) => write(provider, config),
  async delete({ project_id: id }, { provider }) {
    await provider.client.projects.update(id, { defaultExecutionMode: null, defaultAgentPoolId: null });
  },
};

type Plan = PlanOf<typeof settings>;

interface Config {
  readonly project_id: string;
  readonly default_execution_mode?: string | null;
  readonly default_agent_pool_id?: string | null;
}

async function write({ client }: Tfe, config: Config) {
  const { project_id: id, default_execution_mode: mode = null, default_agent_pool_id: pool = null } = config;
  await client.projects.update(id, { defaultExecutionMode: mode, defaultAgentPoolId: pool });
  return observed(await client.projects.get(id));
}

/** Without a mode of its own, the project has that of the organization. */
function observed({ id, defaultExecutionMode: mode = null, defaultAgentPoolId: pool = null }: Project) {
  return {
    id,
    project_id: id,
    default_execution_mode: mode ?? "remote",
    default_agent_pool_id: pool,
    ...overwrites(mode !== null),
  };
}

function overwrites(isOwn: boolean) {
  return { overwrites: { default_agent_pool_id: isOwn, default_execution_mode: isOwn } };
}

function isOwn(state: StateOf<typeof settings>): boolean {
  return state.overwrites.default_execution_mode;
}
