import { nearestName } from "../../src/reconcile/nearest-name";

test.each([
  ["net-prd", ["net-test", "net-prod", "web"], "net-prod"],
  ["NET-PROD", ["net-prod-2", "net-prod"], "net-prod"],
  ["api-prod", ["api-test", "web-prod", "api-prod-1"], "api-prod-1"],
  ["platfrom", ["Platform"], "Platform"],
  ["api", ["apx", "apy"], "apx"],
  ["api", ["web", "xyz"], undefined],
  ["ab", ["ac"], undefined],
  ["anything", [], undefined],
])("of %s in %j: %s", (name, names, expected) => {
  expect(nearestName(name, names)).toBe(expected);
});

test("finds nothing beyond the limit", () => {
  expect(nearestName("name", ["nmae"], 1)).toBeUndefined();
  expect(nearestName("name", ["nmae"], 2)).toBe("nmae");
});

test("is found among 10,000 long names that are similar, too", () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `workspace-of-some-team-in-production-${index}`);
  expect(nearestName("workspace-of-some-team-in-productoin-9999", names)).toBe(names[9999]);
});
