import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..");

const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

test("prose has at most 120 columns, tables and links aside", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(10);
  const long = DOCUMENTS.flatMap((document) =>
    readFileSync(join(ROOT, document), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        line.length > 120 && !/^\s*\||https?:/.test(line) ? [`${document}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});
