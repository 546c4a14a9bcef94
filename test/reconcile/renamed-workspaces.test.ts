import { renamedText, renamedWorkspaces, type RenameCandidate } from "../../src/reconcile/renamed-workspaces";

/** Workspaces by their names now, each with its former name if that is known. */
const candidates = (...names: readonly (string | readonly [name: string, formerName: string])[]): RenameCandidate[] =>
  names.map((it, index) => {
    const [name, formerName] = typeof it === "string" ? [it] : it;
    return { id: `ws-${index}`, name, formerName };
  });

const pairs = (...args: Parameters<typeof renamedWorkspaces>): string[] =>
  renamedWorkspaces(...args).map(({ from, to }) => `${from} → ${to}`);

describe("renamed workspaces", () => {
  test("are certain where the former name is known, whatever the new one is", () => {
    expect(pairs(["api", "web"], candidates(["gateway", "API"], "zzz", ["web-2", "other"]))).toEqual([
      "api → gateway",
      "web → zzz",
    ]);
  });

  test.each<[string, string[], string[], string[]]>([
    ["one name and one workspace", ["api"], ["gateway"], ["api → gateway"]],
    [
      "the most similar ones of each other",
      ["Web_76", "db"],
      ["db-old", "Web_76-renamed"],
      ["Web_76 → Web_76-renamed", "db → db-old"],
    ],
    ["only one of two names that is similar", ["web-1", "gone"], ["web-3"], ["web-1 → web-3"]],
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

  test("are named with what to change", () => {
    const all = renamedWorkspaces(["api", "db"], candidates("api-2", "db-2"));
    expect(renamedText(all)).toBe(
      "api is now api-2 (ws-0), db is now db-2 (ws-1). Use the new names in the code, or rename the workspaces back.",
    );
    expect(renamedText(all.slice(1))).toBe(
      "db is now db-2 (ws-1). Use the new name in the code, or rename the workspace back.",
    );
  });
});
