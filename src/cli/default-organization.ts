import type { DefaultOrganization } from "../engine/source";

/** The option of the commands that read code. */
export const ORGANIZATION = [
  "--organization <name>",
  "organization of code that names none (default: TFE_ORGANIZATION)",
] as const;

/** @param option - The value of {@link ORGANIZATION}. An empty text counts as unset, as an empty variable does. */
export function defaultOrganization(option: string | undefined): DefaultOrganization | undefined {
  if (option !== undefined && option !== "") return { name: option, source: "--organization", isRequired: true };
  const { TFE_ORGANIZATION: name } = process.env;
  return name === undefined || name === "" ? undefined : { name, source: "TFE_ORGANIZATION", isRequired: false };
}
