/**
 * Numbers without loss. Terraform counts in decimal fractions of 512 bits; JavaScript in doubles and bigints. What a
 * double cannot hold digit by digit is remembered as Terraform wrote it, for as long as one request lasts, and given
 * back in that form: otherwise Terraform would see a provider that changes values.
 */
export class NumberCodec {
  readonly #forms = new Map<number, number | string>();

  /** From Terraform: an integer, a double or decimal text. Undefined when it is no number that can be held. */
  decode(wire: unknown): number | bigint | undefined {
    if (typeof wire === "bigint") return asNumberWhenSafe(wire);
    if (typeof wire === "number") return this.#readDouble(wire);
    if (typeof wire === "string") return this.#readDecimal(wire);
    return undefined;
  }

  /**
   * To Terraform: decimal text, and a double only where Terraform sent just that double.
   *
   * Text even for small integers: Terraform gives a number that came as an integer another precision than the same
   * number in its state file, and `plan -refresh-only -detailed-exitcode` would end with 2 for no visible reason (seen
   * with Terraform 1.11).
   */
  encode(value: number | bigint): number | string {
    if (typeof value === "number" && Number.isInteger(value)) return BigInt(value).toString();
    return typeof value === "bigint" ? value.toString() : (this.#forms.get(value) ?? String(value));
  }

  #readDouble(wire: number): number | bigint | undefined {
    if (!Number.isFinite(wire)) return undefined;
    if (Number.isInteger(wire)) return asNumberWhenSafe(BigInt(wire));
    // 0.1 as a double is another number than the decimal 0.1: it has to go back as a double. 0.5 is not.
    if (digitsOf(wire.toPrecision(100)) !== digitsOf(String(wire))) this.#forms.set(wire, wire);
    return wire;
  }

  #readDecimal(text: string): number | bigint | undefined {
    const decimal = /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(text);
    if (decimal === null) return /^-?\d/.test(text) ? asNumber(text) : undefined;
    const [, whole = "", fraction = ""] = decimal;
    if (fraction === "") return asNumberWhenSafe(BigInt(whole));
    const value = asNumber(text);
    // Rounded to a whole number, it could no longer be told from that number.
    if (value === undefined || Number.isInteger(value)) return undefined;
    if (String(value) !== text) this.#forms.set(value, text);
    return value;
  }
}

/** A number as handlers write it; undefined for what is none. */
export function nativeNumber(value: unknown): number | bigint | undefined {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value)) ? value : undefined;
}

/** Digits without sign, point, exponent and the zeros around them. */
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
