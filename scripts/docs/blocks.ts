import type { Block } from "./block";
import { controlOperations } from "./control-operations";
import { roles } from "./roles";

/** Everything in docs/ that `npm run docs` writes. */
export const BLOCKS: readonly Block[] = [
  { name: "control-operations", document: "emulator.md", markdown: controlOperations },
  { name: "roles", document: "emulator.md", markdown: roles },
];
