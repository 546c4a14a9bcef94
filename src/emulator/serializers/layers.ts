type Members = Readonly<Record<string, unknown>>;

const NONE: Members = {};

/**
 * Objects of three layers, each overriding the previous: defaults, attributes that clients sent and the emulator
 * ignores, and the emulator's own members, which are always the same.
 *
 * Lists of thousands of records write objects as text, so that the defaults, most of each object, are converted only
 * once.
 */
export class Layers {
  readonly #texts = new WeakMap<Members, string>();
  #defaultText: string | undefined;

  constructor(private readonly defaults: Members) {}

  object(kept: Members | undefined, own: Members): Members {
    return { ...this.defaults, ...kept, ...own };
  }

  /**
   * The object as JSON, with its members in another order.
   *
   * @param texts - Further members of the third layer, as JSON.
   */
  json(kept: Members | undefined, own: Members, texts: Readonly<Record<string, string>> = {}): string {
    let text = this.#others(kept ?? NONE, own, texts);
    for (const name in texts) text += `${text === "" ? "" : ","}"${name}":${texts[name] ?? "null"}`;
    const rest = JSON.stringify(own);
    return text === "" ? rest : `{${text},${rest.slice(1)}`;
  }

  /** The members of the first two layers that the third does not have. */
  #others(kept: Members, own: Members, texts: Members): string {
    if (isEmpty(kept)) return (this.#defaultText ??= membersNotIn([own, texts], this.defaults));
    const known = this.#texts.get(kept);
    if (known !== undefined) return known;
    const text = membersNotIn([own, texts], { ...this.defaults, ...kept });
    // Records are immutable.
    this.#texts.set(kept, text);
    return text;
  }
}

function membersNotIn(own: readonly Members[], members: Members): string {
  const others = Object.entries(members).filter(([name]) => !own.some((it) => name in it));
  return JSON.stringify(Object.fromEntries(others)).slice(1, -1);
}

function isEmpty(members: Members): boolean {
  for (const _name in members) return false;
  return true;
}
