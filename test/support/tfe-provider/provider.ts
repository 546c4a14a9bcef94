import { Client, NotFoundError } from "../../../src/api";
import {
  bool,
  changedAttributes,
  computed,
  map,
  optional,
  optionalComputed,
  required,
  string,
  UNKNOWN,
} from "../../../src/plugin";
import type { PlanOf, Provider, Resource, Schema, StateOf } from "../../../src/plugin";
import type { Tfe } from "./connection";
import { settingsResource } from "./project-settings";
import { workspaceResource } from "./workspace";

/*
 * A stand-in for HashiCorp's provider, whose executable is not part of any npm package. Its states are those of
 * version 0.80.0: an empty text where a text is unset, an empty map where there are no tags. As there, the description
 * and the tags that the code does not set stay as they are until something else is updated, which clears them.
 * `TFPROJECTS_TFE_PROVIDER` puts the real one in its place, see `executable.ts`.
 */

/** What the state has for a text that is not set. */
const UNSET_TEXT = "";

const project = {
  description: "A project.",
  attributes: {
    id: computed(string, { description: "prj-…" }),
    name: required(string, { description: "Its name." }),
    organization: optionalComputed(string, { description: "Its organization." }),
    description: optionalComputed(string, { description: "Any text." }),
    auto_destroy_activity_duration: optional(string, { description: "As `14d`." }),
    tags: optionalComputed(map(string), { description: "Its tags." }),
    ignore_additional_tags: optional(bool, { description: "Whether other tags are left alone." }),
  },
} satisfies Schema;

const projectResource: Resource<typeof project, Tfe> = {
  type: "tfe_project",
  schema: project,
  async read(state, { provider }) {
    const found = await projectById(provider, state.id);
    if (found === undefined) return null;
    const now = observed(found);
    const known = Object.entries(now.tags).filter(([key]) => Object.hasOwn(state.tags, key));
    return { ...state, ...now, tags: state.ignore_additional_tags === true ? Object.fromEntries(known) : now.tags };
  },
  plan({ planned, config, prior }, { provider }) {
    const proposed: Plan = { ...planned, organization: config.organization ?? provider.organization };
    const isUpdate = prior !== null && changedAttributes(project, prior, proposed).length > 0;
    const computed: Plan = {
      ...proposed,
      description: config.description ?? UNKNOWN,
      tags: config.tags ?? UNKNOWN,
    };
    return Promise.resolve({ planned: isUpdate ? computed : proposed, requiresReplace: ["organization"] });
  },
  async create({ config }, { provider }) {
    const organization = config.organization ?? provider.organization;
    const { id } = await provider.client.projects.create(organization, settings(config));
    return { ...withoutUnset(config), id, organization };
  },
  async update({ config, prior: { id, organization } }, { provider }) {
    await provider.client.projects.update(id, settings(config));
    return { ...withoutUnset(config), id, organization };
  },
  delete: (prior, { provider }) => provider.client.projects.delete(prior.id),
  async import(id, { provider }) {
    const found = await projectById(provider, id);
    if (found === undefined) throw new Error(`There is no project ${id}.`);
    return { id, organization: provider.organization, ignore_additional_tags: null, ...observed(found) };
  },
};

type Plan = PlanOf<typeof project>;
type ProjectState = StateOf<typeof project>;

interface ProjectConfig {
  readonly name: string;
  readonly description?: string | null;
  readonly auto_destroy_activity_duration: string | null;
  readonly tags?: Readonly<Record<string, string>> | null;
  readonly ignore_additional_tags: boolean | null;
}

function withoutUnset(config: ProjectConfig): Omit<ProjectState, "id" | "organization"> {
  return { ...config, description: config.description ?? UNSET_TEXT, tags: config.tags ?? {} };
}

function settings(config: ProjectConfig) {
  const { name, description = null, auto_destroy_activity_duration: duration, tags = null } = config;
  return {
    name,
    description: description === UNSET_TEXT ? null : description,
    autoDestroyActivityDuration: duration,
    ...(tags === null && config.ignore_additional_tags === true ? {} : { tags: tags ?? {} }),
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
  attributes: {
    hostname: optional(string, { description: "Default: TFE_HOSTNAME." }),
    organization: optional(string, { description: "Default: TFE_ORGANIZATION." }),
    token: optional(string, { description: "Default: TFE_TOKEN." }),
    ssl_skip_verify: optional(bool, { description: "Ignored." }),
  },
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
