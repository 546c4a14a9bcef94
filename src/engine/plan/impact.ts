import { groupBy, indexBy } from "../../lists";
import {
  INHERITED_SETTINGS,
  isSame,
  settingsFrom,
  targetSettings,
  type Project,
  type ProjectSettings,
  type SettingName,
  type Workspace,
  type NamedObject,
} from "../../model";
import { compareNames } from "../../reconcile/lists";
import type { ProjectResolver } from "./identity";
import type { ActualOrganization } from "../actual-organization";
import { assignmentOf, irreversibleOf, movedBy, projectOf } from "../changes/kinds";
import { projectKey, type Change, type ProjectTarget } from "../changes/change";
import { relatedChanges, relatedTo, type RelatedChanges, type RelatedObjectsOfProject } from "./related-changes";

/** What workspaces and people gain and lose through moves and deletions. */
export interface PlanImpact {
  /** For each pair of projects between which workspaces move, in the order of the actions, then by source. */
  readonly moves: readonly MoveImpact[];
  /** For each deleted project, in the order of the actions. */
  readonly deletions: readonly DeletionImpact[];
}

/** What workspaces gain and lose by moving from one project to another. */
export interface MoveImpact {
  /** The ID of the change that moves them. */
  readonly action: string;
  readonly from: NamedObject;
  readonly to: ProjectTarget;
  readonly workspaceIds: readonly string[];
  /** The settings that change for workspaces without a setting of their own. */
  readonly settings: readonly SettingImpact[];
  /** Settings that could not be compared, because responses do not include them. */
  readonly notCompared: readonly SettingName[];
  /** Ids of the projects (at most two) that lack a setting for the comparison. */
  readonly incomplete: readonly string[];
  /** What changes of what applies to the projects; undefined unless it was read. */
  readonly related?: RelatedChanges | undefined;
}

/** A setting that workspaces inherit from their project, before and after a move. */
export interface SettingImpact {
  readonly setting: SettingName;
  /** Null for none; undefined if it is not known. */
  readonly before: string | null | undefined;
  readonly after: string | null;
  /** How many of the workspaces are not known to have a setting of their own. */
  readonly workspaces: number;
  /** Whether all of these are known to inherit the setting. */
  readonly isCertain: boolean;
}

/** What is lost with a deleted project. */
export interface DeletionImpact {
  /** The ID of the change that deletes it. */
  readonly action: string;
  readonly project: NamedObject;
  /** Undefined unless it was read. */
  readonly related?: RelatedObjectsOfProject | undefined;
}

/** The impact of moves and deletions: on settings, and on what was read of the projects besides. Pure. */
export function impactOf(
  actions: readonly Change[],
  actual: ActualOrganization,
  resolver: ProjectResolver,
): PlanImpact {
  const { related } = actual;
  const inherited = new SettingsOfWorkspaces(actual, resolver);
  const byId = indexBy(actual.workspaces, (workspace) => workspace.id);
  const assigned = actions.flatMap((action) => {
    const write = assignmentOf(action);
    return write === undefined ? [] : [{ write, key: projectKey(projectOf(action)) }];
  });
  const writes = groupBy(assigned, ({ key }) => key);
  const moves = actions.flatMap((it) => {
    const to = projectOf(it);
    const before = (writes.get(projectKey(to)) ?? []).map(({ write }) => write);
    const bySource = [...groupBy(movedBy(it), ({ from }) => from.id).values()];
    bySource.sort(([one], [other]) => compareNames(one.from, other.from));
    return bySource.map((moved): MoveImpact => {
      const [{ from }] = moved;
      const workspaceIds = moved.map(({ id }) => id);
      const workspaces = workspaceIds.flatMap((id) => byId.get(id) ?? []);
      const move = { action: it.id, from, to, workspaceIds, ...inherited.compare(from.id, to, workspaces) };
      return related === undefined
        ? move
        : { ...move, related: relatedChanges(move, related, resolver.codeOf(to), before) };
    });
  });
  const deletions = actions.flatMap((it) =>
    irreversibleOf([it]).deleted.map((project): DeletionImpact => {
      return { action: it.id, project, ...(related === undefined ? {} : { related: relatedTo(project.id, related) }) };
    }),
  );
  return { moves, deletions };
}

/** Ids of the teams that an impact names. */
export function teamsIn({ moves, deletions }: PlanImpact): readonly string[] {
  const changed = moves.flatMap(({ related }) => related?.teamAccess ?? []);
  const teams = [
    ...changed.flatMap((it) => [...it.gained, ...it.lost, ...it.changed]),
    ...deletions.flatMap(({ related }) => related?.teamAccess ?? []),
  ];
  return [...new Set(teams.map(({ team }) => team.id))];
}

type SettingValue = string | null | undefined;
type Inherited = (typeof INHERITED_SETTINGS)[number];

/** The settings that workspaces have by inheritance, before and after the plan. */
class SettingsOfWorkspaces {
  readonly #projects: ReadonlyMap<string, Project>;
  readonly #workspaces: ReadonlyMap<string, readonly Workspace[]>;

  constructor(
    private readonly actual: ActualOrganization,
    private readonly resolver: ProjectResolver,
  ) {
    this.#projects = indexBy(actual.projects, (project) => project.id);
    this.#workspaces = groupBy(actual.workspaces, ({ projectId }) => projectId);
  }

  compare(
    from: string,
    to: ProjectTarget,
    workspaces: readonly Workspace[],
  ): Pick<MoveImpact, "settings" | "notCompared" | "incomplete"> {
    const settings: SettingImpact[] = [];
    const notCompared: SettingName[] = [];
    const incomplete = new Set<string>();
    const source = this.#projects.get(from);
    const destination = this.#settingsAfter(to);
    for (const inherited of INHERITED_SETTINGS) {
      const [setting] = inherited;
      const inheriting = workspaces.filter((it) => it.settings?.[setting]?.isInherited !== false);
      if (inheriting.length === 0) continue;
      // Both inherit from the organization, whose value need not be known.
      if (isInheritedBy(source, inherited) && isInheritedBy(destination, inherited)) continue;
      const before = this.#before(source, inherited);
      const after = this.#after(to, destination, inherited);
      if (before === undefined) incomplete.add(from);
      if (after === undefined && to.id !== null) incomplete.add(to.id);
      if (after === undefined || (before === undefined && after === null)) notCompared.push(setting);
      else if (before !== after) {
        const isCertain = inheriting.every((it) => it.settings?.[setting]?.isInherited === true);
        settings.push({ setting, before, after, workspaces: inheriting.length, isCertain });
      }
    }
    return { settings, notCompared, incomplete: [...incomplete] };
  }

  /** The settings of a project after the plan. */
  #settingsAfter(to: ProjectTarget): ProjectSettings | undefined {
    const code = this.resolver.codeOf(to);
    const project = to.id === null ? undefined : this.#projects.get(to.id);
    if (project === undefined || code === undefined) return project ?? code;
    const target = targetSettings(project, code);
    return settingsFrom((name) => {
      if (target[name] !== undefined) return target[name];
      // A value of the code that was not compared is most likely the actual one.
      return typeof code[name] === "string" ? code[name] : undefined;
    });
  }

  #before(project: Project | undefined, inherited: Inherited): SettingValue {
    if (project === undefined) return undefined;
    const [name] = inherited;
    const own = project[name];
    if (typeof own === "string") return own;
    // The effective value, which is that of the project or of its organization.
    const inside = this.#workspaces.get(project.id)?.find((it) => it.settings?.[name]?.isInherited === true);
    const value = inside?.settings?.[name]?.value;
    return value === undefined ? this.#effective(project, inherited) : value;
  }

  #after(to: ProjectTarget, settings: ProjectSettings | undefined, inherited: Inherited): SettingValue {
    if (settings === undefined) return undefined;
    const project = to.id === null ? undefined : this.#projects.get(to.id);
    // Its workspaces show its settings, unless the plan changes them.
    const isUnchanged =
      project !== undefined && INHERITED_SETTINGS.every(([it]) => isSame(it, project[it], settings[it]));
    return isUnchanged || (project !== undefined && settings[inherited[0]] === undefined)
      ? this.#before(project, inherited)
      : this.#effective(settings, inherited);
  }

  /** The project's own value or, without one, that of the organization. */
  #effective(project: ProjectSettings, inherited: Inherited): SettingValue {
    const [name] = inherited;
    const value = project[name];
    if (typeof value === "string" || value === undefined) return value;
    return (isInheritedBy(project, inherited) ? this.actual.projectDefaults?.[name] : null) ?? null;
  }
}

/** Whether a project does not have the setting, and inherits it from its organization. */
function isInheritedBy(
  project: ProjectSettings | undefined,
  [name, { isDefaultUsed = () => true }]: Inherited,
): boolean {
  return project?.[name] === null && isDefaultUsed(project);
}
