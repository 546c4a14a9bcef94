import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { documentList } from "../../../scripts/docs/document-list";
import { documentPath, readDocument } from "../../../scripts/docs/document";
import { linksIn, markdownFiles } from "../../support/markdown-links";

/** The pages of a folder that its README does not link to. */
function notLinked(folder: string, but: RegExp): readonly string[] {
  const links = linksIn(readFileSync(join(folder, "README.md"), "utf8")).map((link) => resolve(folder, link));
  const missing = markdownFiles(folder).filter((file) => !links.includes(file));
  return missing.map((file) => relative(folder, file)).filter((file) => file !== "README.md" && !but.test(file));
}

test("documents are listed once, by what a reader wants", () => {
  const listed = [...documentList().matchAll(/^- .*\]\((.*)\)$/gm)].map(([, file]) => file);
  const pages = readdirSync(documentPath(".")).filter((file) => file.endsWith(".md"));
  const documents = pages.filter((file) => file !== "README.md");
  expect(listed.sort()).toEqual(documents.sort());
});

test("every page is linked from the list of documents, and those for contributors from theirs", () => {
  expect(notLinked(documentPath("."), /^internals\//)).toEqual([]);
  expect(notLinked(documentPath("internals"), /^decisions\/\d/)).toEqual([]);
});

test("no page for users links to one for contributors, which the package does not have", () => {
  const pages = markdownFiles(documentPath(".")).filter((file) => !file.startsWith(documentPath("internals")));
  expect(pages.length).toBeGreaterThan(20);
  const links = pages.flatMap((file) => linksIn(readFileSync(file, "utf8")).map((link) => resolve(file, "..", link)));
  expect(links.filter((link) => /docs\/internals|ARCHITECTURE|CONTRIBUTING/.test(link))).toEqual([]);
  for (const file of ["../README.md", "../SUPPORT.md", "../CHANGELOG.md"]) {
    expect(readDocument(file)).not.toMatch(/\]\((docs\/internals|ARCHITECTURE|CONTRIBUTING)/);
  }
});
