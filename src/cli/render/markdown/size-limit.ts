/** Text that never gets longer than a limit; what does not fit any more is left out. */
export class SizeLimitedText {
  text = "";

  /** @param limit - Bytes of UTF-8: at least as many as characters, however those are counted. */
  constructor(private readonly limit: number) {}

  /** Whether it fitted. */
  add(text: string): boolean {
    if (!this.#hasRoomFor(text)) return false;
    this.text += text;
    return true;
  }

  /**
   * Adds a list between its head and its tail, as far as there is room.
   *
   * @returns the number of items that did not fit; all of them where not even the head and one item did.
   */
  addList(head: string, items: readonly string[], tail: string): number {
    const frame = Buffer.byteLength(head) + Buffer.byteLength(tail);
    let room = this.limit - Buffer.byteLength(this.text) - frame;
    const fitting: string[] = [];
    for (const item of items) {
      room -= Buffer.byteLength(item);
      if (room < 0) break;
      fitting.push(item);
    }
    if (fitting.length === 0) return items.length;
    this.text += head + fitting.join("") + tail;
    return items.length - fitting.length;
  }

  #hasRoomFor(text: string): boolean {
    return Buffer.byteLength(this.text) + Buffer.byteLength(text) <= this.limit;
  }
}
