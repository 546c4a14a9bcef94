import { sanitize, sanitizeJson, sanitizeLines } from "../src/sanitize";
import { OBEYED } from "./support/obeyed";
import { anyCharacter, fc } from "./support/property";

test.each([
  ["a line break", "a\nb", "a\\nb"],
  ["an escape sequence", "\u001b[31mred", "\\u{1b}[31mred"],
  ["its eight-bit form", "\u009b31mred", "\\u{9b}31mred"],
  ["a bidirectional override", "\u202egnp.exe", "\\u{202e}gnp.exe"],
  ["a command of GitHub's runner", "::set-output name=a::b", ":\\u{3a}set-output name=a::b"],
  ["one after a blank, where a line may be broken", "x ::error::y", "x :\\u{3a}error::y"],
  ["one after a line break", "x\n::stop-commands::y", "x\\n:\\u{3a}stop-commands::y"],
  ["a command of Azure's agent", "x##vso[task.setvariable variable=a]b", "x#\\u{23}vso[task.setvariable variable=a]b"],
  ["a formatting command", "##[group]x", "#\\u{23}[group]x"],
  ["one after another sign", "###[error]x", "##\\u{23}[error]x"],
  ["a service message of TeamCity", "##teamcity[buildStatus]", "#\\u{23}teamcity[buildStatus]"],
])("escapes %s", (_, text, expected) => {
  expect(sanitize(text)).toBe(expected);
});

test.each(["std::string", "## A heading", "see #12 and [a list]", "::1", "10::20", "a: :b", "日本語 ☎️"])(
  "leaves %s unchanged",
  (text) => expect(sanitize(text)).toBe(text),
);

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "\n",
      "\r",
      "\u001b[2J",
      "\u009b",
      "\u202e",
      "\u007f",
      "::",
      "error",
      "##",
      "vso",
      "[",
      "]",
      " ",
      "#",
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
});

test("output is safe, and safe text is unchanged", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = sanitize(text);
      expect(shown).not.toMatch(OBEYED);
      expect(shown).not.toContain("\n");
      expect(sanitize(shown)).toBe(shown);
      expect(sanitizeLines(`${shown}\n${shown}`)).toBe(`${shown}\n${shown}`);
    }),
  );
});

test("JSON keeps its meaning and is safe", () => {
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile))), (document) => {
      const json = sanitizeJson(document);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(document)));
      expect(json).not.toMatch(OBEYED);
    }),
  );
});

test("long texts take linear time", () => {
  for (const part of [" ::a", "##a", "##", "::", " "]) expect(sanitize(part.repeat(200_000)).length).toBeGreaterThan(0);
});
