import { join, relative, resolve } from "node:path";
import { codeBlocks, isCommands } from "../../support/code-blocks";
import { markdownFiles } from "../../support/markdown-links";
import { APPS } from "./apps";
import { EXAMPLES } from "./examples";
import { IMPORTS, PACKAGE_MANAGERS } from "./imports";
import { NOT_RUN } from "./not-run";
import { RUNNERS } from "./runners";

const ROOT = resolve(__dirname, "../../..");
const FOLLOWED = [...APPS, ...EXAMPLES, ...IMPORTS, ...PACKAGE_MANAGERS, ...RUNNERS].flatMap(({ steps }) =>
  steps.flatMap(({ documented }) => documented ?? []),
);
const EXCUSED = Object.entries(NOT_RUN).flatMap(([file, blocks]) =>
  Object.keys(blocks).map((begins) => ({ file, begins })),
);

/** Every block of commands that a reader of the repository finds; those of ARCHITECTURE.md are diagrams. */
const BLOCKS = markdownFiles(ROOT)
  .map((path) => relative(ROOT, path))
  .filter((file) => /^(README|CONTRIBUTING|SUPPORT|SECURITY)\.md$|^(docs|examples)\//.test(file))
  .flatMap((file) =>
    codeBlocks(join(ROOT, file))
      .filter(isCommands)
      .map(({ text }) => ({ file, text })),
  );

const isOf = (reference: (typeof FOLLOWED)[number], block: (typeof BLOCKS)[number]) =>
  reference.file === block.file && block.text.startsWith(reference.begins);

test("every command of the documents is followed by a scenario, or has a reason in not-run.ts", () => {
  const missing = BLOCKS.filter((block) => ![...FOLLOWED, ...EXCUSED].some((reference) => isOf(reference, block)));
  expect(missing.map(({ file, text }) => `${file}: ${text.split("\n", 1)[0]}`)).toEqual([]);
});

test("scenarios and reasons are of commands that the documents have, one of them for each", () => {
  const stale = [...FOLLOWED, ...EXCUSED].filter((reference) => !BLOCKS.some((block) => isOf(reference, block)));
  expect(stale).toEqual([]);
  const both = BLOCKS.filter((block) =>
    [FOLLOWED, EXCUSED].every((references) => references.some((reference) => isOf(reference, block))),
  );
  expect(both).toEqual([]);
});
