import type { ChangedIdentity } from "../../diagnostics";
import { groupBy, indexBy } from "../../lists";
import { INHERITED_SETTINGS, isDestroyedAnyway, type NamedObject, type SettingName, type Workspace } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { StateSharing, type StateSharingImpact } from "../../reconcile/state-sharing";
import { named, type ActualOrganization } from "../actual-organization";
import { assignmentOf, changeOf, irreversibleOf, movedBy, projectOf } from "../changes/kinds";
import { projectKey, type Change, type ProjectTarget } from "../changes/change";
import type { DesiredProject } from "../organization";
import { changedIdentities, type RenamedProject } from "./identities";
import { InheritedSettingsOfProjects } from "./inherited-settings";
import type { ImpactEffect, MovedWorkspaces } from "./kind";
import { IMPACT_KIND_NAMES, kindOf, type ImpactKindName, type RelatedImpact, type RelatedObjects } from "./kinds";

/** What workspaces and people gain and lose through moves, renames and deletions. */
export interface PlanImpact {
  /** What runs present as another identity: for each pair of projects, then for each renamed project. */
  readonly identities: readonly ChangedIdentity[];
  /** For each pair of projects between which workspaces move, in the order of the changes, then by source. */
  readonly moves: readonly MoveImpact[];
  /** For each deleted project, in the order of the changes. */
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
  /** IDs of the projects (at most two) that lack a setting for the comparison. */
  readonly incomplete: readonly string[];
  /** Who can read which state; undefined if that stays as it is. */
  readonly stateSharing?: StateSharingImpact | undefined;
  /** Those that get an auto-destroy duration, which runs although they do not allow destroy plans. By name. */
  readonly destroyedAnyway: readonly NamedObject[];
  /** What changes of what applies to the projects; undefined unless it was read. */
  readonly related?: RelatedImpact | undefined;
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
  readonly related?: DeletedWith | undefined;
}

/** What goes with a project, by kind: undefined for what could not be read. */
export type DeletedWith = Readonly<Partial<Record<ImpactKindName, readonly ImpactEffect[] | undefined>>>;

/** What is known of the projects of a plan. */
export interface ProjectsInCode {
  /** What the code says of a project; undefined for one that is not in the code. */
  codeOf(project: ProjectTarget): DesiredProject | undefined;
}

/** What changes do, from which all of their impact follows. */
export interface MovesOfPlan {
  readonly moves: readonly MovedWorkspaces[];
  readonly renamed: readonly RenamedProject[];
  readonly deleted: readonly { readonly action: string; readonly project: NamedObject }[];
}

/** The moves, renames and deletions among changes. */
export function movesOf(changes: readonly Change[], actual: ActualOrganization, projects: ProjectsInCode): MovesOfPlan {
  const inherited = new InheritedSettingsOfProjects(actual, (it) => projects.codeOf(it));
  const byId = indexBy(actual.workspaces, ({ id }) => id);
  const writes = groupBy(
    changes.flatMap((change) => {
      const write = assignmentOf(change);
      return write === undefined ? [] : [{ write, key: projectKey(projectOf(change)) }];
    }),
    ({ key }) => key,
  );
  const moves = changes.flatMap((change) => {
    const to = projectOf(change);
    const before = (writes.get(projectKey(to)) ?? []).map(({ write }) => write);
    const bySource = [...groupBy(movedBy(change), ({ from }) => from.id).values()];
    bySource.sort(([one], [other]) => compareNames(one.from, other.from));
    return bySource.map((moved): MovedWorkspaces => {
      const [{ from }] = moved;
      return {
        action: change.id,
        from,
        to,
        workspaces: moved.map((it) => byId.get(it.id) ?? { ...it, projectId: from.id, organization: actual.name }),
        code: projects.codeOf(to),
        writes: before,
        inherited: inherited.compare(from.id, to),
      };
    });
  });
  const moved = new Set(moves.flatMap(({ workspaces }) => workspaces.map(({ id }) => id)));
  const staying = groupBy(
    actual.workspaces.filter(({ id }) => !moved.has(id)),
    ({ projectId }) => projectId,
  );
  const renamed = changes.flatMap((change): readonly RenamedProject[] => {
    const { before, after } = changeOf(change) ?? {};
    const { id } = projectOf(change);
    if (!before || !after || id === null || before.name === after.name) return [];
    return [{ before: before.name, after: after.name, workspaces: staying.get(id) ?? [] }];
  });
  const deleted = changes.flatMap((change) =>
    irreversibleOf([change]).deleted.map((project) => ({ action: change.id, project })),
  );
  return { moves, renamed, deleted };
}

/**
 * The impact of moves, renames and deletions: on identities of runs, settings and states, and on what was read besides.
 * Pure.
 */
export function impactOf({ moves, renamed, deleted }: MovesOfPlan, actual: ActualOrganization): PlanImpact {
  const { related } = actual;
  const destinations = moves.flatMap(({ to, workspaces }) => workspaces.map(({ id }) => [id, projectKey(to)] as const));
  const stateSharing = new StateSharing(actual.workspaces, new Map(destinations));
  return {
    identities: changedIdentities(actual.name, moves, renamed, related?.workloadIdentity),
    moves: moves.map((move): MoveImpact => {
      const { action, from, to, workspaces } = move;
      const settings = settingImpacts(move);
      const sharing = stateSharing.impactOf(from.id, projectKey(to), workspaces);
      return {
        action,
        from,
        to,
        workspaceIds: workspaces.map(({ id }) => id),
        ...settings,
        ...(sharing === undefined ? {} : { stateSharing: sharing }),
        destroyedAnyway: destroyedBy(settings.settings, workspaces),
        ...(related === undefined ? {} : { related: relatedImpact(related, move) }),
      };
    }),
    deletions: deleted.map(({ action, project }) => {
      return related === undefined
        ? { action, project }
        : { action, project, related: deletedWithProject(related, project.id) };
    }),
  };
}

function relatedImpact(related: RelatedObjects, move: MovedWorkspaces): RelatedImpact {
  const compared = IMPACT_KIND_NAMES.map((name) => [name, kindOf(name).compare(related[name], move)] as const);
  return Object.fromEntries(compared) as RelatedImpact;
}

function deletedWithProject(related: RelatedObjects, projectId: string): DeletedWith {
  return Object.fromEntries(
    IMPACT_KIND_NAMES.flatMap((name) => {
      const kind = kindOf(name);
      return kind.deletedWith === undefined ? [] : [[name, kind.deletedWith(related[name], projectId)] as const];
    }),
  );
}

/** What changes of the settings that workspaces inherit. */
export function settingImpacts({
  from,
  to,
  workspaces,
  inherited,
}: MovedWorkspaces): Pick<MoveImpact, "settings" | "notCompared" | "incomplete"> {
  const settings: SettingImpact[] = [];
  const notCompared: SettingName[] = [];
  const incomplete = new Set<string>();
  for (const [setting] of INHERITED_SETTINGS) {
    const inheriting = workspaces.filter((it) => it.settings?.[setting]?.isInherited !== false);
    const { before, after, isSame } = inherited.get(setting) ?? {};
    if (inheriting.length === 0 || isSame === true) continue;
    if (before === undefined) incomplete.add(from.id);
    if (after === undefined && to.id !== null) incomplete.add(to.id);
    if (after === undefined || (before === undefined && after === null)) notCompared.push(setting);
    else if (before !== after) {
      const isCertain = inheriting.every((it) => it.settings?.[setting]?.isInherited === true);
      settings.push({ setting, before, after, workspaces: inheriting.length, isCertain });
    }
  }
  return { settings, notCompared, incomplete: [...incomplete] };
}

/** Workspaces that inherit an auto-destroy duration, and do not allow destroy plans. */
function destroyedBy(settings: readonly SettingImpact[], workspaces: readonly Workspace[]): readonly NamedObject[] {
  const setting = "autoDestroyActivityDuration";
  if (!settings.some((it) => it.setting === setting && it.after !== null)) return [];
  return workspaces.filter(isDestroyedAnyway).map(named).sort(compareNames);
}
