import { exactVersion, firstVersion, satisfies } from "../../../src/constructs/provider-bundle/version-constraint";

test.each([
  ["3.2.4", "3.2.4"],
  [" = 3.2.4 ", "3.2.4"],
  ["1.0.0-beta1", "1.0.0-beta1"],
  ["3.2", undefined],
  ["~> 3.2.4", undefined],
  [">= 3.2.4, < 4.0.0", undefined],
  ["", undefined],
])("the only version that %j allows is %j", (constraints, version) => {
  expect(exactVersion(constraints)).toBe(version);
});

test.each([
  [">= 3.1, < 4.0", "3.1"],
  ["~> 3.0", "3.0"],
  ["", undefined],
])("the first version in %j is %j", (text, version) => {
  expect(firstVersion(text)).toBe(version);
});

test.each([
  ["3.2.4", "3.2.4", true],
  ["3.2.4", "= 3.2.4", true],
  ["3.2.4", "3.2.5", false],
  ["3.2.4", "!= 3.2.4", false],
  ["3.2.4", "~> 3.0", true],
  ["4.0.0", "~> 3.0", false],
  ["3.2.4", "~> 3.2.1", true],
  ["3.3.0", "~> 3.2.1", false],
  ["3.2.0", "~> 3.2.1", false],
  ["3.9.9", "~> 3", true],
  ["0.55.0", "~> 0.4", true],
  ["3.2.4", ">= 3.0, < 4.0", true],
  ["4.0.0", ">= 3.0, < 4.0", false],
  ["3.0.0", "> 3.0", false],
  ["3.0.0", "<= 3.0", true],
  ["1.0.0-beta1", "1.0.0-beta1", true],
  ["1.0.0-beta1", ">= 0.9.0", false],
  ["1.0.0", "1.0.0-beta1", false],
  ["3.2.4", "", false],
  ["", "3.2.4", false],
  ["3.2.4", "newest", false],
])("whether %j satisfies %j: %j", (version, constraints, expected) => {
  expect(satisfies(version, constraints)).toBe(expected);
});
