import { runInThisContext } from "node:vm";
import { Expression } from "../../src/terraform/hcl-format";
import { formatProperty, ObjectList, propertyName } from "../../src/terraform/typescript-format";

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

describe("a list of objects", () => {
  const project = { name: "project", value: new Expression("net.name") };
  const short = [project, { name: "matchNames", value: ["net-*"] }];
  const written = (...objects: readonly (typeof short)[]): string =>
    formatProperty({ name: "rule", value: new ObjectList(objects) }, "  ").join("\n");

  test("with one object is in one line if it fits", () => {
    expect(written(short)).toBe('  rule: [{ project: net.name, matchNames: ["net-*"] }],');
  });

  test("with several objects has a line for each", () => {
    const line = '    { project: net.name, matchNames: ["net-*"] },';
    expect(written(short, short)).toBe(`  rule: [\n${line}\n${line}\n  ],`);
  });

  test("has a line for each property of an object that does not fit", () => {
    const pattern = `${"n".repeat(60)}-*`;
    expect(written([project, { name: "matchNames", value: [pattern] }])).toBe(`  rule: [
    {
      project: net.name,
      matchNames: [
        "${pattern}",
      ],
    },
  ],`);
  });
});
