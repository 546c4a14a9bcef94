import { isObject } from "../decode";
import type { EffectiveExecution } from "../store/execution";
import type { AgentPoolRecord } from "../store/records";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationRelationship } from "./resource";

/** An agent pool. It never has agents. */
export function agentPoolResource({ store }: SerializerContext, pool: AgentPoolRecord): Resource {
  const organization = store.organizations.expect(pool.organizationId);
  const users = store
    .workspacesOf(pool.organizationId)
    .all()
    .filter((workspace) => workspace.execution?.agentPoolId === pool.id);
  const path = `/api/v2/agent-pools/${pool.id}`;
  return {
    id: pool.id,
    type: "agent-pools",
    attributes: {
      ...pool.attributes,
      name: pool.name,
      "created-at": pool.createdAt,
      "organization-scoped": pool.organizationScoped,
      "agent-count": 0,
    },
    relationships: {
      "allowed-workspaces": { data: [] },
      "allowed-projects": { data: [] },
      "excluded-workspaces": { data: [] },
      ...pool.relationships,
      agents: { links: { related: `${path}/agents` } },
      "authentication-tokens": { links: { related: `${path}/authentication-tokens` } },
      organization: organizationRelationship(organization.name),
      workspaces: { data: users.map((workspace) => identifier("workspaces", workspace.id)) },
    },
    links: { self: path },
  };
}

/** The relationship to an agent pool; null without one. */
export function agentPoolRelationship({ agentPoolId }: EffectiveExecution): object {
  return { data: agentPoolId === null ? null : identifier("agent-pools", agentPoolId) };
}

/**
 * Which settings are not inherited, with the keys of the OpenAPI description. Mode and pool are always overwritten
 * together.
 *
 * @param kept members that clients sent and the emulator ignores
 */
export function settingOverwrites(
  { overwritten }: EffectiveExecution,
  [mode, agentPool]: readonly [mode: string, agentPool: string],
  kept: unknown,
): Readonly<Record<string, unknown>> {
  return { ...(isObject(kept) ? kept : {}), [mode]: overwritten, [agentPool]: overwritten };
}
