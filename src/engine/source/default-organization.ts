import { nameKey } from "../../model";
import { formatList } from "../../reconcile";
import { UserError } from "../../user-error";
import type { Configuration } from "./read-configuration";

/** The organization of code that names none. */
export interface DefaultOrganization {
  readonly name: string;
  /** The setting that it comes from, for messages: `TFE_ORGANIZATION`. */
  readonly source: string;
  /** Whether it is an error that all code names its organization. */
  readonly isRequired: boolean;
}

/** @throws UserError when the code has organizations of its own, and not the required one. */
export function checkOrganizationUsed(code: Pick<Configuration, "organizations">, of?: DefaultOrganization): void {
  if (of?.isRequired !== true) return;
  const names = code.organizations.map(({ desired }) => desired.name);
  if (names.length === 0 || names.some((name) => nameKey(name) === nameKey(of.name))) return;
  throw new UserError(
    `${of.source} ${of.name} is not used: all of the code names its organization (${formatList(names)}).`,
    `Remove ${of.source}, or \`organization\` from the code.`,
    { code: "USAGE" },
  );
}
