import { readdirSync } from "node:fs";
import { documentPath, readDocument } from "./document";
import { PAGES } from "./pages";

/** The documents by what a reader wants, in the order of reading. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Begin: ["getting-started", "constructs"],
  "Place workspaces": ["placement", "landing-zone"],
  "Review and apply": ["plan-reports", "terraform-or-engine", "gated-pipeline"],
  "Take over": ["import", "migrate-from-tfe"],
  "Run it": ["hosts", "checking"],
  "Build on it": ["client", "engine", "emulator"],
  Reference: ["commands", "errors", "comparison"],
};

/**
 * All documents in groups, and below them the pages of the provider.
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
  const groups = Object.entries(GROUPS).map(([group, its]) =>
    [`## ${group}`, "", ...its.map((name) => entry(`${name}.md`))].join("\n"),
  );
  return [groups.join("\n\n"), ...providerReference()].join("\n");
}

/** The pages of the provider, which registries list by themselves. */
function providerReference(): readonly string[] {
  const [index = "", ...pages] = PAGES.map(({ path }) => path);
  return [`- [The Terraform provider](${index})`, ...pages.map((path) => `  ${entry(path)}`)];
}

/** By the heading of the document. */
function entry(file: string): string {
  return `- [${/^# (.*)$/m.exec(readDocument(file))?.[1] ?? file}](${file})`;
}
