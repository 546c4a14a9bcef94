import {
  routerOf,
  tagKeysOf,
  takesFrom,
  UNKNOWN_TAGS,
  type Placement,
  type PlacementRule,
  type RoutedWorkspace,
  type Tag,
} from "../../src/model";
import { casesOf, fc } from "../support/property";

interface Named extends PlacementRule {
  readonly to: string;
}

function tagged(name: string, tags: Readonly<Record<string, string>> = {}): RoutedWorkspace {
  return { name, tags: Object.entries(tags).map(([key, value]) => ({ key, value })) };
}

const PAYMENTS: Placement<Named> = {
  rules: [
    { to: "payments", matchNames: ["pay-*", "pmt-*"] },
    { to: "payments", matchTags: { team: "payments" } },
    { to: "tagged", matchNames: ["net-*"], matchTags: { team: "*" } },
    { to: "inbox", matchNames: ["*"] },
  ],
  exceptNames: ["legacy-*"],
  exceptTags: { "keep-out": "*" },
};

function routeOf(workspace: RoutedWorkspace): string {
  const route = routerOf(PAYMENTS)(workspace);
  return typeof route === "object" ? `${route.position} ${route.rule.to}` : (route ?? "none");
}

test.each([
  ["by a pattern", tagged("PMT-api"), "0 payments"],
  ["by the first of two rules", tagged("pay-api", { team: "payments" }), "0 payments"],
  ["by a tag", tagged("api", { team: "payments" }), "1 payments"],
  ["by pattern and tag", tagged("net-api", { team: "" }), "2 tagged"],
  ["by the catch-all", tagged("net-api"), "3 inbox"],
  ["not with a name that is excepted", tagged("Legacy-pay"), "none"],
  ["not with a tag that is excepted", tagged("pay-api", { "keep-out": "" }), "none"],
])("routes a workspace %s", (_, workspace, expected) => {
  expect(routeOf(workspace)).toBe(expected);
});

test("says why the rule matches", () => {
  expect(routerOf(PAYMENTS)(tagged("pmt-api"))).toEqual({
    rule: PAYMENTS.rules[0],
    position: 0,
    match: { pattern: "pmt-*" },
  });
  expect(routerOf(PAYMENTS)(tagged("net-api", { team: "web" }))).toMatchObject({
    match: { pattern: "net-*", tags: [{ key: "team", value: "*" }] },
  });
});

test("passes a workspace whose tags are unknown to no rule after the first one that depends on them", () => {
  const { exceptNames, rules } = PAYMENTS;
  const routed = (name: string) => routerOf({ exceptNames, rules })({ name, tags: undefined });
  expect(routed("pay-api")).toMatchObject({ position: 0 });
  expect(routed("api")).toBe(UNKNOWN_TAGS);
  expect(routed("legacy-api")).toBeUndefined();
  // Unknown exceptions matter only where a rule matches.
  const excepted = routerOf({ rules: [{ matchNames: ["pay-*"] }], exceptTags: { keep: "*" } });
  expect(excepted({ name: "pay-api" })).toBe(UNKNOWN_TAGS);
  expect(excepted({ name: "api" })).toBeUndefined();
});

test("takes workspaces from the default project, unless the placement or the rule says otherwise", () => {
  const rule = { matchNames: ["*"] };
  expect(takesFrom({}, rule)).toBe("default-project");
  expect(takesFrom({ takeFrom: "any" }, rule)).toBe("any");
  expect(takesFrom({ takeFrom: "any" }, { ...rule, takeFrom: "default-project" })).toBe("default-project");
});

test("lists the keys of tags that decide", () => {
  expect(tagKeysOf(PAYMENTS)).toEqual(["team", "keep-out"]);
  expect(tagKeysOf({ rules: [{ matchNames: ["*"] }] })).toEqual([]);
});

describe("property", () => {
  const words = ["a", "b", "ab", "ba", "-"];
  const name = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
  const pattern = fc.array(fc.constantFrom(...words, "*"), { minLength: 1, maxLength: 3 }).map((it) => it.join(""));
  const tags = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("1", "2"), { maxKeys: 2 });
  const wanted = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("1", "2", "*"), { minKeys: 1, maxKeys: 2 });
  const rule = fc.oneof(
    fc.record({ matchNames: fc.array(pattern, { minLength: 1, maxLength: 2 }) }),
    fc.record({ matchTags: wanted }),
    fc.record({ matchNames: fc.array(pattern, { minLength: 1, maxLength: 2 }), matchTags: wanted }),
  );
  const placement = fc.record({
    rules: fc.array(rule, { maxLength: 4 }),
    exceptNames: fc.array(pattern, { maxLength: 1 }),
    exceptTags: fc.dictionary(fc.constantFrom("k"), fc.constantFrom("2", "*"), { maxKeys: 1 }),
  });

  /** Written from the description, with regular expressions. */
  function independent(table: Placement, workspace: { readonly name: string; readonly tags: readonly Tag[] }): number {
    const fits = (one: string): boolean =>
      new RegExp(
        `^${one
          .split("*")
          .map((it) => it.replaceAll("-", "\\-"))
          .join(".*")}$`,
        "i",
      ).test(workspace.name);
    const has = ([key, value]: readonly [string, string]): boolean =>
      workspace.tags.some((tag) => tag.key === key && [tag.value, "*"].includes(value));
    if (table.exceptNames?.some(fits) === true || Object.entries(table.exceptTags ?? {}).some(has)) return -1;
    return table.rules.findIndex(
      ({ matchNames, matchTags }) =>
        (matchNames === undefined || matchNames.some(fits)) && Object.entries(matchTags ?? {}).every(has),
    );
  }

  test("routes as an independent model does", () => {
    fc.assert(
      fc.property(placement, name, tags, (table, itsName, itsTags) => {
        const workspace = { name: itsName, tags: Object.entries(itsTags).map(([key, value]) => ({ key, value })) };
        const route = routerOf(table)(workspace);
        expect(typeof route === "object" ? route.position : -1).toBe(independent(table, workspace));
      }),
      { numRuns: casesOf(500) },
    );
  });
});
