import * as der from "../../../src/plugin/launch/der";

describe("DER", () => {
  it.each([
    [[], "020100"],
    [[0, 0], "020100"],
    [[0x7f], "02017f"],
    [[0x80], "02020080"],
    [[0, 1, 2], "02020102"],
  ])("writes the non-negative integer %j as %s", (magnitude, hex) => {
    expect(der.integer(Uint8Array.from(magnitude)).toString("hex")).toBe(hex);
  });

  it.each([
    ["2.5.4.3", "0603550403"],
    ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
  ])("writes the object identifier %s", (dotted, hex) => {
    expect(der.objectIdentifier(dotted).toString("hex")).toBe(hex);
  });

  it.each([
    [127, "047f"],
    [128, "048180"],
    [65_536, "0483010000"],
  ])("writes the length of %d bytes", (length, hex) => {
    expect(
      der
        .octetString(Buffer.alloc(length))
        .subarray(0, hex.length / 2)
        .toString("hex"),
    ).toBe(hex);
  });

  it("writes times to the second", () => {
    const date = new Date("2049-12-31T23:59:58.999Z");
    expect(der.utcTime(date).subarray(2).toString()).toBe("491231235958Z");
    expect(der.generalizedTime(date).subarray(2).toString()).toBe("20491231235958Z");
  });
});
