import { parseQuoted, parseReference, parseTemplate } from "../../src/terraform/template";

const text = (text: string) => ({ kind: "text", text });
const expression = (expression: string) => ({ kind: "expression", expression });
const directive = (expression: string) => ({ kind: "directive", expression });

test.each([
  ["", [text("")]],
  ["plain", [text("plain")]],
  ["$ % { } $$ %%", [text("$ % { } $$ %%")]],
  ["$${x} %%{if}", [text("${x} %{if}")]],
  ["$$${x}", [text("$${x}")]],
  ["${local.x}", [expression("local.x")]],
  ["a-${ local.x }-b", [text("a-"), expression("local.x"), text("-b")]],
  ["${local.x}${local.y}", [expression("local.x"), expression("local.y")]],
  ['${ { a = { b = "}" } } }.', [expression('{ a = { b = "}" } }'), text(".")]],
  ['${f("\\"}", "${g("}")}")}!', [expression('f("\\"}", "${g("}")}")'), text("!")]],
  ['${"$${"}!', [expression('"$${"'), text("!")]],
  ["a  ${~ local.x ~} \n b", [text("a"), expression("local.x"), text("b")]],
  ["%{ if true }yes%{ endif }", [directive("if true"), text("yes"), directive("endif")]],
  ["${never ends", [expression("never ends")]],
])("the template %j", (source, parts) => {
  expect(parseTemplate(source)).toEqual(parts);
});

test.each([
  ['""', ""],
  ['"plain"', "plain"],
  ['"say \\"yes\\" \\\\ \\n\\t"', 'say "yes" \\ \n\t'],
  ['"\\u65e5\\U0001F600"', "日😀"],
  ['"$${x} %%{y}"', "${x} %{y}"],
  ['"${x}"', undefined],
  ['"a" + "b"', undefined],
  ['"', undefined],
  ["plain", undefined],
  ['"\\UFFFFFFFF"', undefined],
])("the quoted string %s has the value %j", (source, value) => {
  expect(parseQuoted(source)).toBe(value);
});

test.each([
  ["tfprojects_project.a.id", ["tfprojects_project", "a", "id"]],
  ['data.tfprojects_projects.all.ids["Foo \\"Bar\\""]', ["data", "tfprojects_projects", "all", "ids", 'Foo "Bar"']],
  ["local.list[0].name", ["local", "list", "0", "name"]],
  ['local.map["${local.x}"]', undefined],
  ["local.list[*].name", undefined],
  ["local.a + local.b", undefined],
  [".a", undefined],
  ["a..b", undefined],
  ["", undefined],
])("the reference %s", (source, steps) => {
  expect(parseReference(source)).toEqual(steps);
});
