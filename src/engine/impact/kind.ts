import type { VariableSetWithVariables } from "../../api";
import { compareStrings, indexBy } from "../../lists";
import type { NamedObject, SettingName, Tag, Workspace } from "../../model";
import { ifReadable } from "../../reconcile/readable";
import type { OrganizationView } from "../../reconcile/view";
import type { ChangeOfAssignment } from "../changes/assignment-change";
import type { ProjectTarget } from "../changes/change";
import type { DesiredProject } from "../organization";

/**
 * One kind of what applies to projects and the workspaces in them, such as team access: what `--impact` reads of it,
 * and what a move changes. All of reading, comparing, reports, documents and JSON follow from it.
 *
 * @typeParam Read - What was read; undefined if the token may not read it, or the service does not have it.
 */
export interface ImpactKind<Read> {
  /** What reports call it. */
  readonly label: string;
  /** Endpoint and number of requests. Markdown, for the documentation. */
  readonly reads: string;
  /** What the token needs to read it. Markdown, for the documentation. */
  readonly permission: string;
  /** What a move changes. Markdown, for the documentation. */
  readonly meaning: string;
  /** How the value of an object follows its name: `env=prod` or `ops (admin)`. @default "in parentheses" */
  readonly style?: "pair";
  /** Whether a warning says what a move changes, so that reports do not show it once more. @default false */
  readonly isInWarnings?: boolean;
  /** Reads what the moves and deletions concern. */
  read(context: ImpactContext): Promise<Read>;
  /** What a move changes; undefined if it is not known, because the token may not read it. */
  compare(read: Read, move: MovedWorkspaces): KindImpact | undefined;
  /** What goes with a deleted project, without what applies to all projects; undefined if it is not known. */
  deletedWith?(read: Read, projectId: string): readonly ImpactEffect[] | undefined;
}

/** Gives a kind in a table its type. */
export function impactKind<Read>(kind: ImpactKind<Read>): ImpactKind<Read> {
  return kind;
}

/** What a move changes of one kind. */
export interface KindImpact {
  /** In the order in which reports show them: what is lost, gained, changed, affected; each by name. */
  readonly effects: readonly ImpactEffect[];
  /** What could not be compared, and why: `policy sets "a", whose tags are not known`. @default - nothing */
  readonly notCompared?: readonly string[] | undefined;
}

/** What a move changes of one object that applies to workspaces. */
export interface ImpactEffect {
  /**
   * - `lost`: it no longer applies to the workspaces;
   * - `gained`: it applies from then on;
   * - `changed`: it applies with another value;
   * - `affected`: the workspaces have it before and afterwards, and it may not work any more.
   */
  readonly change: "lost" | "gained" | "changed" | "affected";
  /** Of the object; absent for tags, and where there is none. */
  readonly id?: string | undefined;
  /** Of the object; null if the token does not see it. */
  readonly name: string | null;
  /** Its value for the workspaces before, such as a level of access; absent without one. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The single permissions that differ, of a team whose access is `custom` before and afterwards. */
  readonly permissions?: readonly ChangedPermission[] | undefined;
  /** How many of the workspaces are concerned. @default - all that move */
  readonly workspaces?: number | undefined;
  /** What it means: `runs may stop`. */
  readonly note?: string | undefined;
  /** Whether it is known; `false` where no documentation says so. @default true */
  readonly isCertain?: false | undefined;
}

/** A permission of a team; undefined where the response does not include it. */
export interface ChangedPermission {
  /** `workspace-access.runs` */
  readonly name: string;
  readonly before: string | boolean | undefined;
  readonly after: string | boolean | undefined;
}

/** Workspaces that move from one project to another in one change, and what else the plan does there. */
export interface MovedWorkspaces {
  /** The ID of the change. */
  readonly action: string;
  readonly from: NamedObject;
  readonly to: ProjectTarget;
  readonly workspaces: readonly Workspace[];
  /** The destination in the code; undefined if it is unmanaged. */
  readonly code: DesiredProject | undefined;
  /** The changes of what is assigned to the destination, which come first. */
  readonly writes: readonly ChangeOfAssignment[];
  /** The settings that workspaces without a setting of their own have. */
  readonly inherited: ReadonlyMap<SettingName, InheritedChange>;
}

/** A setting that workspaces inherit, before and after a move: null for none, undefined if it is not known. */
export interface InheritedChange {
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
  /** Whether both projects have the value of their organization, known or not. */
  readonly isSame: boolean;
}

/** What the kinds are read for, and what several of them read. */
export interface ImpactContext {
  readonly view: OrganizationView;
  readonly moves: readonly MovedWorkspaces[];
  /** Workspaces that stay in projects that get another name. */
  readonly renamed: readonly Workspace[];
  readonly deletedIds: readonly string[];
  /** IDs of the existing projects that workspaces leave or enter, and of the deleted ones. */
  readonly projectIds: readonly string[];
  /** The tags of these projects; undefined for those that the token may not read. Read once. */
  readonly tags: () => Promise<ByProject<readonly Tag[]>>;
  /** All variable sets with the keys of their variables; undefined if the token may not read them. Read once. */
  readonly variableSets: () => Promise<readonly VariableSetWithVariables[] | undefined>;
}

/** What was read of each project; undefined for what the token may not read. */
export type ByProject<T> = ReadonlyMap<string, T | undefined>;

/** Reads something of each project of a plan. */
export async function readEachProject<T>(
  { projectIds }: Pick<ImpactContext, "projectIds">,
  read: (projectId: string) => Promise<T>,
): Promise<ByProject<T>> {
  return new Map(await Promise.all(projectIds.map(async (id) => [id, await ifReadable(read(id))] as const)));
}

/** What projects have before and after a move; undefined unless both are known. @param ofNew - Of a new project. */
export function bothOf<T>(
  byProject: ByProject<T>,
  { from, to }: Pick<MovedWorkspaces, "from" | "to">,
  ofNew: (source: T) => T,
): readonly [T, T] | undefined {
  const before = byProject.get(from.id);
  const after = to.id === null ? before && ofNew(before) : byProject.get(to.id);
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** How many of the workspaces are among these, or are not. */
export function partOf(
  { workspaces }: Pick<MovedWorkspaces, "workspaces">,
  ids: readonly string[],
  areThese: boolean,
): { readonly workspaces: number } {
  const these = new Set(ids);
  return { workspaces: workspaces.filter(({ id }) => these.has(id) === areThese).length };
}

/** An object with its value, such as a team with its access. */
type ValuedObject = Omit<ImpactEffect, "change" | "before" | "after"> & { readonly value?: string | undefined };

/** What is lost of one list and gained by another. @param changeOf - How an object differs, if it does. */
export function effectsBetween<T>(
  [before, after]: readonly [readonly T[], readonly T[]],
  keyOf: (item: T) => string,
  objectOf: (item: T) => ValuedObject,
  changeOf: (before: T, after: T) => Omit<ImpactEffect, "change"> | undefined = () => undefined,
): readonly ImpactEffect[] {
  const [earlier, later] = [indexBy(before, keyOf), indexBy(after, keyOf)];
  return sorted([
    ...before.filter((it) => !later.has(keyOf(it))).map((it) => lost(objectOf(it))),
    ...after.filter((it) => !earlier.has(keyOf(it))).map((it) => gained(objectOf(it))),
    ...before.flatMap((it): readonly ImpactEffect[] => {
      const other = later.get(keyOf(it));
      const change = other && changeOf(it, other);
      return change === undefined ? [] : [{ change: "changed", ...change }];
    }),
  ]);
}

export function lost({ value, ...object }: ValuedObject): ImpactEffect {
  return { change: "lost", ...object, before: value };
}

export function gained({ value, ...object }: ValuedObject): ImpactEffect {
  return { change: "gained", ...object, after: value };
}

const ORDER: readonly ImpactEffect["change"][] = ["lost", "gained", "changed", "affected"];

/** In the order in which reports show them. */
export function sorted(effects: readonly ImpactEffect[]): readonly ImpactEffect[] {
  return [...effects].sort(
    (one, other) =>
      ORDER.indexOf(one.change) - ORDER.indexOf(other.change) || compareStrings(nameIn(one), nameIn(other)),
  );
}

/** What reports call an object. */
export function nameIn({ name, id = "" }: Pick<ImpactEffect, "name" | "id">): string {
  return name ?? id;
}
