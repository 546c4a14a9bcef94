import { Fn, TerraformCount, TerraformOutput, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { knownValue, literal, literals, textsWithLostNumbers } from "../../../src/constructs/validation/literal";

const variable = new TerraformVariable(new TerraformStack(Testing.app(), "stack"), "variable", { type: "string" });
const count = TerraformCount.of(3);
const map = Token.asStringMap(variable.value);
const numbers = Token.asNumberList(variable.value);

test.each<[string, string | undefined]>([
  ["Platform", "Platform"],
  ["", ""],
  ["$5 for 100%", "$5 for 100%"],
  ["-8.1e+300", "-8.1e+300"],
  [variable.stringValue, undefined],
  [`team-${variable.stringValue}`, undefined],
  [`Lab ${count.index}`, undefined],
  [`${variable.numberValue}d`, undefined],
  [`Lab-${count.index}`, undefined],
  [`Labs ${numbers.join(", ")}`, undefined],
  [Fn.upper("platform"), undefined],
  ["${var.name}", undefined],
  ["%{ if true }a%{ endif }", undefined],
])("the literal value of %j", (value, expected) => {
  expect(literal(value)).toBe(expected);
});

test("a list has the literal values of its elements", () => {
  expect(literals(["one", variable.stringValue, "two", `three${count.index}`])).toEqual(["one", "two"]);
  expect(literals(variable.listValue)).toEqual([]);
  expect(literals([...variable.listValue, "one"])).toEqual(["one"]);
  expect(literals(undefined)).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["an unset value", undefined, null],
  ["a number", 14, 14],
  ["a number token", variable.numberValue, undefined],
  ["a list token", variable.listValue, undefined],
  ["a list of number tokens", numbers, undefined],
  ["a map token", map, undefined],
  ["a value of a map token", Object.values(map)[0], undefined],
  ["a reference to a boolean", variable.booleanValue, undefined],
  ["a construct", variable, undefined],
  ["a map", { team: "net", size: `${count.index}` }, { team: "net", size: undefined }],
  ["a map with a key that is a token", { team: "net", [variable.stringValue]: "yes" }, undefined],
  ["a map with a number token in a key", { [`team${count.index}`]: "net" }, undefined],
  ["a list of lists", [["one", variable.stringValue], count.index], [["one", undefined], undefined]],
])("%s is known as far as synth knows it", (_, value, expected) => {
  expect(knownValue(value)).toEqual(expected);
});

describe("a number token in a text is", () => {
  const { index } = count;
  // What the framework writes for a text. If it is not what was meant, the number is lost.
  const written = (text: string): string => {
    const stack = new TerraformStack(Testing.app(), "stack");
    new TerraformOutput(stack, "it", { value: text });
    const { output } = JSON.parse(Testing.synth(stack)) as { output: { it: { value: string } } };
    return output.it.value;
  };
  const meant = (text: string): string => text.replaceAll(String(index), "${count.index}");

  test.each([
    ...["Lab {}", "{}d", "Lab({})", "lab_{}_x", "{} {}", "{}:{}", "{}/7", "Lab {}, 5e3"],
    ...["lab-{}", "lab{}-prod", "1{}", "{}.5", "{}{}", "{}east", "{}|x", "+{}", "{}+", "Lab {}, lab-{}"],
  ])("lost in %j if the framework writes another text", (template) => {
    const text = template.replaceAll("{}", String(index));
    const isLost = written(text) !== meant(text);
    expect(isLost).toBe(/[-|.+\d]\{\}|\{\}[-|.+\de{]/.test(template));
    expect(textsWithLostNumbers({ texts: [text, "lab-1"] })).toEqual(isLost ? [text] : []);
  });

  test("not lost as a string", () => {
    const text = `lab-${Token.asString(index)}-prod`;
    expect(written(text)).toBe("lab-${count.index}-prod");
    expect(textsWithLostNumbers(text)).toEqual([]);
  });

  test("lost if it is a list of numbers", () => {
    const text = `Labs ${numbers.join(", ")}`;
    expect(written(text)).toBe(text);
    expect(textsWithLostNumbers(text)).toEqual([text]);
  });
});
