import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits without keeping the process alive: while the emulator runs, its server does.
 *
 * @returns whether the time has passed; false as soon as the signal is aborted
 */
export async function pause(delayMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(delayMs, undefined, { ref: false, signal });
    return true;
  } catch {
    return false;
  }
}
