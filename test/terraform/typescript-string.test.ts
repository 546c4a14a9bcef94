import { escapeTemplate, stringLiteral } from "../../src/terraform/typescript-string";
import { parseTemplate } from "../../src/terraform/template";

test.each([
  ["plain", `"plain"`],
  [`it's`, `"it's"`],
  [`say "yes"`, `'say "yes"'`],
  [`"it's"`, `'"it\\'s"'`],
  ["\\ \n\r\t", `"\\\\ \\n\\r\\t"`],
  ["\0\u2028\u202e\ufeff", `"\\u0000\\u2028\\u202e\\ufeff"`],
  ["\u{e0001}", `"\\u{e0001}"`],
  ["日本 👩‍👩‍👧", `"日本 👩‍👩‍👧"`],
])("%j is written as %s", (text, literal) => {
  expect(stringLiteral(text)).toBe(literal);
});

test.each([
  ["${x} %{if}", "$${x} %%{if}"],
  ["$${x}", "$$${x}"],
  ["100% of $5", "100% of $5"],
  ["${TfToken[TOKEN.0]}", '$${T${"f"}Token[TOKEN.0]}'],
  ["#{TfToken[TOKEN.0]}", '#{T${"f"}Token[TOKEN.0]}'],
  ["\ufefftext", '${"\ufeff"}text'],
])("%j is for Terraform the template %j", (text, template) => {
  expect(escapeTemplate(text)).toBe(template);
  const value = parseTemplate(template).map((part) =>
    part.kind === "text" ? part.text : (JSON.parse(part.expression) as string),
  );
  expect(value.join("")).toBe(text);
});
