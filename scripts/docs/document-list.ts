import { readdirSync } from "node:fs";
import { documentPath, readDocument } from "./document";

/** All documents by title, except for the provider's reference, which has its own order. */
export function documentList(): string {
  return readdirSync(documentPath("."))
    .filter((file) => file.endsWith(".md") && file !== "README.md" && file !== "index.md")
    .map((file) => ({ file, title: /^# (.*)$/m.exec(readDocument(file))?.[1] ?? file }))
    .sort((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ file, title }) => `- [${title}](${file})`)
    .join("\n");
}
