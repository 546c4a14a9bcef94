import { readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { join, relative, resolve } from "node:path";
import { createProgram } from "../../src/cli/program";
import { markdownFiles } from "../support/markdown-links";
import {
  allCommands,
  codeIn,
  stringsIn,
  unknownCommands,
  unknownOptions,
  type Passage,
} from "../support/mentioned-commands";

const ROOT = resolve(__dirname, "../..");

let program: Command;
beforeAll(async () => (program = await createProgram()));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(ROOT, folder, file));

/** What the passages of files name and does not exist, by file. */
const found = (
  files: readonly string[],
  passagesIn: (file: string) => readonly Passage[],
  unknown: (passage: Passage) => readonly string[],
): readonly string[] =>
  files.flatMap((file) =>
    passagesIn(file)
      .flatMap(unknown)
      .map((what) => `${relative(ROOT, file)}: ${what}`),
  );

test("every command and option in documents exists", () => {
  // The changelog has what earlier versions had.
  const documents = markdownFiles(ROOT).filter((file) => !file.endsWith("CHANGELOG.md"));
  expect(documents.length).toBeGreaterThan(100);
  expect(found(documents, codeIn, (passage) => unknownCommands(passage, program))).toEqual([]);
});

test("every command and option in help texts, errors and next steps exists", () => {
  const naming = filesIn("src").filter((file) => readFileSync(file, "utf8").includes("tfprojects "));
  expect(found(naming, stringsIn, (passage) => unknownCommands(passage, program))).toEqual([]);
});

test("every option that a text of the command line names exists", () => {
  const commands = allCommands(program);
  expect(found(filesIn("src/cli"), stringsIn, ({ text }) => unknownOptions(text, commands))).toEqual([]);
});

describe("what does not exist is found", () => {
  test.each([
    ["npx tfprojects import --verbose", ["tfprojects import --verbose"]],
    ["$ tfprojects plan --prune --onlly && tfprojects aply", ["tfprojects plan --onlly", "tfprojects aply"]],
    ["terraform state pull | tfprojects plan --states -", ["tfprojects plan --states"]],
    ["tfprojects emulator --sed a.json -- cdktf deploy --auto-approve", ["tfprojects emulator --sed"]],
    ["npx tfprojects@0.1.0 provider install --folders .", ["tfprojects provider --folders"]],
    ["To apply it, run: tfprojects apply …, or tfprojects verify", ["tfprojects verify"]],
    ["tfprojects --versions", ["--versions"]],
    ["npm install tfprojects cdktn", []],
    ["the constructs of tfprojects are those of cdktf", []],
  ])("in %s", (text, expected) => {
    expect(unknownCommands({ text, isInline: false }, program)).toEqual(expected);
  });

  test("also in an option by itself, within a line", () => {
    expect(unknownCommands({ text: "--prun", isInline: true }, program)).toEqual(["--prun"]);
    expect(unknownCommands({ text: "--prune", isInline: true }, program)).toEqual([]);
  });
});
