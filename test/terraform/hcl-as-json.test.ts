import { hclAsJson } from "../../src/terraform/hcl-as-json";

const jsonOf = (text: string) => hclAsJson(text.split("\n"));

test("blocks are objects by their labels, and lists where these are the same", () => {
  const text =
    'resource "a" "x" {\n  b {\n    c = 1\n  }\n}\nresource "a" "y" {}\n' +
    'provider "p" {}\nprovider "p" {\n  alias = "q"\n}\n';
  expect(jsonOf(text)).toEqual({
    resource: { a: { x: { b: { c: 1 } }, y: {} } },
    provider: { p: [{}, { alias: "q" }] },
  });
});

test.each([
  ['"text"', "text"],
  ['"a \\"b\\" \\\\ \\n \\u00e9 \\U0001F600"', 'a "b" \\ \n é 😀'],
  ['"$${a} %%{ b 100% $"', "$${a} %%{ b 100% $"],
  ['"a-${var.b}"', '${"a-${var.b}"}'],
  ["true", true],
  ["12", 12],
  ["var.a", "${var.a}"],
  ['[\n  "a", # the first\n  b.c,\n]', ["a", "${b.c}"]],
  ["[]", []],
  ["[[1], { a = [2] }]", [[1], "${{ a = [2] }}"]],
  ["[for it in a : it]", "${[for it in a : it]}"],
  ["[a][0]", "${[a][0]}"],
  ["concat(\n  [a],\n)", "${concat(\n  [a],\n)}"],
  ['{ "a" = 1 }', '${{ "a" = 1 }}'],
])("the value %s", (code, value) => {
  expect(jsonOf(`a {\n  b = ${code}\n}`)).toEqual({ a: { b: value } });
});

test("references to objects and providers are no templates", () => {
  const text = `moved {
  from = a.b
  to   = c.d["e"]
}
terraform {
  required_providers {
    p = {
      source                = "x/p"
      configuration_aliases = [p.a, p.b]
    }
  }
}`;
  expect(jsonOf(text)).toEqual({
    moved: { from: "a.b", to: 'c.d["e"]' },
    terraform: { required_providers: { p: { source: "x/p", configuration_aliases: ["p.a", "p.b"] } } },
  });
});
