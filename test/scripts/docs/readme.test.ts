import { readFileSync, statSync } from "node:fs";
import { documentPath, readDocument } from "../../../scripts/docs/document";
import { MAX_PICTURE_BYTES, PICTURE } from "../../../scripts/docs/picture";

const README = readDocument("../README.md");

test("begins with the two commands that show everything, and a picture that loads at once", () => {
  const [, first] = /```sh\n([\s\S]*?)```/.exec(README) ?? [];
  expect(first?.split("\n").map((line) => line.split("#")[0]?.trim())).toEqual([
    "npm ci && npm run demo",
    "npm ci && npm test",
    "",
  ]);
  expect(README.indexOf(`docs/${PICTURE}`)).toBeLessThan(README.indexOf("\n## "));
  const picture = readFileSync(documentPath(PICTURE));
  expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(statSync(documentPath(PICTURE)).size).toBeLessThan(MAX_PICTURE_BYTES);
});

test("says which demo its excerpt is from: with Terraform on the PATH, npm run demo shows another one", () => {
  const [, before] = /\n(.*)\n\n<!-- generated: demo -->/.exec(README) ?? [];
  expect(before).toContain("the demo without Terraform (`npm run demo -- --engine`)");
  expect(README).toContain("$ tfprojects drift\n");
});

test("fits on a few screens, without long lines, and calls the package in one way", () => {
  const lines = README.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
  expect(README).not.toContain("tfprojects@");
});
