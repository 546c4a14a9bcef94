import { assignedTwice, assignmentsShared } from "../../diagnostics/conflicts";
import { capitalized, type AssignmentAttributes, type AssignmentDeclaration } from "../../model";
import { isKnown, UNKNOWN, type ConfiguredContext, type MaybeUnknown } from "../../plugin";
import { formatList, type OrganizationView } from "../../reconcile";
import {
  assignableObjects,
  assignmentChanges,
  briefAttributes,
  changeForbidden,
  desiredAssignments,
  idsByName,
  isForbidden,
  needsObjects,
  objectLabel,
  observeAssignments,
  readUnknownIds,
  resolveAssignments,
  withDetails,
  type AssignableObject,
  type AssignmentChange,
  type AssignmentKind,
  type ObservedAssignment,
  type ResolvedAssignment,
} from "../../reconcile/assignments";
import { conflictAt, quote, withDiagnostics } from "../diagnostics";
import { recordedByName } from "../import";
import type { ResourceKey } from "../planned/resource-key";
import { checkProject } from "../project-check";
import type { ProviderData } from "../provider-data";
import { assignmentsIn, type AssignmentState, type StateAssignment } from "./state";

type Context = ConfiguredContext<ProviderData>;

export interface PlanInput {
  readonly declaration: AssignmentDeclaration;
  /** The object in the state; null for a new one. */
  readonly prior: AssignmentState | null;
  /** Whether what the state has was recorded as its own. */
  readonly isRecorded: boolean;
  readonly resource: ResourceKey;
}

export interface Planned {
  /** The IDs of the objects that the code names, by their names. */
  readonly ids: MaybeUnknown<Readonly<Record<string, string>>>;
  /** The IDs of the objects that are unassigned because the resource becomes exclusive; undefined if unknown. */
  readonly removed: readonly string[] | undefined;
}

/** Plans a resource: finds what it names, rejects what cannot be assigned, and warns of what no attribute shows. */
export async function planAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  { declaration, prior, isRecorded, resource }: PlanInput,
  context: Context,
): Promise<Planned> {
  const { diagnostics } = context;
  const { projectId } = declaration;
  const exclusive = declaration.exclusive === true;
  const inState = prior === null ? [] : assignmentsIn(kind, prior);
  // A refresh has shown in the state what is assigned, unless the resource is new or exclusive.
  const isInState = prior !== null && !exclusive;
  if (!isInState && isKnown(projectId) && !(await checkProject(view, projectId, diagnostics))) {
    return { ids: UNKNOWN, removed: undefined };
  }
  const sought = { objects: inState.map(({ objectId }) => objectId), isAll: exclusive, isNamed: exclusive };
  const observed = isInState
    ? inState.map(asObserved)
    : ((isKnown(projectId) ? await observeAssignments(view, kind, projectId, sought) : undefined) ?? []);
  const objects = needsObjects(declaration) ? await assignableObjects(view, kind) : [];
  const assigned = observed.map(({ object }) => object.id);
  const unknown = await readUnknownIds(view, kind, declaration, assigned);
  const { resolved, problems } = resolveAssignments(kind, view.name, declaration, objects, unknown);
  diagnostics.add(...problems);
  const ids = declaration.areObjectsKnown ? idsByName(resolved) : UNKNOWN;
  if (diagnostics.hasErrors) return { ids, removed: undefined };
  const changes = assignmentChanges(kind, {
    desired: desiredAssignments(resolved),
    observed,
    inState: new Set(isRecorded ? inState.map(({ objectId }) => objectId) : []),
    // Until everything is known, what else the project has may be what the code means.
    exclusive: exclusive && declaration.isComplete,
  });
  if (changes.length > 0) await checkPermission(view, kind, isKnown(projectId) ? projectId : undefined, context);
  if (!isKnown(projectId)) return { ids, removed: undefined };
  checkConflicts(kind, projectId, resource, { resolved, exclusive }, context);
  if (isInState) {
    const named = new Set(resolved.map(({ object }) => object.id));
    const left = declaration.isComplete && !isRecorded ? inState.filter(({ objectId }) => !named.has(objectId)) : [];
    warnOfKept(view, kind, projectId, left, context);
    return { ids, removed: [] };
  }
  const wasExclusive = prior?.exclusive === true;
  const others = changes.filter(
    ({ kind: change, reason }) => change === "unset" && (reason === "exclusive" || wasExclusive),
  );
  warnOfRemovals(view, kind, projectId, others, context);
  if (prior === null) warnOfTakenOver(view, kind, projectId, changes, context);
  return { ids, removed: changes.filter(({ reason }) => reason === "exclusive").map(({ object }) => object.id) };
}

/**
 * Plans that a resource leaves the code: what the state has is unassigned, unless it was not recorded as its own.
 *
 * @param isRecorded - Whether it was.
 */
export async function planRemoval(
  kind: AssignmentKind,
  state: AssignmentState,
  isRecorded: boolean,
  context: Context,
): Promise<void> {
  const its = assignmentsIn(kind, state);
  await withDiagnostics({ summary: `Cannot plan the removal of the ${kind.label}` }, async () => {
    const view = context.provider.organization(state.organization);
    if (!isRecorded) warnOfKept(view, kind, state.project_id, its, context);
    else if (its.length > 0) await checkPermission(view, kind, state.project_id, context);
  });
}

/** Warns of what the state has from the import of a whole project, and the code does not name: it stays. */
function warnOfKept(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  left: readonly StateAssignment[],
  { provider, diagnostics }: Context,
): void {
  const isElsewhere = ({ objectId: id }: StateAssignment): boolean =>
    provider.plannedAssignments.isAssigned(kind.type, projectId, id);
  const kept = left.filter((it) => !isElsewhere(it));
  if (kept.length === 0) return;
  const listed = formatList(kept.map((it) => objectLabel(asObserved(it).object)));
  diagnostics.warning(
    `${capitalized(kind.object)}s stay with an imported project`,
    `The ${kind.label} of project ${projectName(view, projectId)} was imported as a whole, and no apply has changed ` +
      `it since. What the code does not name stays, unless the code is exclusive: ${listed}. ` +
      recordedByName(`${kind.object}s`, projectId),
    ["project_id"],
  );
}

/** An assignment in the state, as it was observed by a refresh. */
function asObserved({ key, objectId, attributes }: StateAssignment): ObservedAssignment {
  return { object: { id: objectId, name: "name" in key ? key.name : undefined }, attributes };
}

/** Adds an error if the service says that the token may not make changes. */
async function checkPermission(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string | undefined,
  { diagnostics }: Context,
): Promise<void> {
  if (!(await isForbidden(view, kind, projectId))) return;
  const project = projectId === undefined ? "the project" : `project ${projectName(view, projectId)}`;
  diagnostics.error(`Cannot change the ${kind.label} of the project`, changeForbidden(kind, project), ["project_id"]);
}

/** Adds errors about resources of the plan so far that assign the same objects, or of which one is exclusive. */
function checkConflicts(
  { type, label }: AssignmentKind,
  projectId: string,
  resource: ResourceKey,
  { resolved, exclusive }: { readonly resolved: readonly ResolvedAssignment[]; readonly exclusive: boolean },
  { provider: { plannedAssignments }, diagnostics }: Context,
): void {
  const objects = new Map(resolved.map((it) => [it.object.id, it.object.name ?? it.object.id]));
  plannedAssignments.add(resource, type, projectId, { objects, exclusive });
  for (const { at, others: before, ...conflict } of plannedAssignments.conflicts(type, projectId)) {
    const concerned = [...before, at];
    const others = concerned.filter((holder) => holder.resource !== resource);
    if (others.length === concerned.length) continue;
    const labels = others.map(({ entry }) => {
      const names = [...entry.objects.values()];
      return names.length === 0 ? `other ${label}` : `other ${label} (of ${formatList(names)})`;
    });
    const { objects: shared } = conflict;
    diagnostics.add(
      shared === undefined
        ? conflictAt([exclusive ? "exclusive" : "project_id"], assignmentsShared({ type, others: labels }))
        : conflictAt(["project_id"], assignedTwice({ type, objects: shared, resources: [`this ${label}`, ...labels] })),
    );
  }
}

/** Each removal is named, also where an attribute shows it. */
function warnOfRemovals(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  removals: readonly AssignmentChange[],
  { diagnostics }: Context,
): void {
  if (removals.length === 0) return;
  const project = `project ${projectName(view, projectId)}`;
  const lines = removals.map(({ object, before }) => `- ${removalText(kind, project, object, before ?? {})}`);
  diagnostics.warning(
    `Removal of ${kind.label}`,
    `The code is exclusive, and does not name them:\n${lines.join("\n")}`,
    ["exclusive"],
  );
}

/** `Team "platform" (access "read") is removed from project "Web".` */
function removalText(
  kind: AssignmentKind,
  project: string,
  object: AssignableObject,
  before: AssignmentAttributes,
): string {
  const wording = kind.wording(object, before);
  const details = briefAttributes(before, wording).map((name) => `${name} ${JSON.stringify(before[name])}`);
  const objects = `${kind.object} ${withDetails(objectLabel(object), details)}`;
  return `${capitalized(wording.isUnset({ objects, isOne: true, project }))}.`;
}

/** A new resource takes over what exists; no attribute shows how that was before. */
function warnOfTakenOver(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  changes: readonly AssignmentChange[],
  { diagnostics }: Context,
): void {
  const changed = changes.filter(({ before, after }) => before !== null && after !== null);
  if (changed.length === 0) return;
  const lines = changed.map((change) => `- ${changeText(change)}`);
  diagnostics.warning(
    `Changes of existing ${kind.label}`,
    `Of project ${projectName(view, projectId)}, without being imported first:\n${lines.join("\n")}`,
    ["project_id"],
  );
}

/** `"platform" (access "read" → "write")` */
function changeText({ object, before, after }: AssignmentChange): string {
  const names = Object.keys(after ?? {}).filter((name) => before?.[name] !== after?.[name]);
  const details = names.map((name) => {
    const was = before?.[name] === undefined ? "" : ` ${JSON.stringify(before[name])}`;
    return `${name}${was} → ${JSON.stringify(after?.[name])}`;
  });
  return withDetails(objectLabel(object), details);
}

function projectName(view: OrganizationView, id: string): string {
  const name = view.projects.peek(id)?.name;
  return name === undefined ? id : `${quote(name)} (${id})`;
}
