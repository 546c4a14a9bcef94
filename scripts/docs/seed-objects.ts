import type { Schema } from "../../src/emulator/decode";
import { decode } from "../../src/emulator/decode";
import type { GivenKind } from "../../src/emulator/engine/options";
import { partsOf } from "../../src/emulator/engine/options";
import { takesOrganization } from "../../src/emulator/engine/out-of-band";
import { DecodeError } from "../../src/emulator/errors";
import { organizations } from "../../src/emulator/kinds/organization";
import { KINDS } from "../../src/emulator/service-kinds";
import { table } from "./block";

/** The options of the objects that an organization has in a seed, for kinds that state them. */
export function seedObjects(): string {
  const rows = partsOf(KINDS, organizations, "seed").flatMap(({ kind }) => {
    const { name, short } = kind.outOfBand;
    const shown = short === undefined ? "" : `\`${short}\` alone, or an object with `;
    return [[`\`${name}\``, shown + optionsOf(kind)], ...partsOf(KINDS, kind).map((part) => partRow(name, part.kind))];
  });
  return table(["member", "options of each object"], rows);
}

/** Objects that are parts of others. Pairs have names as keys. */
function partRow(owner: string, kind: GivenKind): [string, string] {
  const { name, pair } = kind.outOfBand;
  // An organization has them, too.
  if (takesOrganization(kind.outOfBand)) return [`\`${name}\` of \`${owner}\``, `as \`${name}\``];
  const short = pair === undefined ? "" : `by name: \`${pair.short}\` alone, or an object with `;
  return [`\`${name}\` of \`${owner}\``, short + optionsOf(kind)];
}

function optionsOf({ outOfBand: { byName } }: GivenKind): string {
  return Object.entries(byName)
    .map(([name, schema]) => option(name, schema))
    .join(", ");
}

function option(name: string, schema: Schema): string {
  const required = problemWith(schema, undefined) === undefined ? "" : "required";
  const words = [...(problemWith(schema, {})?.expected ?? "").matchAll(/"([^"]+)"/g)].map(([, word]) => `\`${word}\``);
  const notes = [required, words.join(", ")].filter((note) => note !== "");
  return notes.length === 0 ? `\`${name}\`` : `\`${name}\` (${notes.join("; ")})`;
}

function problemWith(schema: Schema, value: unknown): DecodeError | undefined {
  try {
    decode(schema, value);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}
