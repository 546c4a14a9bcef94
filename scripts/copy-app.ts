import { cpSync } from "node:fs";
import { basename } from "node:path";

/** What running an app leaves in its folder: of no use to a copy, and in the way of one. */
const GENERATED =
  /^(node_modules|cdktf\.out|\.terraform|\.gen|package-lock\.json|.*\.log|(terraform.*|\.terraform)\.tfstate.*)$/;

/**
 * Copies an app, such as an example of the repository, as it is kept there: without what was generated where it was
 * run in place.
 */
export function copyApp(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => path === from || !GENERATED.test(basename(path)) });
}
