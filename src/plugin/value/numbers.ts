/**
 * Decodes and encodes numbers without loss. Terraform has decimals of 512 bits; JavaScript has doubles and bigints.
 * For a number that a double cannot represent exactly, the codec remembers Terraform's form for one request, and
 * encodes the number in that form again: otherwise the provider would appear to change values.
 */
export class NumberCodec {
  readonly #forms = new Map<number, number | string>();

  /** @param wire - An integer, a double or a decimal string. Returns undefined if it cannot be represented. */
  decode(wire: unknown): number | bigint | undefined {
    if (typeof wire === "bigint") return asNumberWhenSafe(wire);
    if (typeof wire === "number") return this.#readDouble(wire);
    if (typeof wire === "string") return this.#readDecimal(wire);
    return undefined;
  }

  /**
   * A decimal string, or a double if Terraform sent that double.
   *
   * Small integers are strings, too: Terraform reads an integer with another precision than the same number in its
   * state file, and `plan -refresh-only -detailed-exitcode` would exit with 2 for no visible reason (Terraform 1.11).
   */
  encode(value: number | bigint): number | string {
    if (typeof value === "number" && Number.isInteger(value)) return BigInt(value).toString();
    return typeof value === "bigint" ? value.toString() : (this.#forms.get(value) ?? String(value));
  }

  #readDouble(wire: number): number | bigint | undefined {
    if (!Number.isFinite(wire)) return undefined;
    if (Number.isInteger(wire)) return asNumberWhenSafe(BigInt(wire));
    // The double 0.1 is not the decimal 0.1, and must be encoded as a double again; 0.5 is exact.
    if (digitsOf(wire.toPrecision(100)) !== digitsOf(String(wire))) this.#forms.set(wire, wire);
    return wire;
  }

  #readDecimal(text: string): number | bigint | undefined {
    const decimal = /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(text);
    if (decimal === null) return /^-?\d/.test(text) ? asNumber(text) : undefined;
    const [, whole = "", fraction = ""] = decimal;
    if (fraction === "") return asNumberWhenSafe(BigInt(whole));
    const value = asNumber(text);
    // Once rounded to an integer, the number could not be told from that integer.
    if (value === undefined || Number.isInteger(value)) return undefined;
    if (String(value) !== text) this.#forms.set(value, text);
    return value;
  }
}

/** A number from a handler; undefined if it is not a finite number. */
export function nativeNumber(value: unknown): number | bigint | undefined {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value)) ? value : undefined;
}

/** Digits without sign, point, exponent, and leading and trailing zeros. */
function digitsOf(text: string): string {
  return text
    .replace(/e.*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
}

function asNumber(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function asNumberWhenSafe(value: bigint): number | bigint {
  const narrow = Number(value);
  return Number.isSafeInteger(narrow) ? narrow : value;
}
