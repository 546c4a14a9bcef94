import { nameKey } from "../../model";
import { formatList } from "../../reconcile";
import type { Configuration } from "./read-configuration";
import { UserError } from "../../user-error";

/** The organization of code that names none. */
export interface DefaultOrganization {
  readonly name: string;
  /** Where it comes from, for messages. */
  readonly source: "--organization" | "TFE_ORGANIZATION";
}

/** The option of the commands that read code. */
export const ORGANIZATION = [
  "--organization <name>",
  "organization of code that names none (default: TFE_ORGANIZATION)",
] as const;

/** @param option - The value of {@link ORGANIZATION}. An empty text counts as unset, as an empty variable does. */
export function defaultOrganization(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): DefaultOrganization | undefined {
  if (option !== undefined && option !== "") return { name: option, source: "--organization" };
  const { TFE_ORGANIZATION: name } = env;
  return name === undefined || name === "" ? undefined : { name, source: "TFE_ORGANIZATION" };
}

/** @throws UserError when the code has organizations of its own, and not the one of the option. */
export function checkOrganizationUsed(code: Pick<Configuration, "organizations">, of?: DefaultOrganization): void {
  if (of?.source !== "--organization") return;
  const names = code.organizations.map(({ desired }) => desired.name);
  if (names.length === 0 || names.some((name) => nameKey(name) === nameKey(of.name))) return;
  throw new UserError(
    `--organization ${of.name} is not used: all of the code names its organization (${formatList(names)}).`,
    "Remove --organization, or `organization` from the code.",
    { code: "USAGE" },
  );
}
