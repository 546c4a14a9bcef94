import { wrapText, widthOf } from "../../../src/engine/report/wrap";

test("the first line begins as its text does, further ones at the indentation", () => {
  expect(wrapText("    11 workspaces leave Billing", 18, 6)).toEqual([
    "    11 workspaces",
    "      leave",
    "      Billing",
  ]);
  expect(wrapText("  - in Billing: api-prod, api-staging", 20, 4)).toEqual([
    "  - in Billing:",
    "    api-prod,",
    "    api-staging",
  ]);
});

test("no space is lost where the indentation ends within a word", () => {
  expect(wrapText("      11 workspaces in Billing", 20, 8)).toEqual(["      11 workspaces", "        in Billing"]);
  expect(wrapText("11 workspaces in Billing", 16, 2)).toEqual(["11 workspaces in", "  Billing"]);
});

test("a label keeps the spaces after it", () => {
  expect(wrapText("project:    payments of the platform", 24, 12)).toEqual([
    "project:    payments of",
    "            the platform",
  ]);
});

test("words that are wider than a line are broken", () => {
  expect(wrapText(`a ${"b".repeat(12)}`, 8, 2)).toEqual(["a bbbbbb", "  bbbbbb"]);
});

test("a word that is broken begins no command for a CI system", () => {
  expect(wrapText(`${"a".repeat(20)}::error::deleted ${"b".repeat(30)}`, 20)).toEqual([
    "a".repeat(20),
    ":\\u{3a}error::delete",
    "d",
    "b".repeat(20),
    "b".repeat(10),
  ]);
});

test("escaping leaves no line wider than the width", () => {
  for (let width = 8; width < 60; width++) {
    const lines = wrapText(`    ${"x".repeat(30)}::error::${"y::set-output::z".repeat(4)} end`, width, 4);
    expect(lines.filter((line) => widthOf(line) > width || /^\s*::[a-z]/.test(line))).toEqual([]);
  }
});
