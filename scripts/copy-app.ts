import { cpSync } from "node:fs";
import { basename } from "node:path";

/** Files that running an app generates. */
const GENERATED =
  /^(node_modules|cdktf\.out|\.terraform|\.gen|package-lock\.json|.*\.log|(terraform.*|\.terraform)\.tfstate.*)$/;

/** Copies an app, such as an example, without generated files. */
export function copyApp(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => path === from || !GENERATED.test(basename(path)) });
}
