import { groupBy } from "../../lists";
import type { Project, Workspace } from "../../model";
import type { AttributePath, ConfiguredContext, Diagnostic } from "../../plugin";
import { formatList, pluralize, type OrganizationView } from "../../reconcile";
import { projectLabel, quote, workspacesLabel } from "../diagnostics";
import { moveEffects, type PlannedMove } from "../move-effects";
import { checkMovesPermitted, checkMovesToDefault } from "../move-permissions";
import type { ResourceKey } from "../planned/resource-key";
import type { ProviderData } from "../provider-data";

/** How many source projects a warning names. */
const MAX_SOURCES = 10;

/** A further warning about the workspaces that move. */
export type Note = Omit<Diagnostic, "severity">;

/** The moves in the plan of a membership. */
export interface PlannedMoves {
  readonly resource: ResourceKey;
  readonly view: OrganizationView;
  /** ID of the project that workspaces move to; undefined before the project is created. */
  readonly destination: string | undefined;
  /** Workspaces that move to the project. */
  readonly entering: readonly Workspace[];
  /** Workspaces that leave the membership, for the default project or another membership. */
  readonly leaving: readonly Workspace[];
  /** Workspaces that an exclusive membership moves to the default project, unless another membership takes them. */
  readonly evicted: readonly Workspace[];
  /** The attribute that lists the workspaces. */
  readonly attribute: AttributePath;
  readonly notes: readonly Note[];
}

/**
 * Warns which workspaces a plan moves, from and to which project: the plan's attributes do not show that. A membership
 * has at most one warning. Terraform shows the first of several warnings with the same summary, and counts the others:
 * moves between two projects have a summary of their own, moves out of the default project, as in a first deployment,
 * share one, and so do moves that later plans may change.
 *
 * Call this when the plan of the membership is complete: it waits for plans in progress, which may claim released
 * workspaces.
 */
export async function warnOfMoves(
  { view, resource, destination, entering, evicted, notes, attribute, ...planned }: PlannedMoves,
  { provider, diagnostics }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  if (entering.length + planned.leaving.length + evicted.length > 0) await provider.membershipPlans.settled();
  const isReleased = ({ id }: Workspace): boolean => !provider.plannedWorkspaces.ofAnother(resource, id);
  const released = planned.leaving.filter(isReleased);
  const moving = [...entering, ...released];
  const names = moving.length === 0 ? undefined : await ProjectNames.read(view, moving);
  const leaving = released.filter(({ projectId }) => projectId !== names?.defaultProjectId);
  const expelled = new Map([...leaving, ...evicted.filter(isReleased)].map((workspace) => [workspace.id, workspace]));
  const arriving = entering.map((workspace) => [workspace, destination] as const);
  checkMovesPermitted(view, arriving, diagnostics, attribute);
  await checkMovesToDefault(view, [...expelled.values()], diagnostics, attribute);
  const entries = arriving.map(([workspace, id]) => ({ workspace, to: { id } }));
  const effects = await moveEffects(view, [...entries, ...movesToDefault(view, expelled.values())], provider);
  const eviction = evictionNote(evicted.filter(isReleased), destination);
  if (names === undefined || entering.length + leaving.length === 0) {
    for (const note of notes) diagnostics.warning(note.summary, note.detail, note.attribute);
    if (eviction === undefined) return;
    diagnostics.warning(eviction.summary, paragraphs(eviction.detail, ...effects), eviction.attribute);
    return;
  }
  const { summary, detail } =
    entering.length === 0 ? exit(names, leaving) : entry(names, { destination, entering, leaving });
  const noted = [...notes, ...(eviction === undefined ? [] : [eviction])].map((note) => note.detail);
  diagnostics.warning(summary, paragraphs(detail, ...noted, ...effects), attribute);
}

/**
 * Warns which workspaces move to the default project since their membership is deleted. Sends no request: call this
 * when the organization was read.
 */
export async function warnOfReleased(
  view: OrganizationView,
  released: readonly Workspace[],
  { provider, diagnostics }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  const moves = movesToDefault(view, released);
  if (moves.length === 0) return;
  const names = new ProjectNames(view.knownDefaultProjectId, view);
  const leaving = moves.map(({ workspace }) => workspace);
  const { summary, detail } = exit(names, leaving);
  diagnostics.warning(summary, paragraphs(detail, ...(await moveEffects(view, moves, provider))));
}

/** None if the token may not read the organization, so that the default project is not known. */
function movesToDefault(view: OrganizationView, workspaces: Iterable<Workspace>): readonly PlannedMove[] {
  const { knownDefaultProjectId: id } = view;
  if (id === undefined) return [];
  return [...workspaces].filter(({ projectId }) => projectId !== id).map((workspace) => ({ workspace, to: { id } }));
}

function paragraphs(...texts: readonly string[]): string {
  return texts.join("\n\n");
}

/** A note about workspaces that a project loses by becoming exclusive: the plan's attributes do not show them. */
function evictionNote(evicted: readonly Workspace[], projectId = ""): Note | undefined {
  if (evicted.length === 0) return undefined;
  const detail =
    `The membership becomes exclusive: ${workspacesLabel(evicted)} will be moved from project ${projectId} to the ` +
    "default project, unless another membership takes them.";
  return { summary: "Workspaces leave an exclusive project", detail, attribute: ["exclusive"] };
}

type Warning = Pick<Diagnostic, "summary" | "detail">;

/** The warning if workspaces move to the project of the membership, while others may leave. */
function entry(
  names: ProjectNames,
  { destination, entering, leaving }: Pick<PlannedMoves, "destination" | "entering" | "leaving">,
): Warning {
  const sources = [...groupBy(entering, ({ projectId }) => projectId)];
  const count = `${pluralize(entering.length, "workspace")} ${entering.length === 1 ? "moves" : "move"}`;
  const [[source] = [], ...others] = sources;
  if (source === names.defaultProjectId && others.length + leaving.length === 0) {
    const listed = formatList(entering.map(({ name }) => name));
    return {
      summary: "Workspaces move out of the default project",
      detail: `${count} to ${names.label(destination)}: ${listed}.`,
    };
  }
  const from = others.length === 0 ? names.short(source) : pluralize(sources.length, "project");
  const left = leaving.length === 0 ? "" : `, and ${leaving.length} ${leaving.length === 1 ? "leaves" : "leave"} it`;
  const lines = sources
    .slice(0, MAX_SOURCES)
    .map(([project, workspaces]) => `- from ${names.label(project)}: ${workspacesLabel(workspaces)}`);
  const rest = sources.slice(MAX_SOURCES).flatMap(([, workspaces]) => workspaces);
  if (rest.length > 0) {
    lines.push(`- from ${pluralize(sources.length - MAX_SOURCES, "other project")}: ${workspacesLabel(rest)}`);
  }
  if (leaving.length > 0) {
    lines.push(`- to the default project, ${unlessTaken(leaving)}: ${workspacesLabel(leaving)}`);
  }
  return { summary: `${count} from ${from} to ${names.short(destination)}${left}`, detail: lines.join("\n") };
}

/**
 * The warning if workspaces leave the project of the membership, and none enters. Its summary is fixed, because there
 * may be many: one for each membership whose workspaces a later plan claims.
 */
function exit(names: ProjectNames, leaving: readonly Workspace[]): Warning {
  const move = leaving.length === 1 ? "moves" : "move";
  const from = names.label(leaving[0]?.projectId);
  const listed = formatList(leaving.map(({ name }) => name));
  return {
    summary: "Workspaces leave a membership",
    detail:
      `${pluralize(leaving.length, "workspace")} ${move} from ${from} to the default project, ` +
      `${unlessTaken(leaving)}: ${listed}.`,
  };
}

/** A membership that Terraform plans later may claim the workspaces that this one releases. */
function unlessTaken({ length }: readonly Workspace[]): string {
  return `unless another membership takes ${length === 1 ? "it" : "them"}`;
}

/** Projects as a warning names them. */
class ProjectNames {
  constructor(
    /** Undefined if the token may not read the organization. */
    readonly defaultProjectId: string | undefined,
    private readonly view: OrganizationView,
  ) {}

  /**
   * The plan has read most source projects. The others are read together: in pages, unless there are few. The warning
   * shows the ID of a project that cannot be read.
   */
  static async read(view: OrganizationView, workspaces: readonly Workspace[]): Promise<ProjectNames> {
    const defaultProjectId = await view.defaultProjectId().catch(() => undefined);
    const sources = new Set(workspaces.map(({ projectId }) => projectId));
    const named = [...sources].filter((id) => id !== defaultProjectId).slice(0, MAX_SOURCES);
    await Promise.allSettled(named.map((id) => view.projects.byId(id)));
    return new ProjectNames(defaultProjectId, view);
  }

  /** `project "Platform" (prj-…)` */
  label(id: string | undefined): string {
    const project = this.#known(id);
    return project === undefined ? this.short(id) : `project ${projectLabel(project)}`;
  }

  /** `project "Platform"` */
  short(id: string | undefined): string {
    if (id === undefined) return "a new project";
    if (id === this.defaultProjectId) return "the default project";
    const project = this.#known(id);
    return `project ${project === undefined ? id : quote(project.name)}`;
  }

  #known(id: string | undefined): Project | undefined {
    return id === undefined || id === this.defaultProjectId ? undefined : this.view.projects.peek(id);
  }
}
