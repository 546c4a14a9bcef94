import { Session } from "node:inspector/promises";
import { setImmediate as turn } from "node:timers/promises";

/** Has collected whatever nothing refers to, so that nothing depends on when that happens. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    for (let round = 0; round < 3; round += 1) {
      // What a weak reference gave in this turn is held to its end.
      await turn();
      await session.post("HeapProfiler.collectGarbage");
    }
  } finally {
    session.disconnect();
  }
}
