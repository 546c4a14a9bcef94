import type { NamedObject } from "../model";
import { formatList, pluralize, quote } from "../reconcile/text";

/** A project that was not found: as the code refers to it, or as the state has it. */
export type SoughtProject =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "name"; readonly name: string }
  | { readonly by: "default" }
  | ({ readonly by: "state" } & NamedObject);

/** How a message names a project that was not found. */
export function soughtText(project: SoughtProject): string {
  switch (project.by) {
    case "id":
      return project.id;
    case "name":
      return quote(project.name);
    case "address":
      return project.address;
    case "state":
      return labelOf(project);
    case "default":
      return "the default project";
  }
}

/** `"Platform" (prj-…)` */
export function labelOf({ id, name }: NamedObject): string {
  return `${quote(name)} (${id})`;
}

/** `organization "acme"` */
export function organizationLabel(name: string): string {
  return `organization ${quote(name)}`;
}

/** `project "Platform" (prj-…)`, `2 workspaces (api, web)`; empty without names. */
export function listed(noun: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1 ? `${noun} ${formatList(names)}` : `${names.length} ${noun}s (${formatList(names)})`;
}

/** `2 workspaces (api, web)` */
export function workspacesText(workspaces: readonly { readonly name: string }[]): string {
  return `${pluralize(workspaces.length, "workspace")} (${formatList(workspaces.map(({ name }) => name))})`;
}
