/** A read of which only what began after the question may answer it; those who ask before it begins share it. */
export class CoalescedRead<T> {
  readonly #read: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** What the service says now: the answer to a read that begins after this call. */
  get(): Promise<T> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<T> {
    await this.#running.catch(() => undefined);
    this.#next = undefined;
    const reading = this.#read();
    this.#running = reading;
    return reading;
  }
}
