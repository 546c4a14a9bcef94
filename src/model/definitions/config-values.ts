/**
 * What code gives to the attributes of one resource, data source or provider, whichever way it was read: null for what is left out,
 * undefined for what only Terraform knows yet. A value of another type counts as unknown: that it does not fit is told apart from the rules.
 */
export class ConfigValues {
  /**
   * @param read - The value of an attribute, which is called by its name in Terraform.
   * @param call - What the code calls an attribute, for messages.
   */
  constructor(
    private readonly read: (attribute: string) => unknown,
    private readonly call: (attribute: string) => string = (attribute) => attribute,
  ) {}

  /** Whether the attribute is given at all; undefined while nobody knows, since what is unknown may turn out to be null. */
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

  /** The elements of a list or set, each of which may be unknown or null. */
  stringList(attribute: string): readonly (string | null | undefined)[] | null | undefined {
    const value = this.read(attribute);
    if (value === null) return null;
    if (!Array.isArray(value)) return undefined;
    return value.map((item: unknown) => (item === null || typeof item === "string" ? item : undefined));
  }

  /** Those elements that are known, with their indexes; none where the attribute is not set or not known. */
  knownStrings(attribute: string): readonly { readonly index: number; readonly text: string }[] {
    return (this.stringList(attribute) ?? []).flatMap((text, index) =>
      typeof text === "string" ? [{ index, text }] : [],
    );
  }

  /** The attribute's name in the code, for messages. */
  displayName(attribute: string): string {
    return `\`${this.call(attribute)}\``;
  }

  /** As {@link displayName}, in double quotes. */
  quotedName(attribute: string): string {
    return JSON.stringify(this.call(attribute));
  }
}
