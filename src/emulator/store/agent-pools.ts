import { idPrefix, isId } from "../../model";
import type { AttributeProblem } from "../errors";
import { NAME_TAKEN } from "../errors";
import { newId } from "./identifiers";
import type { AgentPoolRecord, OrganizationRecord } from "./records";
import type { Store } from "./store";

/** A change to an agent pool; undefined members keep their value. */
export interface AgentPoolChange {
  readonly name?: string | undefined;
  readonly organizationScoped?: boolean | undefined;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

/** Problems with a name for a new agent pool, or for `except`. */
export function checkAgentPoolName(
  store: Store,
  organizationId: string,
  name: string,
  except?: AgentPoolRecord,
): AttributeProblem[] {
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  const holder = store.findAgentPool(organizationId, name);
  return holder === undefined || holder.id === except?.id ? [] : [NAME_TAKEN];
}

/** Problems with an ID that a seed chooses for an agent pool. */
export function checkAgentPoolId(store: Store, id: string): AttributeProblem[] {
  if (!isId("agentPool", id)) {
    return [{ attribute: "id", detail: `Id must be ${idPrefix("agentPool")} followed by letters and digits` }];
  }
  return store.agentPools.get(id) === undefined ? [] : [{ attribute: "id", detail: "Id has already been taken" }];
}

/**
 * Creates an agent pool. The name must have passed {@link checkAgentPoolName}, and a chosen ID
 * {@link checkAgentPoolId}.
 */
export function createAgentPool(
  store: Store,
  organization: OrganizationRecord,
  change: AgentPoolChange & { readonly name: string },
  id = newId("agentPool"),
): AgentPoolRecord {
  return store.agentPools.put({
    id,
    sequence: store.nextSequence(),
    organizationId: organization.id,
    name: change.name,
    organizationScoped: change.organizationScoped ?? true,
    createdAt: store.clock.timestamp(),
    attributes: change.attributes ?? {},
    relationships: change.relationships ?? {},
  });
}

export function updateAgentPool(store: Store, pool: AgentPoolRecord, change: AgentPoolChange): AgentPoolRecord {
  return store.agentPools.put({
    ...pool,
    name: change.name ?? pool.name,
    organizationScoped: change.organizationScoped ?? pool.organizationScoped,
    attributes: { ...pool.attributes, ...change.attributes },
    relationships: { ...pool.relationships, ...change.relationships },
  });
}

/** Whether the organization, or one of its projects, workspaces or run tasks uses the pool. */
export function isAgentPoolInUse(store: Store, { id, organizationId }: AgentPoolRecord): boolean {
  return (
    store.organizations.expect(organizationId).execution?.agentPoolId === id ||
    store
      .runTasksOf(organizationId)
      .all()
      .some((task) => task.agentPoolId === id) ||
    store
      .projectsOf(organizationId)
      .all()
      .some((project) => project.execution?.agentPoolId === id) ||
    store
      .workspacesOf(organizationId)
      .all()
      .some((workspace) => workspace.execution?.agentPoolId === id)
  );
}
