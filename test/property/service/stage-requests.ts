import type { Stage, ModelState } from "../service-model/state";
import type { Random } from "./random";
import { pageParameters, queryText } from "./project-requests";

const UNKNOWN = ["M0n999", "0123456789abcdef"];

/** The identifier of one of the things, mostly. */
export function idOf(
  dice: Random,
  prefix: string,
  things: readonly { readonly id: string }[],
  world: ModelState,
): string {
  if (things.length > 0 && dice.chance(0.92)) return dice.oneOf(things.slice(-60)).id;
  const others = [...world.projects, ...world.runs, ...world.stages, ...world.results].map(({ id }) => id);
  return dice.oneOf([`${prefix}-${dice.oneOf(UNKNOWN)}`, dice.oneOf(others), "x", "%20", "__proto__"]);
}

/** A stage to override: those that wait for it more often than their number. */
export function stageToOverride(dice: Random, world: ModelState): string {
  const waiting = world.stages.filter(({ status }: Stage) => status === "awaiting_override");
  return dice.chance(0.4) && waiting.length > 0 ? dice.oneOf(waiting).id : idOf(dice, "ts", world.stages, world);
}

export function includeQuery(dice: Random, paged: boolean): string {
  const parameters: [string, string][] = paged ? pageParameters(dice) : [];
  const good = ["run", "run.workspace", "task-results", "task_results", "policy-evaluations", "policy_evaluations"];
  const bad = ["runs", "workspace", "task-results.task-stage", "RUN", "__proto__", " run"];
  if (dice.chance(paged ? 0.3 : 0.6)) {
    const words = dice.some(good, dice.between(1, 3));
    parameters.push(["include", dice.chance(0.15) ? [...words, dice.oneOf(bad)].join(",") : words.join(",")]);
  }
  return queryText(dice, parameters);
}
