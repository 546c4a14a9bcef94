/** Text up to a maximum size; what does not fit is left out. */
export class SizeLimitedText {
  text = "";

  /** @param limit - In bytes of UTF-8: a text never has more characters than bytes. */
  constructor(private readonly limit: number) {}

  /** Returns whether the text fits. */
  add(text: string): boolean {
    if (!this.#fits(text)) return false;
    this.text += text;
    return true;
  }

  /**
   * Adds a head, as many items as fit, and a tail.
   *
   * @returns the number of items that do not fit; all of them if there is no room for the head and one item.
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

  #fits(text: string): boolean {
    return Buffer.byteLength(this.text) + Buffer.byteLength(text) <= this.limit;
  }
}
