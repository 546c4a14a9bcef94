import { hclString } from "../../../src/terraform/hcl-string";

// What Terraform reads them as: test/e2e/import.test.ts.
test.each([
  ["plain", `"plain"`],
  [`it's "it"`, `"it's \\"it\\""`],
  ["\\ \n\r\t", `"\\\\ \\n\\r\\t"`],
  ["\0\u2028\u202e\ufeff", `"\\u0000\\u2028\\u202e\\ufeff"`],
  ["\u{e0001}", `"\\U000e0001"`],
  ["日本 👩‍👩‍👧", `"日本 👩‍👩‍👧"`],
  ["${x} %{if} $${y} %%{z}", `"$\${x} %%{if} $$\${y} %%%{z}"`],
  ["100% of $5 { }", `"100% of $5 { }"`],
  ["##vso[task]", `"#\\u0023vso[task]"`],
])("%j is written as %s", (text, literal) => {
  expect(hclString(text)).toBe(literal);
});
