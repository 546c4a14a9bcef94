import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { deadLinks, markdownFiles } from "../../support/markdown-links";

const ROOT = resolve(__dirname, "../../..");

test("no document of the repository has a dead link", () => {
  expect(markdownFiles(ROOT).length).toBeGreaterThan(25);
  expect(deadLinks(ROOT)).toEqual([]);
});

test("a link to a file, a heading or an anchor that is not there is dead", () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-links-"));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/b.md"), '# What `b` is\n\n## Again\n\n## Again\n\n<a id="here"></a>\n');
  const links = [
    "[a](docs/b.md) [over two\nlines](docs/b.md#what-b-is) [c](docs/b.md#again-1) [d](docs/b.md#here) [e](docs)",
    "[f](https://example.com/none) [g](#top) `[h](none.md)`\n\n```md\n[i](none.md)\n```",
    "[j](none.md) [k](docs/b.md#again-2) [l](#none)\n\n[m]: docs/none.md",
  ];
  writeFileSync(join(folder, "a.md"), `# Top\n\n${links.join("\n\n")}\n`);
  const dead = ["none.md", "docs/b.md#again-2", "#none", "docs/none.md"];
  expect(deadLinks(folder)).toEqual(dead.map((link) => `a.md: ${link}`));
  rmSync(folder, { recursive: true });
});
