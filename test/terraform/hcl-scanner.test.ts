import { HclSyntaxError, scanHcl } from "../../src/terraform/hcl-scanner";

/** References as the first two names, with their lines. */
const referencesOf = (text: string) => {
  const { references, lineAt } = scanHcl(text);
  return references.map(({ root, next, start }) => `${lineAt(start)} ${root}${next === undefined ? "" : `.${next}`}`);
};

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
      file.attributes.map(({ name, valueStart, end }) => [name, file.lineAt(valueStart), file.lineAt(end)]),
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
      "6 tfe_project.four",
      "8 tfe_project.five",
    ]);
  });

  test.each([
    ["in a list", "[for tfe_project in tfe_project.a : tfe_project.b]", ["tfe_project.a"]],
    ["in an object", "{ for k, tfe_project in xs : k => tfe_project.b... if tfe_project.c }", ["xs"]],
    ["of keys", "{ for tfe_project, v in xs : tfe_project.b => v.c }", ["xs"]],
    ["up to its bracket", "[[for tfe_project in xs : tfe_project.b], tfe_project.c]", ["xs", "tfe_project.c"]],
    [
      "behind a condition in the collection",
      "[for tfe_project in a.b ? tfe_project.c : tfe_project.d : tfe_project.e]",
      ["a.b", "tfe_project.c", "tfe_project.d"],
    ],
    [
      "behind a function of a provider",
      "[for tfe_project in provider::x::f(tfe_project.a) : tfe_project.b]",
      ["provider", "tfe_project.a"],
    ],
    ["with comments", "[ # c\n for /* in */ tfe_project\n in # :\n xs : tfe_project.b]", ["xs"]],
    ["in a template inside of it", '[for tfe_project in xs : "${tfe_project.b} ${tfe_project["c"].d}"]', ["xs"]],
    [
      "in the inner one of two",
      "[for a in xs : [for tfe_project in tfe_project.b : tfe_project.c + a.d] + tfe_project.e]",
      ["xs", "tfe_project.b", "tfe_project.e"],
    ],
    [
      "of a directive",
      '"${tfe_project.a}%{ for tfe_project in tfe_project.b ~}${tfe_project.c}%{ endfor }${tfe_project.d}"',
      ["tfe_project.a", "tfe_project.b", "tfe_project.d"],
    ],
    [
      "of a directive in a heredoc",
      "<<-EOT\n%{~ for i, tfe_project in xs }\n${tfe_project.c}\n%{~endfor~}\n${tfe_project.d}\nEOT",
      ["xs", "tfe_project.d"],
    ],
    [
      "of a directive in another one",
      '"%{ for a in xs }%{ for tfe_project in a.b }${tfe_project.c}%{ endfor }${tfe_project.d}%{ endfor }${a.e}"',
      ["xs", "tfe_project.d", "a.e"],
    ],
    ["that is no for", "{ for = tfe_project.a, in = tfe_project.b }", ["for", "tfe_project.a", "in", "tfe_project.b"]],
  ])("a variable of a for is no reference: %s", (_, expression, expected) => {
    expect(referencesOf(`a = ${expression}\n`).map((it) => it.replace(/^\d+ /, ""))).toEqual(expected);
  });

  test("the iterator of a dynamic block is no reference inside of its content", () => {
    const text = [
      'resource "x" "y" {',
      '  dynamic "tfe_project" {',
      "    for_each = tfe_project.a",
      "    content { b = tfe_project.value }",
      "  }",
      '  dynamic "z" {',
      "    for_each = tfe_project.c",
      "    iterator = tfe_project",
      "    content {",
      "      d = tfe_project.value",
      "    }",
      "  }",
      "  e = tfe_project.value",
      "}",
    ].join("\n");
    expect(referencesOf(text)).toEqual(["3 tfe_project.a", "7 tfe_project.c", "8 tfe_project", "13 tfe_project.value"]);
  });

  test.each([
    ["comments", "tfe_project /* x */ . /* y */ platform"],
    ["lines inside of brackets", "[\n  tfe_project # x\n  . // y\n  platform\n]"],
    ["lines inside of a template", '"${tfe_project\n  .platform}"'],
  ])("a reference has its next name behind %s", (_, expression) => {
    const [reference] = scanHcl(`a = ${expression}`).references;
    expect(reference).toMatchObject({ root: "tfe_project", next: "platform" });
  });

  test("records comments, once and without the ends of their lines", () => {
    const text = '# a\r\nb = [ /* c\n */ d # e\n. f ] // g\r\nh = "# no" /* i */';
    const { comments } = scanHcl(text);
    expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual([
      "# a",
      "/* c\n */",
      "# e",
      "// g",
      "/* i */",
    ]);
  });

  test("says in which type of block a reference is", () => {
    const text = 'resource "x" "y" {\n  z {\n    a = b.c\n  }\n}\nd = e.f\nmoved {\n  from = g.h\n}\n';
    expect(scanHcl(text).references.map(({ root, blockType }) => [root, blockType])).toEqual([
      ["b", "resource"],
      ["e", undefined],
      ["g", "moved"],
    ]);
  });

  test.each([
    ["templates", (depth: number) => `\na = ${'"${'.repeat(depth)}b${'}"'.repeat(depth)}`],
    ["heredocs", (depth: number) => `\na = ${"<<A\n${".repeat(depth)}b${"}\nA\n".repeat(depth)}`],
    ["blocks", (depth: number) => `\n${"a {\n".repeat(depth)}${"}\n".repeat(depth)}`],
  ])("%s that are nested too deep are an error", (_, nested) => {
    expect(() => scanHcl(nested(500))).not.toThrow();
    for (const depth of [501, 3_000, 100_000]) {
      expect(() => scanHcl(nested(depth))).toThrow("blocks or templates are nested more than 500 levels deep");
    }
  });

  test("brackets can be nested as deep as one likes", () => {
    const depth = 100_000;
    expect(referencesOf(`a = ${"[".repeat(depth)}b.c${"]".repeat(depth)}`)).toEqual(["1 b.c"]);
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
    ["\na = 1 /* b\n", 2, "a comment is not closed"],
    ["a = 1\nb = " + '"${'.repeat(3_000), 2, "blocks or templates are nested more than 500 levels deep"],
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
