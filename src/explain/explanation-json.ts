import { toDocument } from "../engine/report/json";
import type { ProjectTarget } from "../engine";
import type { Explanation, HoldingReason } from "./explanation";
import type { NearMiss } from "./near-miss";

/** Explanations of a workspace, one for each organization that has it, as a JSON document. Pure. */
export function explanationsAsJson(explanations: readonly Explanation[]): string {
  return toDocument("explain", {
    workspaces: explanations.map(
      ({ organization, workspace, project, memberships, possibly, nearly, placedBy, destination }) => ({
        organization,
        id: workspace.id,
        name: workspace.name,
        // It does not exist yet: Terraform's plan creates it.
        ...("address" in workspace ? { address: workspace.address } : {}),
        project: project === undefined ? null : projectJson(project),
        destination: destination === undefined ? null : projectJson(destination.project),
        moves: destination?.moves ?? null,
        placed_by: placedBy ?? null,
        memberships: memberships.map((it) => ({
          address: it.membership.address,
          project: it.project === undefined ? null : projectJson(it.project),
          ...reasonJson(it.reason),
        })),
        possibly: possibly.map((it) => ({
          address: it.membership.address,
          project: it.project === undefined ? null : projectJson(it.project),
        })),
        nearly: nearly.map((it) => ({
          address: it.membership.address,
          project: it.project === undefined ? null : projectJson(it.project),
          ...missJson(it.miss),
        })),
      }),
    ),
  });
}

/** A project that does not exist yet has no ID. */
function projectJson({ id, name }: ProjectTarget): object {
  return { id, name };
}

function reasonJson(reason: HoldingReason): object {
  if (reason.by !== "rule") return { by: reason.by };
  const { by, pattern = null, tags = [] } = reason;
  return { by, pattern, tags };
}

function missJson({ matches, obstacles }: NearMiss): object {
  const { pattern = null, tags = [] } = matches;
  return { matches: { pattern, tags }, obstacles };
}
