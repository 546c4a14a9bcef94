import type { RenamedWorkspace } from "../decide";
import {
  capitalized,
  type Diagnostic,
  hasFormOfId,
  idForName,
  NAME_FOR_ID,
  rulesLabel,
  suggestion,
  type NamedObject,
} from "../model";
import { missingWorkspaces, renamedText } from "../reconcile/missing-workspaces";
import { formatList, pluralize, quote } from "../reconcile/text";
import { labelOf, organizationLabel, soughtText, type SoughtProject } from "./names";
import { planError } from "./plan-error";

/* Errors about the workspaces of memberships, and about rules of placements. `address` is that of the resource. */

interface At {
  readonly address: string;
}

/** A membership has workspaces that do not exist; names that are similar, by name. */
export interface MissingMembers {
  readonly workspaces: readonly string[];
  readonly organization: string;
  readonly suggestions: Readonly<Record<string, string>>;
}

export const unknownWorkspaces = planError(
  "UNKNOWN_WORKSPACE",
  "Workspace not found",
  ({ organization, workspaces, suggestions }: At & MissingMembers) =>
    missingText(organization, workspaces, suggestions),
);

/** Workspaces that were not found, and the next step. */
export function missingText(...missing: Parameters<typeof missingWorkspaces>): string {
  const text = missingWorkspaces(...missing);
  return `${text} Remove deleted workspaces from the code, and correct the names of renamed ones.`;
}

/** Names of a membership whose workspaces have other names now. */
export function renamedWorkspaces({ address, renamed }: At & Renamed): Diagnostic<Renamed> {
  return namedOtherwise({ address, renamed, workspaces: renamed.map(({ from }) => from) });
}

interface Renamed {
  readonly renamed: readonly RenamedWorkspace[];
}

const namedOtherwise = planError("UNKNOWN_WORKSPACE", "Workspace renamed", ({ renamed }: Renamed) =>
  renamedText(renamed),
);

/** Rules, by position, place workspaces in a project that does not exist; a similar name. */
export const unknownTarget = planError(
  "UNKNOWN_PROJECT",
  "The project of a rule is missing",
  ({
    rules,
    reference,
    organization,
    nearest,
  }: At & {
    readonly rules: readonly number[];
    readonly reference: SoughtProject;
    readonly organization: string;
    readonly nearest?: string | undefined;
  }) => {
    const [place, rule] = rules.length === 1 ? ["places", "rule"] : ["place", "rules"];
    const isId = reference.by === "name" && hasFormOfId("project", reference.name);
    const sought = `${soughtText(reference)}${isId ? idForName(reference.name) : ""}`;
    const next = isId ? NAME_FOR_ID : `Correct the name, add the project to the code, or remove the ${rule}.`;
    return (
      `${capitalized(rulesLabel(rules))} ${place} workspaces in a project that does not exist: the organization ` +
      `${quote(organization)} has no project ${sought}, or the token is not authorized to read it.` +
      `${suggestion(nearest)} ${next}`
    );
  },
);

/** Rules, by position, place workspaces in a project that the plan deletes. */
export const deletedTarget = planError(
  "UNKNOWN_PROJECT",
  "The project of a rule will be deleted",
  ({ rules, deleted }: At & { readonly rules: readonly number[]; readonly deleted: NamedObject }) => {
    const [place, them] = rules.length === 1 ? ["places", "the rule"] : ["place", "the rules"];
    return (
      `The plan deletes project ${labelOf(deleted)}, and ${rulesLabel(rules)} ${place} workspaces in it. ` +
      `Keep the project in the code, or remove ${them}, too.`
    );
  },
);

/** The service does not report the tags of workspaces that decide which rules of placements match these. */
export const unknownTags = planError(
  "TAGS_NOT_REPORTED",
  "Tags not reported",
  ({
    addresses,
    workspaces,
    organization,
  }: {
    readonly addresses: readonly string[];
    readonly workspaces: readonly string[];
    readonly organization: string;
  }) => ({
    where: organizationLabel(organization),
    detail:
      `The service does not report the tags of ${pluralize(workspaces.length, "workspace")} ` +
      `(${formatList(workspaces)}), or does not tell their own tags from inherited ones, so the rules of ` +
      `${formatList(addresses)} cannot be evaluated for them. ` +
      "Select workspaces by names, or use a release of the service that reports tags.",
  }),
);
