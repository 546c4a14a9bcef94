import { pathToFileURL } from "node:url";

/** Arguments with which Node.js runs TypeScript, in any folder; a command of its own would take twice as long. */
export const TSX: readonly string[] = ["--import", pathToFileURL(require.resolve("tsx")).href];
