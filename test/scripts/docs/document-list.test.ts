import { readdirSync } from "node:fs";
import { documentList } from "../../../scripts/docs/document-list";
import { documentPath } from "../../../scripts/docs/document";

test("documents are listed once, by what a reader wants", () => {
  const list = documentList();
  expect([...list.matchAll(/^## (.*)$/gm)].map(([, group]) => group)).toEqual([
    "Begin",
    "Place workspaces",
    "Review and operate",
    "Take over",
    "Build on it",
    "Reference",
  ]);
  const listed = [...list.matchAll(/\]\((.*)\)$/gm)].map(([, file]) => file);
  const pages = readdirSync(documentPath(".")).filter((file) => file.endsWith(".md"));
  const documents = pages.filter((file) => !["README.md", "index.md"].includes(file));
  expect(listed.sort()).toEqual(documents.sort());
});
