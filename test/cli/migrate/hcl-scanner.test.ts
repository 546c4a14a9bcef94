import { HclSyntaxError, lineAt, scanHcl } from "../../../src/cli/migrate/hcl-scanner";

/** References as the first two names, with their lines. */
const referencesOf = (text: string) =>
  scanHcl(text).references.map(
    ({ root, next, start }) => `${lineAt(text, start)} ${root}${next === undefined ? "" : `.${next}`}`,
  );

describe("scanHcl", () => {
  test("finds blocks with labels, arguments and nested blocks, and where they are", () => {
    const text = 'resource "tfe_project" "a" {\n  name = "A" # comment\n\n  lifecycle { ignore_changes = [name] }\n}\n';
    const [block] = scanHcl(text).blocks;
    expect(block).toMatchObject({ type: "resource", start: 0, end: text.length - 1 });
    expect(block?.labels.map((label) => text.slice(label.start, label.end))).toEqual(['"tfe_project"', '"a"']);
    expect(block?.attributes.map(({ start, end }) => text.slice(start, end))).toEqual(['name = "A"']);
    expect(block?.blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
      "lifecycle { ignore_changes = [name] }",
    ]);
  });

  test("expressions end with their line, unless it is inside of brackets or a heredoc", () => {
    const text = [
      "a = [",
      '  "x", # ]',
      "  { b = 1 },",
      "]",
      "c = <<-EOT",
      "  } ${upper(",
      '    "}"',
      "  )}",
      "EOT",
      "d = e == f ? 1 : 2",
      'g = "${h ? "{" : "}"} \\" $${no.no} %{ if i.j ~}x%{ endif }"',
      "k = 1.5e3 /* l",
      "m = 1 */ + n",
    ].join("\n");
    const file = scanHcl(text);
    expect(
      file.attributes.map(({ name, valueStart, end }) => [name, lineAt(text, valueStart), lineAt(text, end)]),
    ).toEqual([
      ["a", 1, 4],
      ["c", 5, 9],
      ["d", 10, 10],
      ["g", 11, 11],
      ["k", 12, 13],
    ]);
  });

  test("finds references in expressions and templates, not in comments, texts and members", () => {
    const text = [
      "a = tfe_project.one.id # tfe_project.no",
      'b = "${tfe_project.two["x"].id} tfe_project.no $${tfe_project.no}"',
      "c = data.tfe_project.no",
      "d = { tfe_project = [for k in tfe_project.three : k.tfe_project.no] }",
      "e = <<EOT",
      "${tfe_project.four.id}",
      "EOT",
      "f = values(tfe_project.five)[*].id // tfe_project.no",
    ].join("\n");
    expect(referencesOf(text).filter((it) => it.includes("tfe_project"))).toEqual([
      "1 tfe_project.one",
      "2 tfe_project.two",
      "3 data.tfe_project",
      "4 tfe_project",
      "4 tfe_project.three",
      "4 k.tfe_project",
      "6 tfe_project.four",
      "8 tfe_project.five",
    ]);
  });

  test("reads files with Windows line ends, and names in any language", () => {
    const text = "locals {\r\n  größe = 1\r\n  b-c = größe\r\n}\r\n";
    const [block] = scanHcl(text).blocks;
    expect(block?.attributes.map(({ name, valueStart, end }) => [name, text.slice(valueStart, end)])).toEqual([
      ["größe", "1"],
      ["b-c", "größe"],
    ]);
  });

  test.each([
    ["resource {", 1, "the block resource is not closed"],
    ["a = [1,\n  2", 2, "] is missing"],
    ['\na = "x', 2, "a string is not closed"],
    ["\n}", 2, "a closing brace without an opening one"],
    ["a = <<EOT\nx\n", 1, "the heredoc EOT is not closed"],
    ['a = "${b"', 1, "a string is not closed"],
    ["= 1", 1, "neither an argument nor a block"],
  ])("rejects %j with the line", (text, line, message) => {
    expect(() => scanHcl(text)).toThrow(new HclSyntaxError(message, line));
    try {
      scanHcl(text);
    } catch (error) {
      expect(error).toMatchObject({ line });
    }
  });
});
