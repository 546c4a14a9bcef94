import { parseJson } from "../../../src/plugin/value/json";
import { fc } from "../../support/property";

describe("JSON", () => {
  it("gives numbers digit by digit, and leaves digits in strings alone", () => {
    const text = String.raw`{"n1": 12345678901234567890.10, "s": "n1 \"2\" \\", "l": [-1e-7, null, true, "\u0041"]}`;
    expect(parseJson(text, (digits) => `<${digits}>`)).toEqual({
      n1: "<12345678901234567890.10>",
      s: 'n1 "2" \\',
      l: ["<-1e-7>", null, true, "A"],
    });
  });

  it("refuses what is no JSON", () => {
    expect(() => parseJson('{"a": }', Number)).toThrow(SyntaxError);
  });

  it("reads whatever JSON.parse reads (property; a failure prints its seed)", () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parseJson(text, Number)).toEqual(JSON.parse(text))));
  });
});
