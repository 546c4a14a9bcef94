import { stepInWords } from "../model";
import type { Plan } from "./plan/comparison";

/** The options that reports name: those of planning, and of reports themselves. */
const OPTIONS = [
  ...(["evacuate", "html", "ignore", "impact", "json", "maxDeletes", "maxMoves", "prune"] as const),
  ...(["skipDurations", "verbose"] as const),
] as const;

/** What the caller calls an option: `maxMoves` in a program, `--max-moves` on the command line. */
export type OptionName = (option: (typeof OPTIONS)[number]) => string;

export const nameInPrograms: OptionName = (option) => option;

/** A plan whose errors name the options that would allow it as the caller calls them. */
export function withNextSteps(plan: Plan, optionName: OptionName): Plan {
  const nameOf = (name: string): string => {
    const option = OPTIONS.find((it) => it === name);
    return option === undefined ? name : optionName(option);
  };
  const errors = plan.errors.map(({ nextStep, ...it }) =>
    nextStep === undefined ? it : { ...it, nextStep: stepInWords(nextStep, nameOf) },
  );
  return { ...plan, errors };
}

/** What all formats have in common. */
export interface ReportOptions {
  /** @default the name in programs */
  readonly optionName?: OptionName | undefined;
}
