import { sample as drawFrom, shuffledSubarray } from "fast-check";

/** Where a mutant is: lines count from 1. */
export interface MutantLines {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Lines of a file, and how many mutants lie in them: no mutant lies in them in part. */
export interface Range extends MutantLines {
  readonly mutants: number;
}

/** Of the mutants of a range that was drawn: those which tests can find, and those which they found. */
export interface Outcome {
  readonly mutants: number;
  readonly found: number;
}

/** A share, and where that of all mutants lies with a confidence of 95%. */
export interface Estimate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The ranges of lines that mutants share: mostly a function each. */
export function rangesOf(mutants: readonly MutantLines[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const { file, start, end } of mutants.toSorted(byPlace)) {
    const last = ranges.at(-1);
    if (last?.file !== file || last.end < start) ranges.push({ file, start, end, mutants: 1 });
    else ranges[ranges.length - 1] = { ...last, end: Math.max(last.end, end), mutants: last.mutants + 1 };
  }
  return ranges;
}

function byPlace(one: MutantLines, other: MutantLines): number {
  return one.file === other.file ? one.start - other.start : one.file < other.file ? -1 : 1;
}

/** Ranges in random order, until they have as many mutants as asked for; all of them if there are fewer. */
export function draw(ranges: readonly Range[], mutants: number, seed: number): readonly Range[] {
  const every = { minLength: ranges.length, maxLength: ranges.length };
  const [shuffled = []] = drawFrom(shuffledSubarray([...ranges], every), { seed, numRuns: 1 });
  let count = 0;
  return shuffled.filter((range) => {
    const isDrawn = count < mutants;
    if (isDrawn) count += range.mutants;
    return isDrawn;
  });
}

/**
 * The share of mutants found, and its confidence interval: of a sample of clusters, since what tests find in a function
 * is alike. See https://en.wikipedia.org/wiki/Ratio_estimator.
 *
 * @param drawn the outcome of each range that was drawn
 * @param of how many ranges they were drawn from
 */
export function estimate(drawn: readonly Outcome[], of: number): Estimate {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const mutants = sum(drawn.map((range) => range.mutants));
  const share = sum(drawn.map((range) => range.found)) / mutants;
  const squares = sum(drawn.map((range) => (range.found - share * range.mutants) ** 2));
  const n = drawn.length;
  const variance = ((1 - n / of) * n * squares) / (Math.max(n - 1, 1) * mutants ** 2);
  const margin = 1.96 * Math.sqrt(variance);
  return { share, low: Math.max(0, share - margin), high: Math.min(1, share + margin) };
}
