import { withIdentifiers } from "../../src/import/names";

test("identifiers are unique, and not reserved in TypeScript or the code", () => {
  const names = ["123", "a b", "a-b", "a_b", "a1", "a 1", "Backend", "class", "scope", "HTTPServer", "APIs"];
  expect(withIdentifiers(names.map((name) => ({ name }))).map(({ identifier }) => identifier)).toEqual([
    ...[
      "project123",
      "aB",
      "aB2",
      "aB3",
      "a1",
      "a1_2",
      "backend",
      "classProject",
      "scopeProject",
      "httpServer",
      "apis",
    ],
  ]);
});
