import { changePrivateState, encodePrivateState, objectPrivateState } from "../../../src/plugin/rpc/private-state";

describe("private state", () => {
  it.each([
    [{}, undefined],
    [{ object: undefined, privateState: undefined, stored: undefined }, undefined],
    [{ object: undefined, stored: null }, { stored: null }],
    [{ privateState: "note" }, { privateState: "note" }],
  ])("of %j is %j", (parts, expected) => {
    expect(changePrivateState(parts)).toEqual(expected);
  });

  it("has no bytes if there is none", () => {
    expect(encodePrivateState("test_it", "create", objectPrivateState(undefined))).toHaveLength(0);
  });
});
