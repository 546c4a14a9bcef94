import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition holds, for as long as the test may take: how fast a machine is decides nothing. */
export async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}
