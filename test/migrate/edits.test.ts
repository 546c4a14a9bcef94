import type { ConfigurationFile } from "../../src/migrate/code";
import { append, applyEdits, remove, replace, withoutOverlap, type Edit } from "../../src/migrate/edits";
import { scanHcl } from "../../src/terraform/hcl-scanner";

const CHANGE = { what: "edit" };
const fileOf = (text: string): ConfigurationFile => ({
  ...scanHcl(text),
  path: "main.tf",
});
const edit = (start: number, end: number, text: string, file = "main.tf"): Edit => ({
  file,
  line: 1,
  growth: 0,
  start,
  end,
  text,
  what: "edit",
});

describe("append", () => {
  const LINES = ["", "lifecycle {", "  a = 1", "  b {", "    c = 2", "  }", "}"];
  const appended = (text: string, index = 0): string => {
    const file = fileOf(text);
    return applyEdits(text, [append(file, file.blocks[index]!, LINES, CHANGE)]);
  };

  test("indents as terraform fmt does", () => {
    const added = LINES.map((line) => (line === "" ? "" : `  ${line}`));
    const inside = (first: string): string => ["x {", ...(first === "" ? [] : [first]), ...added, "}", ""].join("\n");
    expect(appended("x {\n  y = 1\n}\n")).toBe(inside("  y = 1"));
    expect(appended("x {\n}\n")).toBe(inside(""));
    expect(appended("x { y = 1 }\n")).toBe(inside("  y = 1"));
  });

  test("ends its lines as the line before them in a file that has both", () => {
    const text = "x {\r\n  y = 1\r\n}\r\nz {\n  y = 1\n}\n";
    const file = fileOf(text);
    const edits = file.blocks.map((block) => append(file, block, ["a = 1", "b = 2"], CHANGE));
    expect(applyEdits(text, edits)).toBe(
      "x {\r\n  y = 1\r\n  a = 1\r\n  b = 2\r\n}\r\nz {\n  y = 1\n  a = 1\n  b = 2\n}\n",
    );
  });

  test("writes behind a comment in front of the brace, not into it", () => {
    const file = fileOf("x {\n  y = 1\n  /* a\n b */ }\n");
    expect(applyEdits(file.text, [append(file, file.blocks[0]!, ["c = 1"], CHANGE)])).toBe(
      "x {\n  y = 1\n  /* a\n b */ \n  c = 1\n}\n",
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
