import { readdirSync } from "node:fs";
import { documentPath, readDocument } from "./document";

/** The documents by what a reader wants, in the order of reading. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Begin: ["getting-started", "terraform-or-engine", "constructs", "doctor", "conformance", "comparison"],
  "Place workspaces": ["placement", "landing-zone"],
  "Review and operate": [
    ...["plan-reports", "gated-pipeline", "hosts", "executables"],
    ...["reliability", "performance"],
  ],
  "Take over": ["import", "migrate-from-tfe"],
  "Build on it": ["engine", "client", "emulator", "run-task-stages"],
  Reference: ["commands", "errors", "fidelity"],
};

/**
 * All documents in groups, except for the provider's reference, which has its own order.
 *
 * @throws Error when a document is in no group, or a group has one that does not exist.
 */
export function documentList(): string {
  const names = readdirSync(documentPath("."))
    .filter((file) => file.endsWith(".md") && file !== "README.md" && file !== "index.md")
    .map((file) => file.replace(/\.md$/, ""));
  const grouped = Object.values(GROUPS).flat();
  const wrong = [...names.filter((it) => !grouped.includes(it)), ...grouped.filter((it) => !names.includes(it))];
  if (wrong.length > 0) throw new Error(`GROUPS does not fit the documents: ${wrong.join(", ")}.`);
  return Object.entries(GROUPS)
    .map(([group, its]) => [`## ${group}`, "", ...its.map(entry)].join("\n"))
    .join("\n\n");
}

function entry(name: string): string {
  const file = `${name}.md`;
  return `- [${/^# (.*)$/m.exec(readDocument(file))?.[1] ?? name}](${file})`;
}
