import { isRecord, type AttributePath } from "../../schema";

/**
 * The configured attributes of one resource, data source or provider, from any source: null when omitted, undefined
 * when unknown until apply. A value of the wrong type counts as unknown; types are validated elsewhere.
 */
export class ConfigValues {
  /**
   * @param read - Returns the value of an attribute or of the blocks of a type, by its name in Terraform: an object for
   *   a block that there is once, and a list of objects for others.
   * @param nameOf - Returns the name of an attribute or block in the code, for messages.
   * @param block - The path of the block that these are the values of.
   */
  constructor(
    private readonly read: (attribute: string) => unknown,
    private readonly nameOf: (attribute: string) => string = (attribute) => attribute,
    private readonly block: AttributePath = [],
  ) {}

  /** The path of an attribute or block, for problems. */
  path(...steps: AttributePath): AttributePath {
    return [...this.block, ...steps];
  }

  /** The blocks of a type, each with its own values; undefined if it is unknown which there are. */
  blocks(type: string): readonly ConfigValues[] | undefined {
    const value = this.read(type);
    if (value === null) return [];
    if (Array.isArray(value)) return value.map((block: unknown, index) => this.#inside(block, [type, index]));
    return isRecord(value) ? [this.#inside(value, [type])] : undefined;
  }

  /** The values of a nested block. */
  #inside(block: unknown, steps: AttributePath): ConfigValues {
    const read = (attribute: string): unknown => {
      if (!isRecord(block)) return undefined;
      return Object.hasOwn(block, attribute) ? block[attribute] : null;
    };
    return new ConfigValues(read, this.nameOf, this.path(...steps));
  }

  /** Whether the attribute is set; undefined for an unknown value, which may turn out to be null. */
  isSet(attribute: string): boolean | undefined {
    const value = this.read(attribute);
    return value === undefined ? undefined : value !== null;
  }

  string(attribute: string): string | null | undefined {
    const value = this.read(attribute);
    return value === null || typeof value === "string" ? value : undefined;
  }

  number(attribute: string): number | null | undefined {
    const value = this.read(attribute);
    return value === null || typeof value === "number" ? value : undefined;
  }

  boolean(attribute: string): boolean | null | undefined {
    const value = this.read(attribute);
    return value === null || typeof value === "boolean" ? value : undefined;
  }

  /** The elements of a list or set, which may be unknown or null. */
  stringList(attribute: string): readonly (string | null | undefined)[] | null | undefined {
    const value = this.read(attribute);
    if (value === null) return null;
    if (!Array.isArray(value)) return undefined;
    return value.map((item: unknown) => (item === null || typeof item === "string" ? item : undefined));
  }

  /** The known elements with their indexes; empty when the attribute is omitted or unknown. */
  knownStrings(attribute: string): readonly { readonly index: number; readonly text: string }[] {
    const value = this.read(attribute);
    const known: { readonly index: number; readonly text: string }[] = [];
    if (!Array.isArray(value)) return known;
    for (const [index, text] of (value as readonly unknown[]).entries()) {
      if (typeof text === "string") known.push({ index, text });
    }
    return known;
  }

  /** The members of a map, whose values may be unknown or null. */
  stringMap(attribute: string): Readonly<Record<string, string | null | undefined>> | null | undefined {
    const value = this.read(attribute);
    if (value === null) return null;
    if (typeof value !== "object" || Array.isArray(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => [
        key,
        item === null || typeof item === "string" ? item : undefined,
      ]),
    );
  }

  /** The attribute's name in the code, in backticks, for messages. */
  displayName(attribute: string): string {
    return `\`${this.nameOf(attribute)}\``;
  }

  /** Like {@link displayName}, in double quotes. */
  quotedName(attribute: string): string {
    return JSON.stringify(this.nameOf(attribute));
  }
}
