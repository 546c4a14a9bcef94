import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const EXAMPLES = resolve(__dirname, "../../examples");

/** The code of an example, such as `teams/main.ts`, as a block of Markdown. */
export function exampleCode(path: string): string {
  return `\`\`\`ts\n${readFileSync(join(EXAMPLES, path), "utf8").trimEnd()}\n\`\`\``;
}
