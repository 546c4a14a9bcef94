import { join } from "node:path";

/** The compiler of TypeScript 7, to run with Node.js: it takes a fifth of the time of its predecessors. */
export const TSC = join(__dirname, "../../node_modules/typescript-7/lib/tsc.js");
