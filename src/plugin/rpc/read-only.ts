import type { Diagnostics } from "../diagnostics";
import type { Schema } from "../../schema";
import type { ObjectValue } from "../value/value";

/** Adds an error for each attribute that the configuration sets and cannot set. Terraform leaves that to the provider. */
export function rejectReadOnly(schema: Schema, config: ObjectValue, diagnostics: Diagnostics): void {
  for (const [name, { mode }] of Object.entries(schema.attributes)) {
    if (mode !== "computed" || (config[name] ?? null) === null) continue;
    diagnostics.error(
      "Invalid Configuration for Read-Only Attribute",
      `Cannot set a value for "${name}": only the provider does. Remove it from the configuration.`,
      [name],
    );
  }
}
