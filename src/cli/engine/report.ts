import type { Command } from "commander";
import { give, stdoutColors } from "../terminal";
import type { CarriedOut } from "./carry-out";
import type { LiveOrganization } from "./live-organization";
import { outcomeForTerminal } from "../render/outcome";

/** What the command line says of how to tell results. */
export interface ReportArguments {
  readonly json?: boolean;
}

export function withReportOptions(command: Command): Command {
  return command.option("--json", "give one JSON document");
}
export function reportPlan(live: readonly LiveOrganization[], _: ReportArguments): void {
  give(JSON.stringify(live.map(({ plan }) => plan), undefined, 1));
}
export function reportDrift(live: readonly LiveOrganization[], _: ReportArguments): void {
  give(JSON.stringify(live.map(({ plan }) => plan), undefined, 1));
}
export function reportOutcome(carried: readonly CarriedOut[], _: ReportArguments): void {
  give(outcomeForTerminal(carried.map(({ live, outcomes }) => ({ plan: live.plan, outcomes })), stdoutColors));
}
