import { isTaken, type NameClaim } from "../../src/decide";

test.each<[string, Partial<NameClaim>, boolean]>([
  ["somebody else's if there is a state, which does not have it", {}, true],
  ["that of the code if the code adopts it", { adoptExisting: true }, false],
  ["the one that the name identifies without a state", { hasState: false }, false],
  [
    "somebody else's if the code says that it adopts none",
    { adoptExisting: false, hasState: false, mayBeOwn: true },
    true,
  ],
  ["that of the code if it may have been made for it", { mayBeOwn: true }, false],
])("a project is %s", (_, claim, expected) => {
  expect(isTaken({ adoptExisting: undefined, hasState: true, mayBeOwn: false, ...claim })).toBe(expected);
});
