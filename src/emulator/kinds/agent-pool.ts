import { idPrefix, isId } from "../../model";
import { boolean, integer, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { nameContains } from "../engine/listable";
import { toMany, toOne } from "../engine/relation";
import { isReferredTo } from "../engine/write";
import { conflict } from "../errors";

const definition = shape({
  type: "agent-pools",
  label: "Agent pool",
  prefix: idPrefix("agentPool"),
  parameter: "agentPool",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true }),
    createdAt: attribute(string, { stamp: "created" }),
  },
  settings: {
    /** Whether every workspace of the organization can use it. */
    organizationScoped: setting(boolean, true),
    /** The number of its agents, which the emulator does not have. */
    agentCount: setting(integer, 0, {
      writable: "never",
      check: (count) => (count >= 0 ? [] : ["Agent count must not be negative"]),
    }),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    allowedWorkspaces: toMany("workspaces", {
      writable: "always",
      option: { name: "allowedWorkspaces", id: "allowedWorkspaceIds" },
    }),
    allowedProjects: toMany("projects", {
      writable: "always",
      option: { name: "allowedProjects", id: "allowedProjectIds" },
    }),
    excludedWorkspaces: toMany("workspaces", {
      writable: "always",
      option: { name: "excludedWorkspaces", id: "excludedWorkspaceIds" },
    }),
  },
});

export type AgentPoolRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "agentPools",
  path: "/agent-pools",
  summary:
    "Creates an agent pool. `id` is `apool-`, followed by letters and digits; by default, it is random. With " +
    "`organizationScoped: false`, only what is allowed can use it. It has `agentCount` agents, by default none.",
  example: ({ organization }) => ({ organization, name: "private" }),
  checkId: (id) =>
    isId("agentPool", id) ? [] : [`Id must be ${idPrefix("agentPool")} followed by letters and digits`],
});

/**
 * Agent pools, which execution settings refer to. They have no agents. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/agents
 */
export const agentPools: Kind<AgentPoolRecord, typeof made> = kind(definition, {
  access: managedWith("manage-agent-pools", "read"),
  items: ["/agent-pools/:agentPool"],
  collection: "/organizations/:organization/agent-pools",
  list: {
    filters: {
      q: nameContains,
      ...allowing("workspaces", "allowedWorkspaceIds"),
      ...allowing("projects", "allowedProjectIds"),
    },
    sort: { name: "name", "created-at": "creation" },
  },
  related: {
    agents: { links: (_, { id }) => ({ related: `/api/v2/agent-pools/${id}/agents` }) },
    authenticationTokens: { links: (_, { id }) => ({ related: `/api/v2/agent-pools/${id}/authentication-tokens` }) },
    workspaces: {
      to: "workspaces",
      many: true,
      records: ({ store }, { id }) => store.of("workspaces").where("agentPoolId", id).all(),
    },
  },
  includes: ["workspaces"],
  outOfBand: made,
  /** A pool in use cannot be deleted (our choice: undocumented). */
  refuseDelete: ({ store }, pool) => {
    if (!isReferredTo(store, pool)) return;
    throw conflict(`Agent pool ${pool.name} is in use: first change the execution mode of everything that uses it.`);
  },
});

/** Whether a workspace in a project can choose the pool. @param id undefined for a new workspace */
export function allowsWorkspace(
  { settings, allowedWorkspaceIds, allowedProjectIds, excludedWorkspaceIds }: AgentPoolRecord,
  { id = "", projectId }: { readonly id: string | undefined; readonly projectId: string },
): boolean {
  if (excludedWorkspaceIds.includes(id)) return false;
  const isAllowed = allowedWorkspaceIds.includes(id) || allowedProjectIds.includes(projectId);
  return settings.organizationScoped !== false || isAllowed;
}

/** Pools that a workspace or project of a name can use; clients spell the filter with a hyphen or an underscore. */
function allowing(
  type: "workspaces" | "projects",
  member: "allowedWorkspaceIds" | "allowedProjectIds",
): NonNullable<NonNullable<typeof agentPools.list>["filters"]> {
  const filter: NonNullable<NonNullable<typeof agentPools.list>["filters"]>[string] = (name, { store }) => {
    return (pool) => {
      const target = store.of(type).find("name", pool.organizationId, name);
      if (target === undefined) return false;
      return pool.settings.organizationScoped !== false || pool[member].includes(target.id);
    };
  };
  return { [`filter[allowed_${type}][name]`]: filter, [`filter[allowed-${type}][name]`]: filter };
}
