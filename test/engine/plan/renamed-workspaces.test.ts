import { guessRenamed } from "../../../src/engine/plan/renamed-workspaces";

const candidates = (...names: readonly string[]) => names.map((name, index) => ({ id: `ws-${index}`, name }));

const pairs = (...args: Parameters<typeof guessRenamed>): string[] =>
  guessRenamed(...args).map(({ from, to }) => `${from} → ${to}`);

describe("renamed workspaces", () => {
  test.each<[string, string[], string[], string[]]>([
    ["one name and one workspace", ["api"], ["gateway"], ["api → gateway"]],
    [
      "the most similar ones of each other",
      ["Web_76", "db"],
      ["db-old", "Web_76-renamed"],
      ["Web_76 → Web_76-renamed", "db → db-old"],
    ],
    ["only one of two names that is similar", ["web-1", "gone"], ["web-3"], ["web-1 → web-3"]],
    ["one name in two spellings, and one workspace", ["API", "api"], ["gateway"], ["api → gateway"]],
  ])("are %s", (_, names, now, expected) => {
    expect(pairs(names, candidates(...now))).toEqual(expected);
  });

  test.each<[string, string[], string[]]>([
    ["no workspace", ["api"], []],
    ["equally similar names", ["web-1", "web-2"], ["web-3"]],
    ["equally similar workspaces", ["web-1"], ["web-2", "web-3"]],
    ["nothing in common", ["network", "gone"], ["zzz"]],
  ])("are not guessed with %s", (_, names, now) => {
    expect(pairs(names, candidates(...now))).toEqual([]);
  });

  test("are similar if nothing shows that the workspace had one of the names", () => {
    expect(pairs(["api"], candidates("gateway"), { onlySimilar: true })).toEqual([]);
    expect(pairs(["api"], candidates("api-2"), { onlySimilar: true })).toEqual(["api → api-2"]);
  });
});
