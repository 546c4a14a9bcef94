import * as v from "valibot";

/** What people choose of a plan, and what a saved plan keeps: without one of them, `apply` would plan otherwise. */
const CHOICES = {
  prune: v.boolean(),
  evacuate: v.boolean(),
  maxDeletes: v.number(),
  maxMoves: v.union([v.number(), v.literal("all")]),
  ignore: v.pipe(v.array(v.string()), v.readonly()),
  skipDurations: v.boolean(),
};

export const planChoices = v.partial(v.object(CHOICES));

/** See `PlanOptions` and `ObserveOptions` for their meaning. */
export type PlanChoices = v.InferOutput<typeof planChoices>;

/** These options without others. */
export function choicesOf(options: PlanChoices): PlanChoices {
  const { prune, evacuate, maxDeletes, maxMoves, ignore, skipDurations } = options;
  return { prune, evacuate, maxDeletes, maxMoves, ignore, skipDurations } satisfies Record<keyof PlanChoices, unknown>;
}
