import type { Stage, ModelState } from "../service-model/state";
import type { Random } from "./random";
import { pageParameters, queryText } from "./project-requests";

const UNKNOWN = ["M0n999", "0123456789abcdef"];

/** The id of one of the objects, usually. */
export function idOf(
  random: Random,
  prefix: string,
  things: readonly { readonly id: string }[],
  world: ModelState,
): string {
  if (things.length > 0 && random.chance(0.92)) return random.oneOf(things.slice(-60)).id;
  const others = [...world.projects, ...world.runs, ...world.stages, ...world.results].map(({ id }) => id);
  return random.oneOf([`${prefix}-${random.oneOf(UNKNOWN)}`, random.oneOf(others), "x", "%20", "__proto__"]);
}

/** A stage to override, preferably one that awaits it. */
export function stageToOverride(random: Random, world: ModelState): string {
  const waiting = world.stages.filter(({ status }: Stage) => status === "awaiting_override");
  return random.chance(0.4) && waiting.length > 0 ? random.oneOf(waiting).id : idOf(random, "ts", world.stages, world);
}

export function includeQuery(random: Random, paged: boolean): string {
  const parameters: [string, string][] = paged ? pageParameters(random) : [];
  const good = ["run", "run.workspace", "task-results", "task_results", "policy-evaluations", "policy_evaluations"];
  const bad = ["runs", "workspace", "task-results.task-stage", "RUN", "__proto__", " run"];
  if (random.chance(paged ? 0.3 : 0.6)) {
    const words = random.some(good, random.between(1, 3));
    parameters.push(["include", random.chance(0.15) ? [...words, random.oneOf(bad)].join(",") : words.join(",")]);
  }
  return queryText(random, parameters);
}
