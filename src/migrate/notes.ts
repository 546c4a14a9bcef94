import { eitherCause, formatList, groupBy, pluralize } from "../reconcile";
import type { StateResource } from "../terraform/state";
import { projectIdOf } from "./resources";

/** An attribute of a project that the plan changes only in the state. */
export interface ChangedInState {
  readonly attribute: string;
  readonly address: string;
}

/** Notes about what the plan changes only in the state. */
export function changedInStateNotes(changed: readonly ChangedInState[]): readonly string[] {
  return [...groupBy(changed, ({ attribute }) => attribute)].map(([attribute, its]) => {
    const addresses = its.map(({ address }) => address);
    const changes = pluralize(addresses.length, "change");
    return `The plan shows ${changes} of the state only: ${attribute} of ${formatList(addresses)}.`;
  });
}

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

/** A note about what assigns teams and sets to projects. @param addresses - At least one. */
export function staysNote(addresses: readonly string[]): string {
  const [stays, it] = addresses.length === 1 ? ["stays", "it"] : ["stay", "them"];
  return (
    `${formatList(addresses)} ${stays} with hashicorp/tfe. Take ${it} over once the projects are, or leave ${it} ` +
    "there, but do not assign the same with both providers."
  );
}

export const NOT_READ =
  "The organization was not read: what was changed in it since the last refresh, and execution modes and agent pools " +
  "of projects without tfe_project_settings, are neither taken into the code nor announced.";
