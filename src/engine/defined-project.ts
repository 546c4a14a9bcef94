import { asObject, getString } from "../json";

/** A project: by the name of one of the definition or of the organization, by ID, or the default project. */
export type DefinedProject = string | { readonly id: string } | { readonly default: true };

export function projectNeeded(what: string): string {
  return `${what} needs a project: its name, \`{ id: "prj-…" }\` or \`{ default: true }\`.`;
}

/** What addresses call a project. */
export function labelOf(project: unknown): string {
  return typeof project === "string" ? project : (getString(asObject(project), "id") ?? "default");
}
