import type { Surroundings } from "../surroundings";

/** What this process passes to the engine, which takes nothing from it by itself. */
export function processSurroundings(): Surroundings {
  return { env: process.env, cwd: process.cwd() };
}
