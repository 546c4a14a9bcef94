/**
 * Maps ids of the model to those of the emulator. Only what follows the prefix is replaced (`M12n0` of `prj-M12n0`), so
 * that an id in the wrong place, or partly percent-encoded, is kept as it is.
 */
export class Identities {
  readonly #real = new Map<string, string>();
  readonly #model = new Map<string, string>();

  /** Maps two ids to each other. Returns false if one of them is mapped already, or their formats differ. */
  learn(model: string, real: string): boolean {
    const [prefix, own] = split(model);
    const [realPrefix, theirs] = split(real);
    if (prefix !== realPrefix || !/^[A-Za-z0-9]{16}$/.test(theirs)) return false;
    if (this.#real.has(own) || this.#model.has(theirs)) return this.#real.get(own) === theirs;
    this.#real.set(own, theirs);
    this.#model.set(theirs, own);
    return true;
  }

  toReal(text: string): string {
    return text.replace(/M\d+n\d+/g, (own) => this.#real.get(own) ?? own);
  }

  toModel(text: string): string {
    return text.replace(/(?<=-)[A-Za-z0-9]{16}(?![A-Za-z0-9])/g, (theirs) => this.#model.get(theirs) ?? theirs);
  }
}

export function isModelId(text: string): boolean {
  return /^[a-z]+-M\d+n\d+$/.test(text);
}

function split(id: string): readonly [string, string] {
  const hyphen = id.indexOf("-");
  return [id.slice(0, hyphen), id.slice(hyphen + 1)];
}
