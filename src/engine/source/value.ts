import type { ProjectReference } from "../organization";

/** A value of the code that is known without Terraform. References to a project's id are kept as references. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [member: string]: Value }
  | ProjectIdReference;

/** The id of a project that may not exist yet. */
export class ProjectIdReference {
  constructor(readonly reference: ProjectReference) {}
}

/** Parsed JSON as a Terraform value: literally, without templates. */
export function valueIn(json: unknown): Value {
  if (json === null || typeof json === "string" || typeof json === "number" || typeof json === "boolean") return json;
  if (Array.isArray(json)) return json.map(valueIn);
  return typeof json === "object"
    ? Object.fromEntries(Object.entries(json).map(([name, value]: [string, unknown]) => [name, valueIn(value)]))
    : null;
}
