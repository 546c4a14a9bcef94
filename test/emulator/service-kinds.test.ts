import { GIVEN_KINDS, KINDS } from "../../src/emulator/service-kinds";

const typesOf = (kinds: readonly { readonly type: string }[]): readonly string[] =>
  kinds.map(({ type }) => type).sort();

test("the types of seeds, of the control API and of the state have every kind that states its objects", () => {
  expect(typesOf(GIVEN_KINDS)).toEqual(typesOf(KINDS.filter(({ outOfBand }) => outOfBand !== undefined)));
});
