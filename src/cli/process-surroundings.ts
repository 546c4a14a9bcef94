import type { Surroundings } from "../surroundings";

/** Environment and folder of this process, for the engine, which reads neither. */
export function processSurroundings(): Surroundings {
  return { env: process.env, cwd: process.cwd() };
}
