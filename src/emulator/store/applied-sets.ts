import type { AttributeProblem } from "../errors";
import { NAME_TAKEN } from "../errors";
import { newId } from "./identifiers";
import type { OrganizationRecord, PolicySetRecord, ProjectRecord, VariableSetRecord } from "./records";
import type { POLICY_KINDS } from "./records";
import type { Store } from "./store";

/* Variable sets and policy sets, and what they apply to, without their variables and policies. */

/** A new variable set. */
export interface NewVariableSet {
  readonly name: string;
  /** @default null */
  readonly description?: string | null | undefined;
  /** Whether it applies to every workspace of the organization, or of the project that owns it. @default false */
  readonly global?: boolean | undefined;
  /** @default false */
  readonly priority?: boolean | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly workspaceIds?: readonly string[] | undefined;
  /** The project that owns it. @default the organization */
  readonly ownerProjectId?: string | undefined;
}

/** A new policy set. */
export interface NewPolicySet {
  readonly name: string;
  /** @default null */
  readonly description?: string | null | undefined;
  /** @default "sentinel" */
  readonly kind?: (typeof POLICY_KINDS)[number] | undefined;
  /** Whether it applies to every workspace of the organization that is not excluded. @default false */
  readonly global?: boolean | undefined;
  /** @default false */
  readonly overridable?: boolean | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly workspaceIds?: readonly string[] | undefined;
  readonly excludedProjectIds?: readonly string[] | undefined;
  readonly excludedWorkspaceIds?: readonly string[] | undefined;
}

/** Problems with a new variable set, whose name is unique in the organization. */
export function checkVariableSet(store: Store, organizationId: string, set: NewVariableSet): AttributeProblem[] {
  return checkSet(set, store.findVariableSet(organizationId, set.name) !== undefined);
}

/** Problems with a new policy set. */
export function checkPolicySet(store: Store, organizationId: string, set: NewPolicySet): AttributeProblem[] {
  const problems = checkSet(set, store.findPolicySet(organizationId, set.name) !== undefined);
  if (set.name === "" || /^[A-Za-z0-9_-]+$/.test(set.name)) return problems;
  return [{ attribute: "name", detail: "Name can only include letters, numbers, -, and _" }, ...problems];
}

function checkSet({ name, global, projectIds, workspaceIds }: NewVariableSet, isTaken: boolean): AttributeProblem[] {
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  const isApplied = (projectIds ?? []).length + (workspaceIds ?? []).length > 0;
  return [
    ...(isTaken ? [NAME_TAKEN] : []),
    ...(global === true && isApplied
      ? [{ attribute: "global", detail: "Global sets apply to all workspaces, and cannot be applied to single ones" }]
      : []),
  ];
}

/** Creates a variable set, which must have passed {@link checkVariableSet}. */
export function createVariableSet(
  store: Store,
  organization: OrganizationRecord,
  { name, description, global, priority, projectIds, workspaceIds, ownerProjectId }: NewVariableSet,
): VariableSetRecord {
  return store.variableSets.put({
    id: newId("variableSet"),
    sequence: store.nextSequence(),
    organizationId: organization.id,
    name,
    description: description ?? null,
    global: global ?? false,
    priority: priority ?? false,
    projectIds: projectIds ?? [],
    workspaceIds: workspaceIds ?? [],
    ownerProjectId: ownerProjectId ?? null,
    createdAt: store.clock.timestamp(),
  });
}

/** Creates a policy set, which must have passed {@link checkPolicySet}. */
export function createPolicySet(store: Store, organization: OrganizationRecord, set: NewPolicySet): PolicySetRecord {
  return store.policySets.put({
    id: newId("policySet"),
    sequence: store.nextSequence(),
    organizationId: organization.id,
    name: set.name,
    description: set.description ?? null,
    kind: set.kind ?? "sentinel",
    global: set.global ?? false,
    overridable: set.overridable ?? false,
    projectIds: set.projectIds ?? [],
    workspaceIds: set.workspaceIds ?? [],
    excludedProjectIds: set.excludedProjectIds ?? [],
    excludedWorkspaceIds: set.excludedWorkspaceIds ?? [],
    createdAt: store.clock.timestamp(),
  });
}

/** The variable sets that apply to a project, including its organization's global ones, by name. */
export function variableSetsOf(store: Store, project: ProjectRecord): readonly VariableSetRecord[] {
  return store
    .variableSetsByNameOf(project.organizationId)
    .all()
    .filter(({ global, ownerProjectId, projectIds }) =>
      global ? ownerProjectId === null || ownerProjectId === project.id : projectIds.includes(project.id),
    );
}
