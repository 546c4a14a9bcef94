import type { OptionName } from "../option-name";

/** What all formats have in common. */
export interface ReportOptions {
  /** @default the name in programs */
  readonly optionName?: OptionName | undefined;
}
