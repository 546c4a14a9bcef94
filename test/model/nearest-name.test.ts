import { nearestName, nearestPattern } from "../../src/model/nearest-name";
import { fc } from "../support/property";

test.each([
  ["net-prd", ["net-test", "net-prod", "web"], "net-prod"],
  ["NET-PROD", ["net-prod-2", "net-prod"], "net-prod"],
  ["api-prod", ["api-test", "web-prod", "api-prod-1"], "api-prod-1"],
  ["platfrom", ["Platform"], "Platform"],
  ["api", ["apx", "apy"], "apx"],
  ["api", ["web", "xyz"], undefined],
  ["ab", ["ac"], undefined],
  ["team-prod", ["team-team-prod", "team-pord"], "team-pord"],
  ["aaaaaaaaa", ["aaaaaaaaaaaa"], "aaaaaaaaaaaa"],
  ["account", ["count"], undefined],
  ["cont", ["count"], "count"],
  ["anything", [], undefined],
])("of %s in %j: %s", (name, names, expected) => {
  expect(nearestName(name, names)).toBe(expected);
});

test("finds nothing beyond the limit", () => {
  expect(nearestName("name", ["nmae"], 1)).toBeUndefined();
  expect(nearestName("name", ["nmae"], 2)).toBe("nmae");
});

test("is within the limit exactly if no more letters differ", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(
    fc.property(name, name, fc.nat(4), (one, other, limit) => {
      expect(nearestName(one, [other], limit)).toBe(distance(one, other) <= limit ? other : undefined);
    }),
  );
});

/** The Levenshtein distance as it is defined. */
function distance(one: string, other: string): number {
  if (one === "" || other === "") return one.length + other.length;
  const [left, right] = [one.slice(1), other.slice(1)];
  const replaced = distance(left, right) + Number(one.at(0) !== other.at(0));
  return Math.min(replaced, distance(left, other) + 1, distance(one, right) + 1);
}

test("is found among 10,000 long names that are similar, too", () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `workspace-of-some-team-in-production-${index}`);
  expect(nearestName("workspace-of-some-team-in-productoin-9999", names)).toBe(names[9999]);
});

test.each([
  ["paymnt-*", "payment-*"],
  ["pay_*", "Pay-*"],
  ["net-prd-*", "net-prod-*"],
  ["*-prod", undefined],
  ["webb*", "web*"],
  ["shopp", "shop"],
  ["payment-*-prd", undefined],
  ["zzz-*", undefined],
  ["landng*", "Landing*"],
  ["landng z*", "Landing *"],
  ["landng *", "Landing *"],
  ["landng-*", "Landing *"],
])("a pattern like %s that matches names is %s", (pattern, expected) => {
  const names = ["payment-api", "Pay-1", "net-prod-1", "web", "shop", "payment-api-prod", "Landing Zone"];
  expect(nearestPattern(pattern, names)).toBe(expected);
});
