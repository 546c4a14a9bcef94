import { parseJson } from "../../../src/plugin/value/json";
import { fc } from "../../support/property";

describe("JSON", () => {
  it("keeps all digits of numbers, and strings as they are", () => {
    const text = String.raw`{"n1": 12345678901234567890.10, "s": "n1 \"2\" \\", "l": [-1e-7, null, true, "\u0041"]}`;
    expect(parseJson(text, (digits) => `<${digits}>`)).toEqual({
      n1: "<12345678901234567890.10>",
      s: 'n1 "2" \\',
      l: ["<-1e-7>", null, true, "A"],
    });
  });

  it("rejects invalid JSON", () => {
    expect(() => parseJson('{"a": }', Number)).toThrow(SyntaxError);
  });

  it("parses whatever JSON.parse does (property; a failure prints its seed)", () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parseJson(text, Number)).toEqual(JSON.parse(text))));
  });
});
