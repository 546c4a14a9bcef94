import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as estree from "prettier/plugins/estree";
import * as babel from "prettier/plugins/babel";
import { format } from "prettier/standalone";
import style from "../../.oxfmtrc.json";
import { changeSchema } from "../../src/engine/changes/change";
import { documentedWarnings, PLAN_ERRORS } from "../../src/diagnostics";
import { IMPACT_KIND_NAMES, kindOf, type ImpactKindName } from "../../src/engine/impact/kinds";
import { LEFT_CAUSES } from "../../src/engine/left-changes";
import { groupBy } from "../../src/lists";
import { snakeCase } from "../../src/schema";

/** The schema of the documents of the command line. */
export const PLAN_SCHEMA = resolve(__dirname, "../../schema/plan.schema.json");

type JsonSchema = Readonly<Record<string, unknown>>;

/** As far as this script looks into a schema of valibot. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
  readonly wrapped?: Schema;
  /** Of the members of a record. */
  readonly value?: Schema;
  readonly literal?: unknown;
  readonly pipe?: readonly Part[];
}

/** A schema, or what is said about it. */
interface Part extends Schema {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly description?: string;
  readonly requirement?: number;
}

/** The text of the schema: actions, and the codes of errors, of warnings and of what undo leaves, are the engine's. */
export function planSchemaNow(): Promise<string> {
  const schema = JSON.parse(readFileSync(PLAN_SCHEMA, "utf8")) as { readonly $defs: Definitions };
  const { error, warning, left } = schema.$defs;
  const warnings = documentedWarnings();
  const byAddresses = groupBy(
    warnings.filter((it) => it.addresses !== undefined),
    (it) => it.addresses,
  );
  const addresses = [...byAddresses].map(([text, all]) => `${all.map(({ code }) => code).join(", ")}: ${text}`);
  const $defs = {
    ...schema.$defs,
    error: withProperties(error, { code: { enum: Object.keys(PLAN_ERRORS) } }),
    warning: withProperties(warning, {
      code: { enum: warnings.map(({ code }) => code) },
      addresses: { description: `Addresses in the code. ${addresses.join("; ")}.` },
    }),
    left: withProperties(left, { code: { enum: LEFT_CAUSES } }),
    ...definitionsOf(changeSchema.getter(undefined)),
    related_impact: membersOf(IMPACT_KIND_NAMES, () => ({ $ref: "#/$defs/kind_impact" })),
    deleted_with: membersOf(
      IMPACT_KIND_NAMES.filter((name) => kindOf(name).deletedWith !== undefined),
      () => ({ type: ["array", "null"], items: { $ref: "#/$defs/impact_effect" } }),
    ),
  };
  const text = JSON.stringify({ ...schema, $defs }, undefined, 2);
  return format(text, { parser: "json", plugins: [babel, estree], printWidth: style.printWidth });
}

type Definitions = Readonly<Record<string, JsonSchema>> & Readonly<Record<"error" | "warning" | "left", Properties>>;

interface Properties {
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

function withProperties(schema: Properties, changes: Readonly<Record<string, JsonSchema>>): object {
  const changed = Object.entries(schema.properties).map(([name, it]) => [name, { ...it, ...changes[name] }]);
  return { ...schema, properties: Object.fromEntries(changed) as object };
}

/** An object with a member for each kind of what `--impact` reads. */
function membersOf(kinds: readonly ImpactKindName[], schema: () => JsonSchema): JsonSchema {
  const members = kinds.map((name) => [snakeCase(name), { description: plain(kindOf(name).meaning), ...schema() }]);
  const required = kinds.map((name) => snakeCase(name));
  return { type: "object", required, properties: Object.fromEntries(members) as object, unevaluatedProperties: false };
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown.replaceAll("`", "");
}

/** Every shape in a schema of valibot that has a name, in JSON Schema: the members that are written, in snake_case. */
function definitionsOf(schema: unknown): Readonly<Record<string, JsonSchema>> {
  const definitions = new Map<string, JsonSchema>();
  const converted = (it: Schema): JsonSchema => {
    const said = partsOf(it).map(({ metadata, description }) => metadata ?? (description && { description }));
    const { definition, ...details } = Object.assign({}, ...said) as JsonSchema;
    const whole = { ...shapeOf(it), ...details };
    if (typeof definition !== "string") return whole;
    definitions.set(definition, whole);
    return { $ref: `#/$defs/${definition}` };
  };
  const shapeOf = (it: Schema): JsonSchema => {
    switch (it.type) {
      case "object":
      case "strict_object":
        return objectOf(it.entries ?? {});
      case "array": {
        const minItems = partsOf(it).find(({ type }) => type === "min_length")?.requirement;
        return { type: "array", ...(minItems === undefined ? {} : { minItems }), items: inside(it.item) };
      }
      case "picklist":
        return { enum: it.options };
      case "literal":
        return { const: it.literal };
      case "optional":
      case "non_optional":
        return inside(it.wrapped);
      case "nullable": {
        const { type, ...rest } = inside(it.wrapped);
        if ("$ref" in rest) return { anyOf: [rest, { type: "null" }] };
        return { type: [type, "null"], ...rest };
      }
      case "non_nullish": {
        const { type, ...rest } = inside(it.wrapped);
        return { type: Array.isArray(type) ? (type as unknown[])[0] : type, ...rest };
      }
      case "variant":
        return { oneOf: it.options?.map((option) => converted(option as Schema)) };
      case "record":
        return { type: "object", additionalProperties: inside(it.value) };
      case "union":
        return { anyOf: it.options?.map((option) => inside(option as Schema)) };
      case "custom":
        return { type: "object", additionalProperties: { type: "string" } };
      default:
        return { type: it.type };
    }
  };
  const inside = (it: Schema | undefined): JsonSchema => (it === undefined ? {} : converted(it));
  const objectOf = (entries: Readonly<Record<string, Schema>>): JsonSchema => ({
    type: "object",
    required: Object.keys(entries)
      .filter((name) => entries[name]?.type !== "optional")
      .map(snakeCase),
    properties: Object.fromEntries(Object.entries(entries).map(([name, it]) => [snakeCase(name), converted(it)])),
    unevaluatedProperties: false,
  });
  converted(schema as Schema);
  return Object.fromEntries(definitions);
}

/** What a schema says besides its shape, from the inside out. */
function partsOf({ pipe = [] }: Schema): readonly Part[] {
  return pipe.flatMap((part) => (part.pipe === undefined ? [part] : partsOf(part)));
}
