/** A read that concurrent callers share. */
export class CoalescedRead<T> {
  readonly #read: () => Promise<T>;
  #current: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  /** The response to a request that starts after this call. */
  get(): Promise<T> {
    this.#next ??= this.#start();
    return this.#next;
  }

  async #start(): Promise<T> {
    await this.#current.catch(() => undefined);
    this.#next = undefined;
    const reading = this.#read();
    this.#current = reading;
    return reading;
  }
}
