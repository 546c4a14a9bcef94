import { IncludeReader } from "./include";
import type { RequestExecutor } from "./request-executor";

/** Operations of a client on one kind of object. */
export abstract class Operations {
  /** Private at run time too: it has the token, which must not show when a client is printed. */
  readonly #executor: RequestExecutor;
  /** @internal */
  protected readonly reader: IncludeReader;

  constructor(executor: RequestExecutor) {
    this.#executor = executor;
    this.reader = new IncludeReader(executor);
  }

  /** @internal */
  protected get executor(): RequestExecutor {
    return this.#executor;
  }
}
