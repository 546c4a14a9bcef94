import { compareStrings, indexBy } from "../../lists";
import type { NamedObject, PolicySet, Permissions, Tag, TeamProjectAccess, VariableSet } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { formatList, quoteIfAmbiguous } from "../../reconcile/text";
import type { RelatedObjects, RelatedToProject } from "../actual-organization";
import type { DesiredProject } from "../organization";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import type { ChangeOfAssignment } from "../changes/assignment-change";
import { projectKey, type ProjectTarget } from "../changes/change";
import { onceForEach } from "../../once-for-each";
import { ownMember } from "../../own-member";

/*
 * What workspaces gain and lose by a move of what applies to projects: team access, variable sets, policy sets and
 * tags. Undefined means that the token may not read it.
 */

/** Workspaces that move from one project to another. */
interface Move {
  readonly from: { readonly id: string };
  readonly to: ProjectTarget;
  readonly workspaceIds: readonly string[];
}

/** The kinds of objects that apply to a project and the workspaces in it. */
export const RELATED_KINDS = ["teamAccess", "variableSets", "policySets", "tags"] as const;
export type RelatedKind = (typeof RELATED_KINDS)[number];

/** What reports call them. */
export const RELATED_LABELS: Readonly<Record<RelatedKind, string>> = {
  teamAccess: "team access",
  variableSets: "variable sets",
  policySets: "policy sets",
  tags: "tags",
};

/** A set that workspaces gain or lose by a move. */
export interface ChangedSet extends NamedObject {
  /** How many of them: without those that it is attached to, and those that it excludes. */
  readonly workspaces: number;
}

/** A team; its name is null if it is not visible. */
export interface NamedTeam {
  readonly id: string;
  readonly name: string | null;
}

/** What reports call a team. */
export function teamName({ id, name }: NamedTeam): string {
  return name ?? id;
}

/** A team with its access to a project. */
export interface TeamGrant {
  readonly team: NamedTeam;
  readonly access: string;
}

/** A team whose access differs between two projects. */
export interface ChangedGrant {
  readonly team: NamedTeam;
  readonly before: string;
  readonly after: string;
  /** The single permissions that differ, if the access is `custom` in both projects. */
  readonly permissions: readonly ChangedPermission[];
}

/** A permission of a team; undefined where the response does not include it. */
export interface ChangedPermission {
  /** `workspace-access.runs` */
  readonly name: string;
  readonly before: string | boolean | undefined;
  readonly after: string | boolean | undefined;
}

/** What is gained and lost of one kind, each by name. */
export interface Changes<T, C = never> {
  readonly gained: readonly T[];
  readonly lost: readonly T[];
  readonly changed: readonly C[];
}

/** A tag whose value differs between two projects. */
export interface ChangedTag {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

/** What a move changes of each kind; undefined for what could not be read. */
export interface RelatedChanges {
  readonly teamAccess: Changes<TeamGrant, ChangedGrant> | undefined;
  readonly variableSets: Changes<ChangedSet> | undefined;
  readonly policySets: Changes<ChangedSet> | undefined;
  readonly tags: Changes<Tag, ChangedTag> | undefined;
  /** Policy sets that may apply to other workspaces after the move, because they select them by their tags. */
  readonly policySetsByTags: readonly NamedObject[];
}

/** What a project has of each kind, without what applies to all projects; undefined for what could not be read. */
export interface RelatedObjectsOfProject {
  readonly teamAccess: readonly TeamGrant[] | undefined;
  readonly variableSets: readonly NamedObject[] | undefined;
  readonly policySets: readonly NamedObject[] | undefined;
  readonly tags: readonly Tag[] | undefined;
}

/**
 * What a move changes of what applies to projects. Pure.
 *
 * @param writes - The changes of what is assigned to the destination, which come first.
 */
export function relatedChanges(
  { from, to, workspaceIds }: Move,
  related: RelatedObjects,
  code: DesiredProject | undefined,
  writes: readonly ChangeOfAssignment[],
): RelatedChanges {
  const source = ownMember(related.projects, from.id) ?? UNREADABLE;
  const { policySets } = related;
  const existing = to.id === null ? newProject(source) : (ownMember(related.projects, to.id) ?? UNREADABLE);
  const destination = writes.reduce(
    (applied, write) => ({ ...applied, ...ASSIGNMENT_KINDS[write.type].appliedAfter(applied, projectKey(to), write) }),
    { ...existing, policySets },
  );
  const tags = bothOf(source.tags, tagsAfter(destination.tags, code), tagChanges);
  const hasSameTags = tags !== undefined && [tags.gained, tags.lost, tags.changed].every(({ length }) => length === 0);
  return {
    teamAccess: bothOf(source.teamAccess, destination.teamAccess, (before, after) =>
      teamChanges(before, after, related.teamNames),
    ),
    variableSets: bothOf(source.variableSets, destination.variableSets, (before, after) =>
      variableSetChanges(before, after, workspaceIds),
    ),
    policySets: bothOf(policySets, destination.policySets, (before, after) =>
      policySetChanges(before, after, { from, to, workspaceIds }),
    ),
    tags,
    policySetsByTags: hasSameTags ? [] : namedSets((related.policySets ?? []).filter((set) => set.isScopedByTags)),
  };
}

const UNREADABLE: RelatedToProject = { teamAccess: undefined, variableSets: undefined, tags: undefined };

/** A project that the plan creates: only what is global applies to it, which also applies to any other project. */
function newProject({ variableSets }: RelatedToProject): RelatedToProject {
  return { teamAccess: [], variableSets: variableSets?.filter(isOfWholeOrganization), tags: [] };
}

function isOfWholeOrganization({ isGlobal, ownerProjectId }: VariableSet): boolean {
  return isGlobal && ownerProjectId === null;
}

function bothOf<T, R>(before: T | undefined, after: T | undefined, compare: (before: T, after: T) => R): R | undefined {
  return before === undefined || after === undefined ? undefined : compare(before, after);
}

/** @param changeOf - How two items with the same key differ; undefined if they do not. @default they do not */
function changesBetween<T, C = never>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
  changeOf: (before: T, after: T) => C | undefined = () => undefined,
): Changes<T, C> {
  const [earlier, later] = [indexBy(before, keyOf), indexBy(after, keyOf)];
  return {
    gained: after.filter((it) => !earlier.has(keyOf(it))),
    lost: before.filter((it) => !later.has(keyOf(it))),
    changed: before.flatMap((it) => {
      const other = later.get(keyOf(it));
      return (other && changeOf(it, other)) ?? [];
    }),
  };
}

function teamChanges(
  before: readonly TeamProjectAccess[],
  after: readonly TeamProjectAccess[],
  names: RelatedObjects["teamNames"],
): Changes<TeamGrant, ChangedGrant> {
  const { gained, lost, changed } = changesBetween(
    before,
    after,
    ({ teamId }) => teamId,
    (earlier, later): ChangedGrant | undefined => {
      const areCustom = earlier.access === "custom" && later.access === "custom";
      const permissions = areCustom ? permissionChanges(earlier, later) : [];
      if (earlier.access === later.access && permissions.length === 0) return undefined;
      return { team: namedTeam(earlier.teamId, names), before: earlier.access, after: later.access, permissions };
    },
  );
  return { gained: grants(gained, names), lost: grants(lost, names), changed: [...changed].sort(byTeam) };
}

function permissionChanges(before: TeamProjectAccess, after: TeamProjectAccess): readonly ChangedPermission[] {
  const earlier = permissionsOf(before);
  const later = permissionsOf(after);
  return [...new Set([...Object.keys(earlier), ...Object.keys(later)])].sort().flatMap((name) => {
    const change = { name, before: earlier[name], after: later[name] };
    return change.before === change.after ? [] : [change];
  });
}

function permissionsOf({ projectAccess, workspaceAccess }: TeamProjectAccess): Partial<Permissions> {
  return Object.fromEntries([
    ...Object.entries(projectAccess).map(([name, value]) => [`project-access.${name}`, value] as const),
    ...Object.entries(workspaceAccess).map(([name, value]) => [`workspace-access.${name}`, value] as const),
  ]);
}

function grants(access: readonly TeamProjectAccess[], names: RelatedObjects["teamNames"]): readonly TeamGrant[] {
  return access.map(({ teamId, access: level }) => ({ team: namedTeam(teamId, names), access: level })).sort(byTeam);
}

function namedTeam(id: string, names: RelatedObjects["teamNames"]): NamedTeam {
  return { id, name: ownMember(names, id) ?? null };
}

function byTeam(one: { readonly team: NamedTeam }, other: { readonly team: NamedTeam }): number {
  return compareStrings(teamName(one.team), teamName(other.team));
}

/** A set that is applied to a workspace itself stays with it. */
function variableSetChanges(
  before: readonly VariableSet[],
  after: readonly VariableSet[],
  workspaceIds: readonly string[],
): Changes<ChangedSet> {
  const { gained, lost } = changesBetween(before, after, ({ id }) => id);
  const changed = (sets: readonly VariableSet[]): readonly ChangedSet[] =>
    changedSets(sets, workspaceIds, (set) => set.workspaceIds);
  return { gained: changed(gained), lost: changed(lost), changed: [] };
}

/** The sets with the workspaces that they do not apply to anyway. @param unaffected - IDs of these, and others. */
function changedSets<T extends NamedObject>(
  sets: readonly T[],
  workspaceIds: readonly string[],
  unaffected: (set: T) => readonly string[],
): readonly ChangedSet[] {
  return sets
    .flatMap((set) => {
      const others = new Set(unaffected(set));
      const workspaces = workspaceIds.filter((id) => !others.has(id)).length;
      return workspaces === 0 ? [] : [{ id: set.id, name: set.name, workspaces }];
    })
    .sort(compareNames);
}

/** @param after - The same sets, in the same order. */
function policySetChanges(
  before: readonly PolicySet[],
  after: readonly PolicySet[],
  { from, to, workspaceIds }: Move,
): Changes<ChangedSet> {
  const differing = before.flatMap((set, index) => {
    const [applied, applies] = [appliesTo(set, from.id), appliesTo(after[index] ?? set, projectKey(to))];
    return set.isScopedByTags || applied === applies ? [] : [{ set, applies }];
  });
  // A set applies to workspaces that it is attached to, and not to those that it excludes, in any project.
  const changed = (isGained: boolean): readonly ChangedSet[] =>
    changedSets(
      differing.filter(({ applies }) => applies === isGained).map(({ set }) => set),
      workspaceIds,
      (set) => [...set.workspaceIds, ...set.excludedWorkspaceIds],
    );
  return { gained: changed(true), lost: changed(false), changed: [] };
}

function appliesTo({ isGlobal, projectIds, excludedProjectIds }: PolicySet, projectId: string): boolean {
  return (isGlobal || idsIn(projectIds).has(projectId)) && !idsIn(excludedProjectIds).has(projectId);
}

/** Each move asks the same sets. */
const idsIn = onceForEach((ids: readonly string[]) => new Set(ids));

/** The tags of a project after the plan, which sets those of the code. */
function tagsAfter(actual: readonly Tag[] | undefined, code: DesiredProject | undefined): readonly Tag[] | undefined {
  if (code?.tags === undefined) return actual;
  const wanted = tagList(code.tags);
  if (code.ignoreAdditionalTags !== true) return wanted;
  const keys = new Set(wanted.map(({ key }) => key));
  return actual && [...actual.filter(({ key }) => !keys.has(key)), ...wanted];
}

/** Tags as a list. */
export function tagList(tags: Readonly<Record<string, string>>): readonly Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

function tagChanges(before: readonly Tag[], after: readonly Tag[]): Changes<Tag, ChangedTag> {
  return changesBetween(
    sortedTags(before),
    sortedTags(after),
    ({ key }) => key,
    ({ key, value }, { value: changed }) => (changed === value ? undefined : { key, before: value, after: changed }),
  );
}

/** What a project has, apart from what applies to the whole organization. */
export function relatedTo(projectId: string, related: RelatedObjects): RelatedObjectsOfProject {
  const { teamAccess, variableSets, tags } = ownMember(related.projects, projectId) ?? UNREADABLE;
  return {
    teamAccess: teamAccess && grants(teamAccess, related.teamNames),
    variableSets: variableSets && namedSets(variableSets.filter((set) => !isOfWholeOrganization(set))),
    policySets:
      related.policySets && namedSets(related.policySets.filter(({ projectIds }) => idsIn(projectIds).has(projectId))),
    tags: tags && sortedTags(tags),
  };
}

function namedSets(sets: readonly NamedObject[]): readonly NamedObject[] {
  return sets.map(({ id, name }) => ({ id, name })).sort(compareNames);
}

function sortedTags(tags: readonly Tag[]): readonly Tag[] {
  return [...tags].sort((one, other) => compareStrings(one.key, other.key));
}

/** The objects that are deleted with a project: `With it go team access (Ops: admin) and tags (env=prod).` */
export function deletedWith({ teamAccess, variableSets, policySets, tags }: RelatedObjectsOfProject): string {
  const names: Readonly<Record<RelatedKind, readonly string[] | undefined>> = {
    teamAccess: teamAccess?.map(({ team, access }) => `${quoteIfAmbiguous(teamName(team))}: ${access}`),
    variableSets: variableSets?.map(({ name }) => quoteIfAmbiguous(name)),
    policySets: policySets?.map(({ name }) => quoteIfAmbiguous(name)),
    tags: tags?.map(({ key, value }) => quoteIfAmbiguous(`${key}=${value}`)),
  };
  const lost = RELATED_KINDS.flatMap((kind) => {
    const list = names[kind] ?? [];
    return list.length === 0 ? [] : [`${RELATED_LABELS[kind]} (${formatList(list)})`];
  });
  const unreadable = RELATED_KINDS.filter((kind) => names[kind] === undefined).map((kind) => RELATED_LABELS[kind]);
  const and = lost.length < 2 ? lost.join("") : `${lost.slice(0, -1).join(", ")} and ${lost.at(-1) ?? ""}`;
  return [
    lost.length === 0 ? "Nothing else goes with it." : `With it go ${and}.`,
    ...(unreadable.length === 0 ? [] : [`Not readable with this token: ${unreadable.join(", ")}.`]),
  ].join(" ");
}
