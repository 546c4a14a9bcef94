import { changedSharing, projectSubject, type ChangedIdentity } from "../diagnostics";
import { destroyedAnywayText, identityText, sharingText } from "../diagnostics/move-texts";
import { groupBy } from "../lists";
import { isDestroyedAnyway, nameKey, type Workspace } from "../model";
import { isKnown } from "../plugin";
import type { OrganizationView } from "../reconcile";
import { StateSharing } from "../reconcile/state-sharing";
import type { PlannedProjects } from "./planned/projects";
import type { ProviderData } from "./provider-data";

/** Where workspaces move to. */
interface Destination {
  /** The ID of the project; undefined before it is created. */
  readonly id: string | undefined;
  /** The name that the code has for it. @default not known */
  readonly name?: string | undefined;
}

/** A workspace that moves to another project, or is there. */
export interface PlannedMove {
  readonly workspace: Workspace;
  readonly to: Destination;
}

/** Workspaces that move from one project to another. */
interface Move {
  /** The ID of a project. */
  readonly from: string;
  readonly to: Destination;
  readonly workspaces: readonly Workspace[];
}

type Planned = Pick<ProviderData, "plannedNames" | "plannedProjects" | "plannedWorkspaces">;

/**
 * What moves change besides settings and access, in the words of the engine: paragraphs for the warning that has the
 * moves. Sends no request: a name that was not read is described, and states are compared only if the plan has read all
 * workspaces.
 */
export async function moveEffects(
  view: OrganizationView,
  planned: readonly PlannedMove[],
  provider: Planned,
): Promise<readonly string[]> {
  const leaving = planned.filter(({ workspace, to }) => workspace.projectId !== to.id);
  if (leaving.length === 0) return [];
  const pairs = groupBy(leaving, ({ workspace, to }) => `${workspace.projectId} ${keyOf(to)}`);
  const moves = [...pairs.values()].map((its): Move => {
    const [{ workspace, to }] = its;
    return { from: workspace.projectId, to, workspaces: its.map((it) => it.workspace) };
  });
  const names = new NamesOfMoves(view, provider);
  return [
    ...destroyedTexts(view, moves, names, provider.plannedProjects),
    ...identityTexts(view, moves, names),
    ...(await sharingTexts(view, moves, names, provider).catch(() => [NOT_COMPARED])),
  ];
}

/**
 * What the new name of a project changes, also by its case alone: a paragraph, or none if it has no workspace. A name
 * that equals that of the state changes nothing: without a refresh, the project may have another one by now.
 */
export function renameEffects(
  view: OrganizationView,
  { id, name: inState }: { readonly id: string; readonly name: string },
  after: string,
): readonly string[] {
  const before = view.projects.peek(id)?.name ?? inState;
  const workspaces = view.projects.knownWorkspaceCount(id);
  if (before === after || inState === after || workspaces === 0) return [];
  const identity: ChangedIdentity = { cause: "renamed", ...subjects(view, before, after), workspaces: workspaces ?? 0 };
  return [identityText([identity], workspaces === undefined ? "all workspaces in the project" : undefined)];
}

/** The names of projects before and after the apply, as far as they are known. */
class NamesOfMoves {
  constructor(
    private readonly view: OrganizationView,
    private readonly planned: Planned,
  ) {}

  before(id: string): string {
    return this.#now(id) ?? described(id === this.view.knownDefaultProjectId ? "the default project" : id);
  }

  after({ id, name }: Destination): string {
    if (id === undefined) return name ?? described("the new project");
    const plannedName = this.planned.plannedProjects.planOf(id)?.name;
    return isKnown(plannedName) ? (plannedName ?? this.before(id)) : this.before(id);
  }

  /**
   * Whether runs are known to present another name of the project. A new project that gets the name of the one that
   * workspaces leave may be where they go.
   */
  differ({ from, to }: Move): boolean {
    const before = this.#now(from);
    if (before === undefined) return true;
    if (to.id !== undefined || to.name !== undefined) return before !== this.after(to);
    const taker = this.planned.plannedNames.projectNamed(this.view.name, before);
    return taker === undefined || taker.id !== undefined;
  }

  #now(id: string): string | undefined {
    return this.view.projects.peek(id)?.name;
  }
}

/** In place of a name that is not known: names of projects have no such characters. */
function described(project: string): string {
  return `<name of ${project}>`;
}

function subjects(
  { name }: OrganizationView,
  before: string,
  after: string,
): Pick<ChangedIdentity, "before" | "after"> {
  return { before: projectSubject(name, before), after: projectSubject(name, after) };
}

function identityTexts(view: OrganizationView, moves: readonly Move[], names: NamesOfMoves): readonly string[] {
  const identities = moves
    .filter((move) => names.differ(move))
    .map(({ from, to, workspaces: { length: workspaces } }): ChangedIdentity => {
      return { cause: "moved", ...subjects(view, names.before(from), names.after(to)), workspaces };
    });
  return identities.length === 0 ? [] : [identityText(identities)];
}

/** Workspaces that do not allow destroy plans, and get an auto-destroy duration. */
function destroyedTexts(
  view: OrganizationView,
  moves: readonly Move[],
  names: NamesOfMoves,
  plannedProjects: PlannedProjects,
): readonly string[] {
  return moves.flatMap(({ to, workspaces }) => {
    if (to.id === undefined) return [];
    const plan = plannedProjects.planOf(to.id)?.auto_destroy_activity_duration;
    const duration = plan === undefined ? view.projects.peek(to.id)?.autoDestroyActivityDuration : plan;
    if (!isKnown(duration) || typeof duration !== "string") return [];
    const destroyed = workspaces.filter(
      (it) => isDestroyedAnyway(it) && it.settings?.autoDestroyActivityDuration?.value !== duration,
    );
    return destroyed.length === 0 ? [] : [destroyedAnywayText(destroyed, names.after(to))];
  });
}

const NOT_COMPARED =
  "Whether workspaces can still read states that are shared with the project was not compared: `npx tfprojects plan` " +
  "does.";

/** Terraform never says which resource is the last. */
const SO_FAR = "What Terraform plans after this may change that: `npx tfprojects plan` compares all moves.";

/** Who can no longer, or can from then on, read which state of the workspaces that move, or are in their projects. */
async function sharingTexts(
  view: OrganizationView,
  moves: readonly Move[],
  names: NamesOfMoves,
  { plannedWorkspaces }: Planned,
): Promise<readonly string[]> {
  if (!view.workspaces.isComplete) return [NOT_COMPARED];
  const projects = new Set(moves.flatMap(({ from, to }) => (to.id === undefined ? [from] : [from, to.id])));
  const inside = (await Promise.all([...projects].map((id) => view.workspaces.inProject(id)))).flat();
  const destinations = new Map(
    moves.flatMap(({ to, workspaces }) => workspaces.map(({ id }) => [id, keyOf(to)] as const)),
  );
  const isOwn = new Set(destinations.keys());
  const known = inside.filter(({ id, projectId }) => {
    if (isOwn.has(id)) return true;
    const claim = plannedWorkspaces.deciding(id);
    if (claim === undefined && !plannedWorkspaces.leaves(id, projectId)) return true;
    const after = claim === undefined ? view.knownDefaultProjectId : claim.entry.projectId;
    if (after !== undefined) destinations.set(id, after);
    // It may be the new project of a move, or another one.
    return after !== undefined;
  });
  const sharing = new StateSharing(known, destinations);
  const compared = moves.map(({ from, to, workspaces }) => ({
    from: { id: from, name: names.before(from) },
    to: { name: names.after(to) },
    workspaces: workspaces.length,
    stateSharing: sharing.impactOf(from, keyOf(to), workspaces),
  }));
  const texts = (["lost", "gained"] as const).flatMap((change) => {
    const changed = changedSharing(compared, change);
    return changed.length === 0 ? [] : [sharingText(changed, change)];
  });
  return texts.length === 0 ? [] : [[...texts, SO_FAR].join(" ")];
}

/** Tells destinations apart, as far as they are known. */
function keyOf({ id, name = "" }: Destination): string {
  return id ?? `new ${nameKey(name)}`;
}
