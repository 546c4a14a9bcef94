/** A request that the emulator sends. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back. */
export interface Answer {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The beginning of the body; the reason, if there was no response. */
  readonly body: string;
}

/** Never rejects. */
export type Send = (request: OutgoingRequest) => Promise<Answer>;

/**
 * The request that an operation sends to someone else, at most one. An operation is synchronous, since it is a
 * transaction: one that asks is undone, and performed again once there is an answer.
 */
export class Exchange {
  #answer: Answer | undefined;

  constructor(private readonly send: Send) {}

  ask(request: OutgoingRequest): Answer {
    if (this.#answer === undefined) throw new Unanswered(request);
    return this.#answer;
  }

  async complete<T>(operation: () => T): Promise<T> {
    try {
      return operation();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      this.#answer = await this.send(error.request);
      return operation();
    }
  }
}

class Unanswered extends Error {
  override readonly name = "Unanswered";

  constructor(readonly request: OutgoingRequest) {
    super(`There is no answer from ${request.url} yet.`);
  }
}
