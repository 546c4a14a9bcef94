import { Client, NotFoundError } from "../../../src/api";
import { bool, computed, defaulted, map, optional, optionalComputed, required, string } from "../../../src/plugin";
import type { Provider, Resource, Schema, StateOf } from "../../../src/plugin";
import type { Tfe } from "./connection";
import { settingsResource } from "./project-settings";
import { workspaceResource } from "./workspace";

/*
 * A stand-in for HashiCorp's provider, whose executable can only be downloaded from a registry. Its states are those of
 * version 0.80.0, schema version 0: an empty text where a text is unset, an empty map where there are no tags.
 */

/** What the state has for a text that is not set. */
const UNSET_TEXT = "";

const project = {
  description: "A project.",
  attributes: {
    id: computed(string, { description: "prj-…" }),
    name: required(string, { description: "Its name." }),
    organization: optionalComputed(string, { description: "Its organization." }),
    description: defaulted(string, { description: "Any text.", default: UNSET_TEXT }),
    auto_destroy_activity_duration: optional(string, { description: "As `14d`." }),
    tags: defaulted(map(string), { description: "Its tags.", default: {} }),
    ignore_additional_tags: defaulted(bool, { description: "Whether other tags are left alone.", default: false }),
  },
} satisfies Schema;

const projectResource: Resource<typeof project, Tfe> = {
  type: "tfe_project",
  schema: project,
  async read(state, { provider }) {
    const found = await projectById(provider, state.id);
    return found === undefined ? null : { ...state, ...observed(found) };
  },
  plan: ({ planned }, { provider }) =>
    Promise.resolve({
      planned: { ...planned, organization: provider.organization },
      requiresReplace: ["organization"],
    }),
  async create({ config }, { provider }) {
    const created = await provider.client.projects.create(provider.organization, settings(config));
    return { ...config, id: created.id, organization: provider.organization };
  },
  async update({ config, prior }, { provider }) {
    await provider.client.projects.update(prior.id, settings(config));
    return { ...config, id: prior.id, organization: prior.organization };
  },
  delete: (prior, { provider }) => provider.client.projects.delete(prior.id),
  async import(id, { provider }) {
    const found = await projectById(provider, id);
    if (found === undefined) throw new Error(`There is no project ${id}.`);
    return { id, organization: provider.organization, ignore_additional_tags: false, ...observed(found) };
  },
};

type ProjectState = StateOf<typeof project>;

function settings(config: Omit<ProjectState, "id" | "organization">) {
  return {
    name: config.name,
    description: config.description === UNSET_TEXT ? null : config.description,
    autoDestroyActivityDuration: config.auto_destroy_activity_duration,
    tags: config.tags,
  };
}

async function projectById({ client }: Tfe, id: string) {
  try {
    return await client.projects.get(id, { include: ["effective-tag-bindings"] });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function observed(found: NonNullable<Awaited<ReturnType<typeof projectById>>>) {
  return {
    name: found.name,
    description: found.description ?? UNSET_TEXT,
    auto_destroy_activity_duration: found.autoDestroyActivityDuration ?? null,
    tags: found.tags ?? {},
  };
}

const providerSchema = {
  description: "A stand-in for hashicorp/tfe.",
  attributes: { organization: optional(string, { description: "Default: TFE_ORGANIZATION." }) },
} satisfies Schema;

export const tfeProvider: Provider<typeof providerSchema, Tfe> = {
  name: "tfe",
  version: "0.80.0",
  schema: providerSchema,
  resources: [projectResource, settingsResource, workspaceResource],
  dataSources: [],
  configure: ({ organization }) => ({
    client: new Client(),
    organization: typeof organization === "string" ? organization : (process.env["TFE_ORGANIZATION"] ?? ""),
  }),
};
