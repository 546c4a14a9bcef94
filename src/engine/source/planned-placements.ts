import { asObject, asObjects, isObject } from "../../json";
import { placementRuleBlock, RESOURCES, sameName, unplacedName } from "../../model";
import { sameValue, valueTypes } from "../../schema";
import type { PlannedChange } from "../../terraform/plan";
import type { DesiredPlacement, ProjectReference } from "../organization";
import { convertPlacement, literalValues, PLACEMENT_ATTRIBUTES, type Value } from "./value";

/**
 * A placement in a Terraform plan, with the rules of its planned values: the code in a plan has no `dynamic` blocks.
 *
 * @param valueOf - A planned value; null if the code does not set it.
 * @param projects - The projects that exist after the plan.
 */
export function plannedPlacement(
  change: PlannedChange,
  valueOf: (name: (typeof PLACEMENT_ATTRIBUTES)[number]) => Value,
  projects: readonly PlannedChange[],
): DesiredPlacement {
  const { address, after } = change;
  const own = projects.filter((it) => sameName(String(it.after["organization"]), String(after["organization"])));
  const decided = decidedMoves(change);
  return {
    ...convertPlacement({
      address,
      values: valueOf,
      rules: asObjects(after["rule"]).map((rule) => ({
        project: projectNamed(String(rule["project"]), own),
        values: literalValues(placementRuleBlock, rule),
      })),
    }),
    ...(decided === undefined ? {} : { decided }),
  };
}

function projectNamed(name: string, projects: readonly PlannedChange[]): ProjectReference {
  const planned = projects.find((it) => sameName(String(it.after["name"]), name));
  return planned === undefined ? { by: "name", name } : { by: "address", address: planned.address };
}

/** With the rules of the state, Terraform moves what the last refresh has found; undefined with others. */
function decidedMoves({ action, before, after }: PlannedChange): DesiredPlacement["decided"] {
  if (action !== "keep" || !isObject(before["unplaced"])) return undefined;
  const { attributes } = RESOURCES.tfprojects_workspace_placement;
  const { max_moves: _, ...types } = valueTypes({
    attributes: Object.fromEntries(PLACEMENT_ATTRIBUTES.map((name) => [name, attributes[name]])),
    blocks: { rule: placementRuleBlock },
  });
  const isUnchanged = Object.entries(types).every(([name, type]) => sameValue(type, before[name], after[name]));
  if (!isUnchanged) return undefined;
  return Object.entries(asObject(before["unplaced"])).map(([id, line]) => ({ id, name: unplacedName(String(line)) }));
}
