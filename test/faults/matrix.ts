import { ALL_FAULT_KINDS, DURATIONS, faultAt, type CaseFault, type Duration, type FaultKind } from "./fault-kinds";

/** One case: a fault, and the request of a workload that it affects. */
export interface Case {
  readonly workload: string;
  /** Counted from 0. */
  readonly request: number;
  readonly kind: FaultKind;
  readonly duration: Duration;
}

/** A case whose assertions failed. */
export interface Failure {
  readonly title: string;
  readonly problems: readonly string[];
}

/** Every kind of fault for every request, once and permanently. */
export function allCases(workload: string, requests: number): readonly Case[] {
  return Array.from({ length: requests }, (_, request) =>
    ALL_FAULT_KINDS.flatMap((kind) => DURATIONS.map((duration) => ({ workload, request, kind, duration }))),
  ).flat();
}

/**
 * A random sample of the cases, one in `every`; the same for the same seed. Random, so that no kind of fault always
 * affects the same requests.
 */
export function someCases(cases: readonly Case[], every: number, seed: number): readonly Case[] {
  const random = randomFrom(seed);
  return cases.filter(() => random() < 1 / every);
}

/** Numbers from 0 up to 1, the same for the same seed (xorshift). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function titleOf({ workload, request, kind, duration }: Case): string {
  return `${workload}, request ${request + 1}: ${kind}, ${duration}`;
}

/** Runs several cases at a time, since they mostly wait. */
export async function failuresOf(
  cases: readonly Case[],
  problemsOf: (fault: CaseFault) => Promise<readonly string[]>,
  concurrency = 6,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const left = [...cases];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const problems = await problemsOf(faultAt(next.kind, next.request, next.duration));
      if (problems.length > 0) failures.push({ title: titleOf(next), problems });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return failures;
}
