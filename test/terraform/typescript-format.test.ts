import { runInThisContext } from "node:vm";
import { formatProperty, propertyName } from "../../src/terraform/typescript-format";

test.each([
  ["env", "env"],
  ["cost-center", '"cost-center"'],
  ["constructor", "constructor"],
  ["__proto__", '["__proto__"]'],
])("the property %s is written as %s, and is one of the object", (name, written) => {
  expect(propertyName(name)).toBe(written);
  const [code = ""] = formatProperty({ name: "tags", value: { [name]: "x" } }, "");
  const object = runInThisContext(`({ ${code} })`) as { readonly tags: object };
  expect(Object.entries(object.tags)).toEqual([[name, "x"]]);
});
