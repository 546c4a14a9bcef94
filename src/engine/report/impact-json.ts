import { attributeOf } from "../../model";
import { snakeCase } from "../../schema";
import { named } from "../actual-organization";
import type { DeletionImpact, MoveImpact } from "../impact/impact";
import type { ImpactEffect, KindImpact } from "../impact/kind";
import type { Comparison } from "../plan/comparison";

/**
 * The effects of moves, renames and deletions as a JSON value. What was not read is missing; what the token may not
 * read is null.
 */
export function impactJson({ impact }: Pick<Comparison, "impact">): object {
  return {
    identities: impact.identities.map(({ users, ...it }) => ({
      ...it,
      users: users && {
        workspaces: users.workspaces,
        providers: users.providers.map(([name, workspaces]) => ({ name, workspaces })),
        not_read: users.notRead,
      },
    })),
    moves: impact.moves.map(moveJson),
    deletions: impact.deletions.map(deletionJson),
  };
}

function moveJson(move: MoveImpact): object {
  const { action, from, to, workspaceIds, settings, notCompared, stateSharing: sharing, related } = move;
  return {
    action,
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
    destroyed_anyway: move.destroyedAnyway.map(named),
    state_sharing: sharing && byName({ ...sharing }, (it) => it.map(named)),
    related: related && byName(related, kindJson),
  };
}

function deletionJson({ action, project, related }: DeletionImpact): object {
  return {
    action,
    project: named(project),
    related: related && byName<readonly ImpactEffect[] | undefined>(related, (it) => it?.map(effectJson) ?? null),
  };
}

function kindJson(impact: KindImpact | undefined): object | null {
  if (impact === undefined) return null;
  const { effects, notCompared = [] } = impact;
  return { effects: effects.map(effectJson), not_compared: notCompared };
}

function effectJson({ permissions, isCertain, ...effect }: ImpactEffect): object {
  return {
    ...effect,
    permissions: permissions?.map((it) => ({ name: it.name, before: it.before ?? null, after: it.after ?? null })),
    certain: isCertain,
  };
}

/** The members of an object, under their names in JSON. */
function byName<T>(object: Readonly<Record<string, T>>, json: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [snakeCase(name), json(value)]));
}
