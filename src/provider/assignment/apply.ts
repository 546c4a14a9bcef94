import { ForbiddenError, NotFoundError } from "../../api";
import type { AssignmentValues } from "../../model";
import { DiagnosticError, type ConfiguredContext } from "../../plugin";
import { ProjectGoneError, type OrganizationView } from "../../reconcile";
import {
  applyChanges,
  assignableObjects,
  assignmentChanges,
  changeClause,
  desiredAssignments,
  needsObjects,
  observeAssignments,
  observedAfter,
  resolveAssignments,
  type AppliedChanges,
  type AssignmentKind,
} from "../../reconcile/assignments";
import type { ProviderData } from "../provider-data";
import { assignmentsIn, assignmentValues, configured, refreshed, type AssignmentState } from "./state";

type Context = ConfiguredContext<ProviderData>;

interface Change {
  readonly config: AssignmentValues;
  readonly projectId: string;
  /** Null for a new resource. */
  readonly prior: AssignmentState | null;
  /** Whether what it has was recorded as its own. */
  readonly isRecorded: boolean;
  /** The IDs of what the plan unassigns because the resource becomes exclusive; undefined if not passed on. */
  readonly removed: ReadonlySet<string> | undefined;
}

/**
 * Assigns what the code has, and unassigns what it no longer has. If a request fails, adds an error, tries no others,
 * and returns the state that the requests before have left.
 */
export async function applyAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  { config, projectId, prior, isRecorded, removed }: Change,
  context: Context,
): Promise<AssignmentValues> {
  const declaration = kind.read(config);
  const exclusive = declaration.exclusive === true;
  const objects = needsObjects(declaration) ? await assignableObjects(view, kind) : [];
  const { resolved, problems } = resolveAssignments(kind, view.name, declaration, objects);
  if (problems.length > 0) throw new DiagnosticError(problems);
  const inState = prior === null ? [] : assignmentsIn(kind, prior);
  return inProject(view, kind, projectId, async () => {
    const sought = inState.map(({ objectId }) => objectId);
    const before = await observeAssignments(view, kind, projectId, {
      objects: sought,
      isAll: exclusive,
      isNamed: exclusive,
    });
    if (before === undefined) throw new ProjectGoneError(projectId);
    const { plannedAssignments } = context.provider;
    const recorded = isRecorded ? inState : [];
    const dropped = recorded.filter(({ objectId }) => !plannedAssignments.isAssigned(kind.type, projectId, objectId));
    // What others have assigned after the plan is left to the next plan.
    const mayRemove = (id: string): boolean => prior?.exclusive !== true && removed?.has(id) !== false;
    const changes = assignmentChanges(kind, {
      desired: desiredAssignments(resolved),
      observed: before,
      inState: new Set(dropped.map(({ objectId }) => objectId)),
      exclusive,
    }).filter(({ object, reason }) => reason !== "exclusive" || mayRemove(object.id));
    const applied = await applyChanges(view, kind, projectId, changes);
    for (const { kind: change, object } of applied.done) {
      if (change === "set") plannedAssignments.recordSet(kind.type, projectId, object.id);
    }
    const own = configured(resolved, config);
    if (applied.failed === undefined) return assignmentValues(kind, own, config);
    if (prior === null && applied.done.length === 0) throw failure(view, kind, projectId, applied.failed);
    context.diagnostics.add(...failure(view, kind, projectId, applied.failed).diagnostics);
    const ids = new Set(own.map(({ objectId }) => objectId));
    const all = [...own, ...dropped.filter(({ objectId }) => !ids.has(objectId))];
    return assignmentValues(kind, refreshed(kind, all, observedAfter(before, applied.done), false), config);
  });
}

/** Unassigns what a state has, unless another resource of the same apply assigns it. */
export async function applyRemoval(
  view: OrganizationView,
  kind: AssignmentKind,
  state: AssignmentState,
  { provider }: Context,
): Promise<void> {
  const projectId = state.project_id;
  await inProject(view, kind, projectId, async () => {
    const inState = assignmentsIn(kind, state)
      .map(({ objectId }) => objectId)
      .filter((id) => !provider.plannedAssignments.isAssigned(kind.type, projectId, id));
    const observed = await observeAssignments(view, kind, projectId, { objects: inState });
    const changes = assignmentChanges(kind, {
      desired: [],
      observed: observed ?? [],
      inState: new Set(inState),
      exclusive: false,
    });
    const { failed } = await applyChanges(view, kind, projectId, changes);
    if (failed !== undefined) throw failure(view, kind, projectId, failed);
  });
}

/** Changes of one project are made one after the other, since resources may give up what others take. */
function inProject<T>(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  work: () => Promise<T>,
): Promise<T> {
  return view.assignmentLock.runExclusive([`${kind.type} ${projectId}`], work);
}

function failure(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  { change, error }: NonNullable<AppliedChanges["failed"]>,
): DiagnosticError {
  const name = view.projects.peek(projectId)?.name;
  const project = name === undefined ? projectId : JSON.stringify(name);
  const summary = `Cannot ${changeClause(kind, change, change.kind, `project ${project}`)}`;
  const detail = error instanceof Error ? error.message : String(error);
  const isDenied = error instanceof NotFoundError || error instanceof ForbiddenError;
  return DiagnosticError.of(summary, isDenied ? `${detail} ${kind.requires}` : detail, undefined, error);
}
