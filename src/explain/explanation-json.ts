import { blockingErrorJson, toDocument } from "../engine/report/json";
import type { ProjectTarget } from "../engine";
import type { ConditionMatch } from "../model";
import type { Explanation } from "./explanation";
import type { MatchingRule } from "./placement";

/** Explanations of a workspace, one for each organization that has it, as a JSON document. Pure. */
export function explanationsAsJson(explanations: readonly Explanation[]): string {
  return toDocument("explain", {
    workspaces: explanations.map(
      ({ organization, workspace, project, memberships, possibly, placements, placedBy, destination, ...it }) => ({
        organization,
        id: workspace.id,
        name: workspace.name,
        // It does not exist yet: Terraform's plan creates it.
        ...("address" in workspace ? { address: workspace.address } : {}),
        project: project === undefined ? null : projectJson(project),
        destination: destination === undefined ? null : projectJson(destination.project),
        moves: destination?.moves ?? null,
        placed_by: placedBy ?? null,
        errors: it.errors.map(blockingErrorJson),
        memberships: memberships.map((it) => ({
          address: it.membership.address,
          project: it.project === undefined ? null : projectJson(it.project),
          by: it.reason.by,
          former_name: it.reason.by === "former-name" ? it.reason.name : null,
        })),
        possibly: possibly.map((it) => ({
          address: it.membership.address,
          project: it.project === undefined ? null : projectJson(it.project),
        })),
        placements: placements.map(({ address, rule, effect, next, exception }) => ({
          address,
          rule: rule === undefined ? null : ruleJson(rule),
          effect: effect ?? null,
          next: next === undefined ? null : ruleJson(next),
          exception: exception === undefined ? null : matchJson(exception),
        })),
        assigned: it.assigned.map(({ address, type, exclusive, objects }) => ({
          address,
          type,
          exclusive,
          objects: objects.map(({ id = null, name, attributes }) => ({ id, name, attributes })),
        })),
        nearly: placements.flatMap(({ address, nearly }) =>
          nearly.map(({ position, project: its, miss: { matches, obstacles } }) => ({
            address,
            position,
            project: its === undefined ? null : projectJson(its),
            matches: matchJson(matches),
            obstacles,
          })),
        ),
      }),
    ),
  });
}

/** A project that does not exist yet has no ID. */
function projectJson({ id, name }: ProjectTarget): object {
  return { id, name };
}

function ruleJson({ position, project, match }: MatchingRule): object {
  return { position, project: project === undefined ? null : projectJson(project), match: matchJson(match) };
}

function matchJson({ pattern, tags = [] }: ConditionMatch): object {
  return { pattern: pattern ?? null, tags };
}
