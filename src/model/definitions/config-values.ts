/**
 * The configured attributes of one resource, data source or provider, from any source: null when omitted, undefined
 * when unknown until apply. A value of the wrong type counts as unknown; types are validated elsewhere.
 */
export class ConfigValues {
  /**
   * @param read - Returns the value of an attribute, by its name in Terraform.
   * @param call - Returns the name of an attribute in the code, for messages.
   */
  constructor(
    private readonly read: (attribute: string) => unknown,
    private readonly nameOf: (attribute: string) => string = (attribute) => attribute,
  ) {}

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
