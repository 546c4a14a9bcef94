/** The part of DER (ITU-T X.690), the binary encoding of certificates, that is needed to write a certificate. */

export function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

export function setOf(...parts: readonly Buffer[]): Buffer {
  return element(0x31, ...parts);
}

/** A non-negative integer from its big-endian bytes. */
export function integer(magnitude: Uint8Array): Buffer {
  const firstDigit = magnitude.findIndex((byte) => byte !== 0);
  const digits = Buffer.from(firstDigit === -1 ? [0] : magnitude.subarray(firstDigit));
  // A leading 1 bit would make it negative.
  return digits.readUInt8(0) > 0x7f ? element(0x02, Buffer.from([0]), digits) : element(0x02, digits);
}

export function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.from([value ? 0xff : 0]));
}

/** An object identifier in dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text, "utf8"));
}

/** To the second, in UTC. */
export function generalizedTime(date: Date): Buffer {
  return element(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`, "ascii"));
}

/** UTC with a two-digit year, which certificates must use up to 2049. */
export function utcTime(date: Date): Buffer {
  return element(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`, "ascii"));
}

export function octetString(...content: readonly Buffer[]): Buffer {
  return element(0x04, ...content);
}

/** @param unusedBits - The number of unused bits in the last byte. */
export function bitString(content: Uint8Array, unusedBits = 0): Buffer {
  return element(0x03, Buffer.from([unusedBits]), content);
}

/** A constructed context-specific element, `[number] EXPLICIT`. */
export function explicit(number: number, ...parts: readonly Buffer[]): Buffer {
  return element(0xa0 | number, ...parts);
}

/** A primitive context-specific element, `[number] IMPLICIT`. */
export function implicit(number: number, content: Uint8Array): Buffer {
  return element(0x80 | number, content);
}

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content]);
}

function length(count: number): readonly number[] {
  if (count < 0x80) return [count];
  const bytes: number[] = [];
  for (let rest = count; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const groups = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) groups.unshift((rest % 128) | 0x80);
  return groups;
}
