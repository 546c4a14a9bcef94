import { eitherCause } from "../reconcile";
import type { StateResource } from "../terraform/state";
import { projectIdOf } from "./resources";

export function missingNote(project: StateResource): string {
  return `${project.address} (${projectIdOf(project)}) was not found: ${eitherCause("it")}. The plan will create it.`;
}

/** A note about a module that other configurations may call. @param folder - Its path. */
export function outsideNote(folder: string): string {
  return (
    `${folder} is outside of this folder: run this command for each other configuration that uses it before its next ` +
    `plan, and keep what it writes into ${folder} until all of them are applied.`
  );
}

export const NOT_READ =
  "The organization was not read: what was changed in it since the last refresh, and execution modes and agent pools " +
  "of projects without tfe_project_settings, are neither taken into the code nor announced.";
