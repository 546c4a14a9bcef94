import { nativeNumber, NumberCodec } from "../../../src/plugin/value/numbers";
import { fc } from "../../support/property";

describe("numbers", () => {
  it.each([
    [5n, 5],
    [9007199254740993n, 9007199254740993n],
    [1e20, 100000000000000000000n],
    ["18446744073709551616", 18446744073709551616n],
    ["5.000", 5],
    ["-0.10", -0.1],
    ["1e3", 1000],
  ])("reads %p as %p", (wire, value) => {
    expect(new NumberCodec().decode(wire)).toBe(value);
  });

  it.each(["", "x", "1e999", "5.0000000000000000000000001", NaN, Infinity, true, null])(
    "does not decode %p",
    (wire) => {
      expect(new NumberCodec().decode(wire)).toBeUndefined();
    },
  );

  it.each([
    [5, "5"],
    [-0, "0"],
    [1e21, "1000000000000000000000"],
    [2n ** 64n, "18446744073709551616"],
    [0.1, "0.1"],
  ])("writes %p as the text %s", (value, text) => {
    expect(new NumberCodec().encode(value)).toBe(text);
  });

  it("encodes a number as it was decoded: a double that is not a short decimal, a decimal longer than a double", () => {
    const forms = new NumberCodec();
    const third = `0.${"3".repeat(150)}`;
    for (const wire of [0.1, third]) expect(forms.encode(forms.decode(wire)!)).toBe(wire);
    expect(forms.encode(forms.decode(0.5)!)).toBe("0.5");
  });

  it.each([
    [5, 5],
    [0.5, 0.5],
    [2n ** 64n, 2n ** 64n],
    [NaN, undefined],
    [Infinity, undefined],
    ["5", undefined],
    [null, undefined],
  ])("of a handler: %p is %p", (given, value) => {
    expect(nativeNumber(given)).toBe(value);
  });

  it("keeps every integer and every double (property; a failure prints its seed)", () => {
    fc.assert(
      fc.property(fc.bigInt(), (whole) => {
        const forms = new NumberCodec();
        expect(forms.encode(forms.decode(whole.toString())!)).toBe(whole.toString());
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        const forms = new NumberCodec();
        expect(Number(forms.encode(forms.decode(double)!))).toBe(double === 0 ? 0 : double);
      }),
    );
  });
});
