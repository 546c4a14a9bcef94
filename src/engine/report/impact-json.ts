import { attributeOf, type Tag } from "../../model";
import { named } from "../actual-organization";
import type { Comparison } from "../plan/comparison";
import type { MoveImpact } from "../plan/impact";
import type { ChangedSet, Changes, RelatedChanges, RelatedObjectsOfProject, TeamGrant } from "../plan/related-changes";

/**
 * The effects of moves and deletions as a JSON value. Members that were not read are missing; those that the token
 * may not read are null.
 */
export function impactJson({ impact }: Pick<Comparison, "impact">): object {
  return {
    moves: impact.moves.map((move) => ({ action: move.action, ...moveJson(move) })),
    deletions: impact.deletions.map(({ action, project, related }) => ({
      action,
      project: named(project),
      ...(related === undefined ? {} : objectsJson(related)),
    })),
  };
}

function moveJson({ from, to, workspaceIds, settings, notCompared, related }: MoveImpact): object {
  return {
    from: named(from),
    to,
    workspaces: workspaceIds.length,
    settings: settings.map(({ setting, before, after, workspaces, isCertain }) => ({
      attribute: attributeOf(setting),
      before: before ?? null,
      before_known: before !== undefined,
      after,
      workspaces,
      certain: isCertain,
    })),
    not_compared: notCompared.map(attributeOf),
    ...(related === undefined ? {} : changesJson(related)),
  };
}

function changesJson({ teamAccess, variableSets, policySets, tags, policySetsByTags }: RelatedChanges): object {
  return {
    team_access: kindJson(teamAccess, grantJson, ({ team, before, after, permissions }) => ({
      id: team.id,
      name: team.name,
      before,
      after,
      permissions: permissions.map((it) => ({ name: it.name, before: it.before ?? null, after: it.after ?? null })),
    })),
    variable_sets: kindJson(variableSets, setJson),
    policy_sets: kindJson(policySets, setJson),
    policy_sets_by_tags: policySetsByTags.map(named),
    tags: kindJson(tags, tagJson, ({ key, before, after }) => ({ key, before, after })),
  };
}

function setJson({ workspaces, ...set }: ChangedSet): object {
  return { ...named(set), workspaces };
}

/** Null for a kind that could not be read. @param changed - For kinds whose objects can change. */
function kindJson<T, C>(
  changes: Changes<T, C> | undefined,
  json: (object: T) => object,
  changed?: (change: C) => object,
): object | null {
  if (changes === undefined) return null;
  const { gained, lost } = changes;
  return { gained: gained.map(json), lost: lost.map(json), ...(changed && { changed: changes.changed.map(changed) }) };
}

function objectsJson({ teamAccess, variableSets, policySets, tags }: RelatedObjectsOfProject): object {
  return {
    team_access: teamAccess?.map(grantJson) ?? null,
    variable_sets: variableSets?.map(named) ?? null,
    policy_sets: policySets?.map(named) ?? null,
    tags: tags?.map(tagJson) ?? null,
  };
}

function grantJson({ team, access }: TeamGrant): object {
  return { id: team.id, name: team.name, access };
}

function tagJson({ key, value }: Tag): object {
  return { key, value };
}
