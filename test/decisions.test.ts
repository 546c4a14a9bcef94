import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..");
const FOLDER = "docs/internals/decisions";
const DECISIONS = readdirSync(join(ROOT, FOLDER)).filter((file) => file !== "README.md");

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Files and folders of the repository that a document names in backticks. */
function pathsIn(text: string): readonly string[] {
  const code = [...text.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path!);
  return code.filter((path) => /^(src|test|scripts|examples|lint|bench|schema)\/./.test(path));
}

test("decisions are numbered without a gap, and the list has the title of each", () => {
  const list = read(`${FOLDER}/README.md`);
  const links = [...list.matchAll(/\[(\d{3} .*?)\]\((\d{3}-[a-z0-9-]+\.md)\)/g)];
  expect(links.map(([, , file]) => file)).toEqual(DECISIONS);
  expect(links.map(([, title]) => title)).toEqual(
    DECISIONS.map((file, index) => {
      const title = /^# (.*)$/m.exec(read(`${FOLDER}/${file}`))?.[1];
      return `${String(index + 1).padStart(3, "0")} ${title}`;
    }),
  );
});

test.each(DECISIONS)("%s has the sections of a decision, and names only files that exist", (file) => {
  const text = read(`${FOLDER}/${file}`);
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
    "Context",
    "Decision",
    "Consequences",
  ]);
  expect(pathsIn(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("ARCHITECTURE.md is a page, and names only files that exist", () => {
  const text = read("ARCHITECTURE.md");
  expect(text.split("\n").length).toBeLessThanOrEqual(121);
  const inSrc = [...text.matchAll(/`([a-z-]+\/[\w./-]+\.ts)`/g)].map(([, path]) => path!);
  expect(inSrc.length).toBeGreaterThan(20);
  const missing = inSrc.filter((path) => [path, join("src", path)].every((it) => !existsSync(join(ROOT, it))));
  expect(missing).toEqual([]);
});
