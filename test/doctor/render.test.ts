import colors from "picocolors";
import { failed, passed, skipped, warning, type Check } from "../../src/doctor/check";
import { doctorForTerminal } from "../../src/doctor/render";
import { VERSION } from "../../src/version";

const plain = colors.createColors(false);

const CHECKS: readonly Check[] = [
  passed("address", "https://app.terraform.io (the default)"),
  failed("token", { code: "NO_TOKEN", message: "none", details: ["TFE_TOKEN: not set"], next: "Set TFE_TOKEN." }),
  warning("terraform", { code: "TERRAFORM_NOT_FOUND", message: "neither is on the PATH", next: "Install one." }),
  skipped("provider", "not installed"),
];

test("each check is a line, with its details and what to do below it", () => {
  expect(doctorForTerminal(CHECKS, { colors: plain, marks: "words", width: Infinity })).toBe(
    [
      `tfprojects ${VERSION}`,
      "",
      "[ok]   Address: https://app.terraform.io (the default)",
      "[FAIL] Token: none",
      "       TFE_TOKEN: not set",
      "       Next: Set TFE_TOKEN.",
      "[warn] Terraform: neither is on the PATH",
      "       Next: Install one.",
      "[skip] Provider: not installed",
      "",
      "1 problem, 1 warning.",
      "",
    ].join("\n"),
  );
});

test("terminals that show UTF-8 get symbols", () => {
  const text = doctorForTerminal(CHECKS, { colors: plain, marks: "symbols", width: Infinity });
  expect(text.match(/^[^\w\s] /gm)).toEqual(["✓ ", "✗ ", "! ", "- "]);
});

test.each([
  [[0, 1], "1 problem."],
  [[0, 2], "No problems, 1 warning."],
  [[0, 3], "No problems found."],
])("the summary of %j is %s", (indexes, summary) => {
  const checks = indexes.map((index) => CHECKS[index]!);
  expect(
    doctorForTerminal(checks, { colors: plain, marks: "words", width: Infinity }).trimEnd().split("\n").at(-1),
  ).toBe(summary);
});

test("hostile texts cannot control a terminal or a CI system", () => {
  const hostile = "\u001B[31m\n::set-output name=x::y\u202E";
  const check = failed("connection", { code: "DNS", message: hostile, details: [hostile], next: hostile });
  const text = doctorForTerminal([check], { colors: plain, marks: "words", width: Infinity });
  for (const part of ["\u001B", "\u202E", "\n::set-output"]) expect(text).not.toContain(part);
  expect(text.split("\n")).toHaveLength(8);
});

test("lines are wrapped to the width of a terminal, below their text", () => {
  const check = failed("connection", {
    code: "DNS",
    message: "a name that cannot be resolved",
    next: "Check the name.",
  });
  const text = doctorForTerminal([check], { colors: plain, marks: "symbols", width: 24 });
  expect(text.split("\n").slice(2, 5)).toEqual(["✗ Connection: a name", "  that cannot be", "  resolved"]);
  expect(text.split("\n").every((line) => line.length <= 24)).toBe(true);
});
