import type { Command } from "commander";
import { CDK_APP_EXPLAINED } from "../model";
import { usageError } from "../user-error";
import { collect, collectPattern, nonNegativeInteger, nonNegativeIntegerOrAll, seconds } from "./option-values";
import { planOptionsOf } from "../engine/plan";
import type { DefaultOrganization } from "../engine/source";
import type { PlanOptions } from "../engine";

/** Flags of the commands that read code. */
export interface CodeFlags {
  readonly synth: boolean;
  readonly state?: readonly string[];
  readonly organization?: string;
  /** In milliseconds. */
  readonly deadline?: number;
}

/** Flags of the commands that plan changes. */
export interface PlanFlags extends CodeFlags, PlanOptions {
  readonly impact?: boolean;
}

/** The argument of the commands that read code. */
export const CODE_ARGUMENT = [
  "[path]",
  `folder of a ${CDK_APP_EXPLAINED} or of Terraform JSON, its file if it has only one, or a Terraform plan as JSON, ` +
    "- for stdin",
  ".",
] as const;

/** The option of the commands that read code. */
export const ORGANIZATION = [
  "--organization <name>",
  "organization of code that names none; other code keeps its own (default: TFE_ORGANIZATION)",
] as const;

export const NO_SYNTH = [
  "--no-synth",
  "use the output of an earlier synth instead of running the app in cdktf.json",
] as const;

export const SKIP_DURATIONS = [
  "--skip-durations",
  "do not compare auto-destroy durations; saves one request for each project",
] as const;

export const IMPACT = [
  "--impact",
  "read what moves and deletions change: who uses the identity of runs, access, sets, tags, run tasks and more",
] as const;

export const DEADLINE = [
  "--deadline <seconds>",
  "time limit of each request with its retries (default: 600)",
  seconds,
] as const;

export const STATE = [
  "--state <file>",
  "Terraform state that identifies projects, - for stdin; STACK=FILE for one of several stacks " +
    "(default: the state file of a local backend)",
  collect,
] as const;

/** @param objects - The objects that are left alone. */
export function addIgnoreOption<C extends Command>(command: C, objects = "unmanaged projects and workspaces"): C {
  return command.option(
    "--ignore <pattern>",
    `leave ${objects} with this name or ID alone; * is a wildcard; repeatable`,
    collectPattern,
  );
}

export function addPlanFlags<C extends Command>(command: C): C {
  const planned = addIgnoreOption(
    command
      .option(...ORGANIZATION)
      .option(...STATE)
      .option(...NO_SYNTH),
  )
    .option("--prune", "treat the code as authoritative: delete unmanaged projects")
    .option("--evacuate", "with --prune: move the workspaces of these projects to the default project first");
  return addLimitOptions(planned)
    .option(...SKIP_DURATIONS)
    .option(...IMPACT);
}

/** How many projects a plan may delete, and how many workspaces it may move. */
export function addLimitOptions<C extends Command>(command: C): C {
  return command
    .option(
      "--max-deletes <number>",
      "maximum number of projects to delete (default: a quarter of all projects, rounded down)",
      nonNegativeInteger,
    )
    .option(
      "--max-moves <number>",
      "maximum number of workspaces to move, or all (default: a quarter of all workspaces, at least 25)",
      nonNegativeIntegerOrAll,
    );
}

/** @param option - The value of {@link ORGANIZATION}. An empty text counts as unset, as an empty variable does. */
export function defaultOrganization(option: string | undefined): DefaultOrganization | undefined {
  if (option !== undefined && option !== "") return { name: option, source: "--organization", isRequired: true };
  const { TFE_ORGANIZATION: name } = process.env;
  return name === undefined || name === "" ? undefined : { name, source: "TFE_ORGANIZATION", isRequired: false };
}

/** @throws UserError when flags conflict. */
export function parsePlanFlags(flags: PlanFlags): PlanOptions {
  if (flags.prune !== true && flags.evacuate === true) {
    throw usageError("--evacuate needs --prune.", "Add --prune, or remove --evacuate.");
  }
  return planOptionsOf(flags);
}
