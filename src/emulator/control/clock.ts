import { runDueTimers } from "../runs/timers";
import type { ControlContext } from "./context";

/** The emulator's time. */
export class ClockControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /**
   * Advances the clock and fires the timers that are then due: an overridden stage passes after a second, a task result
   * without progress times out after ten minutes.
   *
   * @param seconds not negative; fractions are accepted
   * @throws RangeError for others
   */
  advance(seconds: number): void {
    const { store, commit, flush } = this.#context;
    flush();
    store.advance(seconds);
    runDueTimers(store);
    commit();
  }
}
