import type { Project, Workspace } from "../model";
import type { AttributePath, ConfiguredContext, Diagnostic } from "../plugin";
import { formatList, groupBy, pluralize, type OrganizationView } from "../reconcile";
import { projectLabel, quote, workspacesLabel } from "./diagnostics";
import type { ResourceKey } from "./planned-changes";
import type { ProviderData } from "./provider-data";

/** The number of projects that a warning names. */
const MAX_SOURCES = 10;

/** A warning about moves, apart from where they go. */
export type Note = Omit<Diagnostic, "severity">;

/** What the plan of a membership moves. */
export interface PlannedMoves {
  readonly resource: ResourceKey;
  readonly view: OrganizationView;
  /** ID of the project that workspaces move to; undefined while it has none. */
  readonly destination: string | undefined;
  /** Workspaces that move to the project. */
  readonly entering: readonly Workspace[];
  /** Workspaces that the membership no longer contains: they move to the default project or to another membership. */
  readonly leaving: readonly Workspace[];
  /** The attribute that lists the workspaces. */
  readonly attribute: AttributePath;
  /** What else there is to say about them. */
  readonly notes: readonly Note[];
}

/**
 * Warns of what a plan moves, and says where workspaces come from and go to, which the plan's attributes do not show:
 * one warning for a membership at most. Terraform shows the first of all warnings with the same summary, and counts the
 * others. Moves between projects have summaries that differ; what a first deployment does, moves out of the default
 * project, and what later plans may change have one in common.
 *
 * To be called when the plan is complete: then plans in progress may still take workspaces that this one releases.
 */
export async function warnOfMoves(
  { view, resource, destination, entering, notes, attribute, ...planned }: PlannedMoves,
  { provider, diagnostics }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  if (planned.leaving.length > 0) await provider.membershipPlans.settled();
  const released = planned.leaving.filter(({ id }) => !provider.plannedChanges.claimOfAnother(resource, id));
  const moving = [...entering, ...released];
  const names = moving.length === 0 ? undefined : await ProjectNames.read(view, moving);
  const leaving = released.filter(({ projectId }) => projectId !== names?.defaultProjectId);
  if (names === undefined || entering.length + leaving.length === 0) {
    for (const note of notes) diagnostics.warning(note.summary, note.detail, note.attribute);
    return;
  }
  const { summary, detail } =
    entering.length === 0 ? exit(names, leaving) : entry(names, destination, entering, leaving);
  diagnostics.warning(summary, [detail, ...notes.map((note) => note.detail)].join("\n\n"), attribute);
}

type Warning = Pick<Diagnostic, "summary" | "detail">;

/** Workspaces move to the project of the membership; others may leave it. */
function entry(
  names: ProjectNames,
  destination: string | undefined,
  entering: readonly Workspace[],
  leaving: readonly Workspace[],
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
  if (leaving.length > 0) lines.push(`- to the default project, ${unlessTaken(leaving)}: ${workspacesLabel(leaving)}`);
  return { summary: `${count} from ${from} to ${names.short(destination)}${left}`, detail: lines.join("\n") };
}

/**
 * Workspaces leave the project of the membership, and none move to it. Where they go may depend on later plans, so all
 * such warnings have the same summary: there may be one for each membership whose workspaces another one takes.
 */
function exit(names: ProjectNames, leaving: readonly Workspace[]): Warning {
  const move = leaving.length === 1 ? "moves" : "move";
  return {
    summary: "Workspaces leave a membership",
    detail:
      `${pluralize(leaving.length, "workspace")} ${move} from ${names.label(leaving[0]?.projectId)} to the default ` +
      `project, ${unlessTaken(leaving)}: ${formatList(leaving.map(({ name }) => name))}.`,
  };
}

/** A membership that Terraform plans later may take what this one releases. */
function unlessTaken({ length }: readonly Workspace[]): string {
  return `unless another membership takes ${length === 1 ? "it" : "them"}`;
}

/** Projects as a warning names them. */
class ProjectNames {
  private constructor(
    /** Undefined if the token may not read the organization. */
    readonly defaultProjectId: string | undefined,
    private readonly view: OrganizationView,
  ) {}

  /**
   * Most projects that workspaces come from have been read by the plan. Others are read together: by the page, unless
   * they are few. One that cannot be read has no name in the warning; nothing else depends on it.
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
