import type { JsonObject } from "../../json";
import { formatPath, type Attribute, type AttributePath, type ValueType } from "../../schema";
import type { ConfigurationProblem } from "../configuration-error";
import { locationOf, type Block } from "./blocks";
import type { Evaluation } from "./evaluation";
import { convert, ProjectIdReference, type Value } from "./value";

/** A body of a block, or of a block in it. */
interface BodyIn {
  readonly body: JsonObject;
  /** The place of the body in the block. */
  readonly path: AttributePath;
}

/** Reads the values of attributes, as Terraform converts them. */
export class AttributeReader {
  readonly problems: ConfigurationProblem[] = [];

  constructor(private readonly evaluation: Evaluation) {}

  /**
   * The values of attributes, null for those that are absent; undefined, with a problem, when one of them cannot be
   * evaluated.
   *
   * @param at - The body that has them. @default that of the block
   */
  values<Name extends string>(
    block: Block,
    names: readonly Name[],
    { attributes }: { readonly attributes: Readonly<Record<Name, Attribute>> },
    at: BodyIn = { body: block.body, path: [] },
  ): ((name: Name) => Value) | undefined {
    const values = new Map(names.map((name) => [name, this.#value(block, name, attributes[name].type, at)]));
    return [...values.values()].includes(undefined) ? undefined : (name) => values.get(name) ?? null;
  }

  #value(block: Block, name: string, type: ValueType, { body, path }: BodyIn): Value | undefined {
    const place = formatPath([...path, name]);
    const value = this.evaluation.evaluate(body[name], `${block.address}.${place}`, block.constructPath);
    if (value === undefined || value === null) return value;
    const converted = convert(type, value);
    const parts: readonly unknown[] = typeof converted === "object" ? Object.values(converted ?? {}) : [];
    const hasReference = [converted, ...parts].some((it) => it instanceof ProjectIdReference);
    if (converted !== undefined && !hasReference) return converted;
    this.problems.push({ where: locationOf(block, place), message: UNKNOWN_ID });
    return undefined;
  }
}

const UNKNOWN_ID = "Only Terraform knows the id of a project, so it cannot be used here.";
