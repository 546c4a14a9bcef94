import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentPath, blockIn, blockNow, readDocument, withBlock } from "../../../scripts/docs/document";
import { BLOCKS } from "../../../scripts/docs/blocks";
import { EMULATOR_REPORT, emulatorReportNow } from "../../../scripts/docs/conformance";

/** When this fails, the code has changed and the document has not: run `npm run docs`, and commit what it writes. */
test.each(BLOCKS.map((block) => [block.name, block.document, block] as const))(
  "the block %s of docs/%s is up to date; if not, run: npm run docs",
  async (_, document, block) => {
    expect(blockIn(readDocument(document), block)).toBe(await blockNow(block));
  },
);

test("every marker in a document belongs to a block", () => {
  const documents = [".", "internals"].flatMap((folder) =>
    readdirSync(documentPath(folder)).map((file) => join(folder, file)),
  );
  const marked = ["../README.md", "../SUPPORT.md", ...documents]
    .filter((file) => file.endsWith(".md"))
    .flatMap((document) =>
      [...readDocument(document).matchAll(/<!-- generated: (.*?) -->/g)].map(([, name]) => ({ document, name })),
    );
  expect(new Set(marked)).toEqual(new Set(BLOCKS.map(({ document, name }) => ({ document, name }))));
});

test("the report of the emulator is up to date; if not, run: npm run docs", async () => {
  expect(readFileSync(EMULATOR_REPORT, "utf8")).toBe(await emulatorReportNow());
});

describe("a block", () => {
  const block = { name: "numbers", document: "numbers.md", markdown: () => "| a | b |\n|-|-|\n| 1 | two |" };
  const text = "# Numbers\n\n<!-- generated: numbers -->\nold\n<!-- end -->\n\nAfter.\n";

  test("replaces the text between its markers, formatted, and nothing else", async () => {
    const once = await withBlock(text, block);
    expect(once).toBe(
      "# Numbers\n\n<!-- generated: numbers -->\n\n" +
        "| a   | b   |\n| --- | --- |\n| 1   | two |\n\n<!-- end -->\n\nAfter.\n",
    );
    expect(await withBlock(once, block)).toBe(once);
  });

  test.each([
    ["no marker", "# Numbers\n"],
    ["no end", "<!-- generated: numbers -->\n"],
    ["the marker twice", text + text],
  ])("that finds %s says what to write and where", async (_, broken) => {
    await expect(withBlock(broken, block)).rejects.toThrow(/docs\/numbers\.md .* <!-- generated: numbers -->/);
  });
});
