import type { LimitName } from "./plan/plan-options";

/** The options that reports name: those of planning, and of reports themselves. */
export type NamedOption =
  | LimitName
  | ("evacuate" | "html" | "ignore" | "impact" | "json" | "prune" | "skipDurations" | "verbose");

/** What the caller calls an option: `maxMoves` in a program, `--max-moves` on the command line. */
export type OptionName = (option: NamedOption) => string;

export const nameInPrograms: OptionName = (option) => option;

/** What all formats have in common. */
export interface ReportOptions {
  /** @default the name in programs */
  readonly optionName?: OptionName | undefined;
}
