import { runInThisContext } from "node:vm";
import { Expression, type HclObject } from "../../src/terraform/hcl-format";
import { formatProperty, propertyName } from "../../src/terraform/typescript-format";

test.each([
  ["env", "env"],
  ["costCenter_1", "costCenter_1"],
  ["cost-center", '"cost-center"'],
  ["1st", '"1st"'],
  ["constructor", "constructor"],
  ["__proto__", '["__proto__"]'],
])("the property %s is written as %s, and is one of the object", (name, written) => {
  expect(propertyName(name)).toBe(written);
  const [code = ""] = formatProperty({ name: "tags", value: { [name]: "x" } }, "");
  const object = runInThisContext(`({ ${code} })`) as { readonly tags: object };
  expect(Object.entries(object.tags)).toEqual([[name, "x"]]);
});

describe("a list of objects", () => {
  const project = new Expression("net.name");
  const short = { project, matchNames: ["net-*"] };
  const written = (...objects: readonly HclObject[]): string =>
    formatProperty({ name: "rule", value: objects }, "  ").join("\n");

  test("with one object is in one line if it fits", () => {
    expect(written(short)).toBe('  rule: [{ project: net.name, matchNames: ["net-*"] }],');
  });

  test("with several objects has a line for each", () => {
    const line = '    { project: net.name, matchNames: ["net-*"] },';
    expect(written(short, short)).toBe(`  rule: [\n${line}\n${line}\n  ],`);
  });

  test("has a line for each property of an object that does not fit", () => {
    const pattern = `${"n".repeat(60)}-*`;
    expect(written({ project, matchNames: [pattern] })).toBe(`  rule: [
    {
      project: net.name,
      matchNames: [
        "${pattern}",
      ],
    },
  ],`);
  });
});

test("objects in objects have a line for each property if they do not fit, and short names keep their values", () => {
  const long = "n".repeat(80);
  const value = { ops: { access: "custom", runs: { apply: true } }, "read only": { name: long, access: long } };
  expect(formatProperty({ name: "teams", value }, "").join("\n")).toBe(`teams: {
  ops: { access: "custom", runs: { apply: true } },
  "read only": {
    name: "${long}",
    access:
      "${long}",
  },
},`);
});
