import { codeOf, itemsOf, textOf, valueOf, type ConfigurationFile, type Piece } from "../../src/migrate/code";
import { append, applyEdits, prepend, remove, replace, withoutOverlap, type Edit } from "../../src/migrate/edits";
import { scanHcl } from "../../src/terraform/hcl-scanner";

const CHANGE = { what: "edit" };
const fileOf = (text: string): ConfigurationFile => ({
  ...scanHcl(text),
  path: "main.tf",
});
const value = (file: ConfigurationFile, index = 0): Piece => valueOf(file, file.attributes[index]!);
const edit = (start: number, end: number, text: string, file = "main.tf"): Edit => ({
  file,
  line: 1,
  start,
  end,
  text,
  what: "edit",
});

describe("prepend", () => {
  test.each([
    ["[a]", "[new, a]"],
    ["[a, b,]", "[new, a, b,]"],
    ["[]", "[new]"],
    ["[ ]", "[new  ]"],
    ["[\n    a, # by hand\n  ]", "[\n    new,\n    a, # by hand\n  ]"],
    ["[ # why\r\n\ta\r\n]", "[ # why\r\n\tnew,\r\n\ta\r\n]"],
    ["[\n  # a\n  b]", "[\n  # a\n  new,\n  b]"],
    ["[ /* a, */ b]", "[ /* a, */ new, b]"],
    ["[\n]", "[\n  new,\n]"],
    ["[ # none\n]", "[new  # none\n]"],
    ["[/* none */]", "[new /* none */]"],
    ["[\n  # none\n]", "[\n  new,\n  # none\n]"],
  ])("adds an item to %j, outside of comments", (list, expected) => {
    const file = fileOf(`x = ${list}\n`);
    const added = prepend(value(file), "new", CHANGE);
    const text = applyEdits(file.text, [added!]);
    expect(text).toBe(`x = ${expected}\n`);
    const after = fileOf(text);
    expect(itemsOf(value(after))).toEqual(["new", ...itemsOf(value(file))]);
  });

  test("adds nothing to what is no list", () => {
    const file = fileOf("x = all\n");
    expect(prepend(value(file), "new", CHANGE)).toBeUndefined();
  });
});

test.each([
  ["[a, # b\n c /* , d */,]", ["a", "c"]],
  ['["a", t["b,c"], "\\",]"]', ['"a"', 't["b,c"]', '"\\",]"']],
  ["[f(a, [b, c]), { d = e, f = g }]", ["f(a, [b, c])", "{ d = e, f = g }"]],
  ["[ # a\n]", []],
  ["all", ["all"]],
])("the items of %j have no comments", (list, expected) => {
  const file = fileOf(`x = ${list}\n`);
  expect(itemsOf(value(file))).toEqual(expected);
});

test("an expression is copied with its comments, and looked at without them", () => {
  const file = fileOf('# first\nx = [ # a\r\n b, /* "c\n" */ "# d" ] # e\ny = null /* z */\n');
  expect(textOf(value(file))).toBe('[ # a\r\n b, /* "c\n" */ "# d" ]');
  expect(codeOf(value(file))).toBe('[    \r\n b,      \n     "# d" ]');
  expect(codeOf(value(file, 1))).toBe("null");
});

describe("append", () => {
  const LINES = ["", "lifecycle {", "  a = 1", "  b {", "    c = 2", "  }", "}"];
  const appended = (text: string, index = 0): string => {
    const file = fileOf(text);
    return applyEdits(text, [append(file, file.blocks[index]!, LINES, CHANGE)]);
  };

  test.each([
    ["two spaces", "  "],
    ["four spaces", "    "],
    ["tabs", "\t"],
  ])("indents all levels as the file, by %s", (_, unit) => {
    const added = LINES.map((line) =>
      line === "" ? "" : unit + line.replace(/^ +/, (it) => unit.repeat(it.length / 2)),
    );
    const inside = (first: string): string => ["x {", ...(first === "" ? [] : [first]), ...added, "}", ""].join("\n");
    expect(appended(`x {\n${unit}y = 1\n}\n`)).toBe(inside(`${unit}y = 1`));
    const other = `z {\n${unit}y = 1\n}\n`;
    expect(appended(`x {\n}\n${other}`)).toBe(inside("") + other);
    expect(appended(`x { y = 1 }\n${other}`)).toBe(inside(`${unit}y = 1`) + other);
  });

  test("ends its lines as the line before them in a file that has both", () => {
    const text = "x {\r\n  y = 1\r\n}\r\nz {\n  y = 1\n}\n";
    const file = fileOf(text);
    const edits = file.blocks.map((block) => append(file, block, ["a = 1", "b = 2"], CHANGE));
    expect(applyEdits(text, edits)).toBe(
      "x {\r\n  y = 1\r\n  a = 1\r\n  b = 2\r\n}\r\nz {\n  y = 1\n  a = 1\n  b = 2\n}\n",
    );
  });

  test("writes before a comment in front of the brace, not into it", () => {
    const file = fileOf("x {\n  y = 1\n  /* a\n b */ }\n");
    expect(applyEdits(file.text, [append(file, file.blocks[0]!, ["c = 1"], CHANGE)])).toBe(
      "x {\n  y = 1\n  c = 1\n  /* a\n b */ }\n",
    );
  });
});

describe("withoutOverlap", () => {
  test("leaves out what is inside of another edit, and what is there twice", () => {
    const whole = edit(10, 30, "");
    const same = edit(10, 30, "");
    const [inside, atEnd, atStart, added] = [
      edit(12, 14, "a"),
      edit(20, 30, "b"),
      edit(10, 15, "c"),
      edit(11, 11, "d"),
    ];
    const elsewhere = [edit(12, 14, "a", "other.tf"), edit(30, 40, "e"), edit(5, 10, "f")];
    const result = withoutOverlap([inside, whole, atEnd, same, atStart, added, ...elsewhere]);
    expect(result).toEqual([edit(5, 10, "f"), whole, edit(30, 40, "e"), edit(12, 14, "a", "other.tf")]);
  });

  test("keeps text that is added where another edit begins or ends", () => {
    const edits = [edit(10, 10, "a"), edit(10, 20, ""), edit(20, 20, "b")];
    expect(withoutOverlap([...edits].reverse())).toEqual(edits);
  });
});

test("texts that are added at the same place stay in their order", () => {
  expect(applyEdits("xy", [edit(1, 2, "z"), edit(1, 1, "a"), edit(1, 1, "b")])).toBe("xabz");
});

test("200,000 references, edits and lines take no more than one look at each", () => {
  const count = 200_000;
  const text = Array.from({ length: count }, (_, index) => `a${index} = tfe_project.b # ${index}\n`).join("");
  const file = fileOf(text);
  const edits = file.references.map((reference) => replace(file, reference, "new", CHANGE));
  expect(edits.map(({ line }) => line)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const removed = file.attributes.map((it) => remove(file, it, CHANGE));
  expect(withoutOverlap([...edits, ...removed])).toHaveLength(count);
  expect(applyEdits(text, withoutOverlap(edits))).toBe(text.replaceAll("tfe_project", "new"));
  expect(applyEdits(text, withoutOverlap(removed))).toBe("");
});
