/** The parts that a report leaves out if it is too long, in this order. */
const PARTS = {
  unmanaged: "unmanaged objects",
  moves: "workspaces that move",
  pairs: "moves between projects",
  impact: "changes that moves make",
  projects: "projects that change",
  warnings: "warnings",
  errors: "errors and deletions",
} as const;

export type Part = keyof typeof PARTS;
// An object literal has no other members.
const PART_NAMES = Object.keys(PARTS) as readonly Part[];

/** The room for each part of a report, and the numbers of items that are left out. */
export class Shortening {
  readonly omitted = new Map<Part, number>();
  readonly #room: Map<Part, number>;

  /** @param room - How many items of a part are shown. @default all */
  constructor(room: ReadonlyMap<Part, number>) {
    this.#room = new Map(room);
  }

  /** The items of a list for which there is room, and how many others there are. */
  take<T>(part: Part, items: readonly T[]): readonly [shown: readonly T[], more: number] {
    const room = this.#room.get(part) ?? items.length;
    const shown = items.slice(0, room);
    const more = items.length - shown.length;
    if (this.#room.has(part)) this.#room.set(part, room - shown.length);
    if (more > 0) this.omitted.set(part, (this.omitted.get(part) ?? 0) + more);
    return [shown, more];
  }
}

/**
 * A report that fits: as a whole, or without the end of its lists.
 *
 * @param limit - In bytes of UTF-8: a text never has more characters than bytes.
 * @param lines - Replace a report that does not fit without any list.
 * @param notice - Comes first if something is left out. Its argument: `, and lacks warnings (2)`.
 */
export function shortened(
  limit: number,
  render: (shortening: Shortening) => string,
  lines: readonly string[],
  notice: (omitted: string) => string,
): string {
  const attempt = (room: ReadonlyMap<Part, number>) => {
    const shortening = new Shortening(room);
    const { omitted } = shortening;
    const body = render(shortening);
    const text = omitted.size === 0 ? body : notice(omittedText(omitted)) + body;
    return { text, omitted, fits: Buffer.byteLength(text) <= limit };
  };
  const whole = attempt(new Map());
  if (whole.fits) return whole.text;
  const room = new Map<Part, number>();
  for (const part of PART_NAMES) {
    let best = attempt(new Map(room).set(part, 0));
    let [least, most] = [0, best.omitted.get(part) ?? 0];
    while (best.fits && least < most) {
      const middle = Math.ceil((least + most) / 2);
      const next = attempt(new Map(room).set(part, middle));
      if (next.fits) [best, least] = [next, middle];
      else most = middle - 1;
    }
    if (best.fits) return best.text;
    room.set(part, 0);
  }
  return linesOf(limit, lines, notice);
}

/** The lines that fit, and how many others there are. */
function linesOf(limit: number, lines: readonly string[], notice: (omitted: string) => string): string {
  const moreOf = (count: number): string => (count === 0 ? "" : `- … and ${count} more\n`);
  let text = notice("");
  for (const [index, line] of lines.entries()) {
    const next = text + line;
    if (Buffer.byteLength(next + moreOf(lines.length - index - 1)) > limit) return text + moreOf(lines.length - index);
    text = next;
  }
  return text;
}

/** `, and lacks unmanaged objects (20), warnings (2)` */
function omittedText(omitted: ReadonlyMap<Part, number>): string {
  const counts = PART_NAMES.flatMap((part) => (omitted.has(part) ? [`${PARTS[part]} (${omitted.get(part)})`] : []));
  return `, and lacks ${counts.join(", ")}`;
}
