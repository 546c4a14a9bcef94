import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { CliError } from "../errors";
import type { PlanningOptions } from "./plan-code";

/** What the command line says of how to plan. */
export interface PlanFlags {
  readonly synth: boolean;
  readonly prune?: boolean;
  readonly evacuate?: boolean;
  readonly maxDeletes?: number;
  readonly skipDurations?: boolean;
}

/** Of all that read code. */
export const NO_SYNTH = [
  "--no-synth",
  "read what was synthesized before, instead of running the app of cdktf.json",
] as const;

/** Of all that look at organizations. */
export const SKIP_DURATIONS = [
  "--skip-durations",
  "do not compare auto-destroy durations: faster, since the list does not carry them",
] as const;

/** Options of every command that plans changes. */
export function addPlanFlags(command: Command): Command {
  return command
    .option(...NO_SYNTH)
    .option("--prune", "take the code for the whole truth: delete projects that it does not name")
    .option("--evacuate", "with --prune: move the workspaces of such projects to the default project first")
    .option(
      "--max-deletes <number>",
      "with --prune: delete no more projects than this (default: a quarter of all, rounded down)",
      nonNegativeInteger,
    )
    .option(...SKIP_DURATIONS);
}

/** @throws Problem when options contradict each other. */
export function planningOptions(flags: PlanFlags): PlanningOptions {
  const { prune, evacuate, maxDeletes, skipDurations } = flags;
  if (prune !== true && (evacuate === true || maxDeletes !== undefined)) {
    throw new CliError(
      `${evacuate === true ? "--evacuate" : "--max-deletes"} is about projects that are deleted, and only --prune deletes any.`,
      "Add --prune, or leave it out.",
    );
  }
  return { prune, evacuate, maxDeletes, skipDurations };
}

function nonNegativeInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is a whole number, 0 or more.");
  return Number(text);
}
