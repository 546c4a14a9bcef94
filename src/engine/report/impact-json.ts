import { attributeOf } from "../../model";
import type { MoveImpact } from "../plan/impact";
import type { OrganizationPlan } from "../plan/plan";
import type { RelatedChanges, RelatedObjectsOfProject } from "../plan/related-changes";
import { actionId } from "./action-json";

/**
 * What moves and deletions change, as a JSON value. Members of what was not read are missing, those of what the token
 * may not read are null.
 */
export function impactJson({ impact }: OrganizationPlan): object {
  return {
    moves: impact.moves.map(moveJson),
    deletions: impact.deletions.map(({ action, related }) => ({
      action: actionId(action),
      project: { id: action.projectId, name: action.before.name },
      ...(related === undefined ? {} : objectsJson(related)),
    })),
  };
}

function moveJson({ action, from, to, workspaceIds, settings, notCompared, related }: MoveImpact): object {
  return {
    action: actionId(action),
    from: { id: from.id, name: from.name },
    to: { id: to.id, name: to.name },
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

function changesJson(changes: RelatedChanges): object {
  const { teamAccess, variableSets, policySets, tags, policySetsByTags } = changes;
  return {
    team_access:
      teamAccess === undefined
        ? null
        : {
            gained: teamAccess.gained.map(grantJson),
            lost: teamAccess.lost.map(grantJson),
            changed: teamAccess.changed.map(({ team, before, after, permissions }) => ({
              id: team.id,
              name: team.name,
              before,
              after,
              permissions: permissions.map((it) => ({
                name: it.name,
                before: it.before ?? null,
                after: it.after ?? null,
              })),
            })),
          },
    variable_sets: setsJson(variableSets),
    policy_sets: setsJson(policySets),
    policy_sets_by_tags: policySetsByTags.map(setJson),
    tags:
      tags === undefined
        ? null
        : {
            gained: tags.gained.map(tagJson),
            lost: tags.lost.map(tagJson),
            changed: tags.changed.map(({ key, before, after }) => ({ key, before, after })),
          },
  };
}

function setsJson(changes: RelatedChanges["variableSets"]): object | null {
  return changes === undefined ? null : { gained: changes.gained.map(setJson), lost: changes.lost.map(setJson) };
}

function objectsJson({ teamAccess, variableSets, policySets, tags }: RelatedObjectsOfProject): object {
  return {
    team_access: teamAccess?.map(grantJson) ?? null,
    variable_sets: variableSets?.map(setJson) ?? null,
    policy_sets: policySets?.map(setJson) ?? null,
    tags: tags?.map(tagJson) ?? null,
  };
}

type Grant = NonNullable<RelatedObjectsOfProject["teamAccess"]>[number];
type NamedSet = NonNullable<RelatedObjectsOfProject["variableSets"]>[number];
type Tag = NonNullable<RelatedObjectsOfProject["tags"]>[number];

function grantJson({ team, access }: Grant): object {
  return { id: team.id, name: team.name, access };
}

function setJson({ id, name }: NamedSet): object {
  return { id, name };
}

function tagJson({ key, value }: Tag): object {
  return { key, value };
}
