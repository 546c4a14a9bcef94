import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { equivalents } from "../../../scripts/mutation/equivalents";
import { draw, estimate, rangesOf } from "../../../scripts/mutation/sample";
import type { MutantLines } from "../../../scripts/mutation/sample";
import { fc } from "../../support/property";

const ROOT = resolve(__dirname, "../../..");

const mutants: fc.Arbitrary<readonly MutantLines[]> = fc.array(
  fc
    .record({ file: fc.constantFrom("a.ts", "b.ts"), start: fc.integer({ min: 1, max: 30 }), length: fc.nat(4) })
    .map(({ file, start, length }) => ({ file, start, end: start + length })),
);

test("every mutant lies in one range, wholly", () => {
  fc.assert(
    fc.property(mutants, (all) => {
      const ranges = rangesOf(all);
      for (const { file, start, end } of all) {
        const touched = ranges.filter((range) => range.file === file && range.start <= end && range.end >= start);
        expect(touched).toHaveLength(1);
        expect(touched[0]!.start <= start && touched[0]!.end >= end).toBe(true);
      }
      expect(ranges.reduce((sum, range) => sum + range.mutants, 0)).toBe(all.length);
    }),
  );
});

test("draws as many as asked for, the same for a seed, and all if there are fewer", () => {
  const ranges = Array.from({ length: 50 }, (_, line) => ({ file: "a.ts", start: line, end: line, mutants: 3 }));
  const drawn = draw(ranges, 20, 1);
  expect(drawn).toHaveLength(7);
  expect(new Set(drawn).size).toBe(7);
  expect(draw(ranges, 20, 1)).toEqual(drawn);
  expect(draw(ranges, 20, 2)).not.toEqual(drawn);
  expect(new Set(draw(ranges, 151, 1))).toEqual(new Set(ranges));
});

describe("estimate", () => {
  test("is exact when all were drawn", () => {
    const drawn = [
      { mutants: 3, found: 3 },
      { mutants: 1, found: 0 },
    ];
    expect(estimate(drawn, 2)).toEqual({ share: 0.75, low: 0.75, high: 0.75 });
  });

  test("has the interval of independent draws when each range has one mutant", () => {
    const drawn = Array.from({ length: 100 }, (_, index) => ({ mutants: 1, found: index < 80 ? 1 : 0 }));
    const { share, low, high } = estimate(drawn, 1_000_000);
    expect(share).toBe(0.8);
    expect(high - share).toBeCloseTo(share - low, 10);
    expect(high - share).toBeCloseTo(1.96 * Math.sqrt((0.8 * 0.2) / 99), 3);
  });

  test("is less certain when what tests find is alike within ranges", () => {
    const alike = Array.from({ length: 20 }, (_, index) => ({ mutants: 5, found: index < 16 ? 5 : 0 }));
    const mixed = Array.from({ length: 20 }, () => ({ mutants: 5, found: 4 }));
    expect(estimate(mixed, 1000)).toEqual({ share: 0.8, low: 0.8, high: 0.8 });
    expect(estimate(alike, 1000).low).toBeLessThan(0.65);
  });
});

test("mutants listed as equal to the code are mutants of code that is there", () => {
  const gone = equivalents.filter(({ file, line }) => {
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
    return !lines.some((text) => text.trim() === line);
  });
  expect(gone).toEqual([]);
});
