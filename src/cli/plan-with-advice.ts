import type { Refusal } from "../engine";
import { planCode, type LiveOrganization } from "../engine/plan-code";

/** Plans code, with the flags that would allow what is refused. */
export async function planWithAdvice(...args: Parameters<typeof planCode>): Promise<readonly LiveOrganization[]> {
  const live = await planCode(...args);
  return live.map((it) => ({ ...it, plan: { ...it.plan, refusals: it.plan.refusals.map(withAdvice) } }));
}

function withAdvice(refusal: Refusal): Refusal {
  const { remedy, message } = refusal;
  return remedy === undefined ? refusal : { ...refusal, message: `${message} ${adviceOf(remedy)}` };
}

function adviceOf(remedy: NonNullable<Refusal["remedy"]>): string {
  switch (remedy.option) {
    case "maxDeletes":
      return `To allow this, use --max-deletes ${remedy.needed}.`;
    case "maxMoves":
      return `To allow this, use --max-moves ${remedy.needed}, or --max-moves all for any number.`;
    case "evacuate":
      return "Or use --evacuate to move them to the default project.";
    case "ignore":
      return "Or use --ignore for this project too.";
  }
}
