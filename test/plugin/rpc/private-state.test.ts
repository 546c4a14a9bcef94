import { changePrivateState, StoredPrivateState } from "../../../src/plugin/rpc/private-state";

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
    expect(new StoredPrivateState(undefined).encode("test_it", "create")).toHaveLength(0);
  });

  it("of an object is what was stored last, or what was stored before", () => {
    const stored = new StoredPrivateState({ of: "create" });
    const encoded = (): string => stored.encode("test_it", "update").toString();
    expect(encoded()).toBe('{"stored":{"of":"create"}}');
    stored.context.storePrivateState({ of: "update" });
    expect(encoded()).toBe('{"stored":{"of":"update"}}');
    stored.restore();
    expect(encoded()).toBe('{"stored":{"of":"create"}}');
  });
});
