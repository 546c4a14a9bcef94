import type { DocumentsOption } from "../../src/emulator";
import { ALL_FAULT_KINDS, DURATIONS, faultAt, type CaseFault, type Duration, type FaultKind } from "./fault-kinds";

/** One case: a fault, and the request of a workload that it affects. */
export interface Case {
  readonly workload: string;
  /** Counted from 0. */
  readonly request: number;
  readonly kind: FaultKind;
  readonly duration: Duration;
  readonly documents: DocumentsOption;
}

/** The emulators that a workload is run on. */
export interface ServiceOptions {
  /** @default "full" */
  readonly documents?: DocumentsOption;
}

const DOCUMENTS = ["full", "documented"] as const satisfies readonly DocumentsOption[];

/** A case whose assertions failed. */
export interface Failure {
  readonly title: string;
  readonly problems: readonly string[];
}

/** Every kind of fault for every request, once and permanently, on services with either documents. */
export async function allCases(
  workload: string,
  countRequests: (service: ServiceOptions) => Promise<number>,
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const documents of DOCUMENTS) {
    const requests = await countRequests({ documents });
    for (let request = 0; request < requests; request++) {
      for (const kind of ALL_FAULT_KINDS) {
        for (const duration of DURATIONS) cases.push({ workload, request, kind, duration, documents });
      }
    }
  }
  return cases;
}

/**
 * A random sample of a workload's cases, one in `every`; the same for the same seed. No kind of fault comes twice
 * before each has come once, about half of the cases have either documents, and other workloads get other samples.
 */
export function someCases(cases: readonly Case[], every: number, seed: number): readonly Case[] {
  const random = randomFrom(seedOf(cases[0]?.workload ?? "", seed));
  const shuffled = cases.map((one) => ({ one, position: random() })).sort((a, b) => a.position - b.position);
  const counts = new Map<string, number>();
  const ranked = shuffled.map(({ one }) => {
    const kind = `${one.kind}, ${one.duration}`;
    const rank = counts.get(kind) ?? 0;
    counts.set(kind, rank + 1);
    return { one, rank };
  });
  const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, Math.ceil(cases.length / every));
  return chosen.map(({ one }) => one);
}

/** Of a workload, derived from the seed of all (FNV-1a). */
function seedOf(workload: string, seed: number): number {
  return Array.from(workload).reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), seed);
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

function titleOf({ workload, request, kind, duration, documents }: Case): string {
  return `${workload}, request ${request + 1}, ${documents} documents: ${kind}, ${duration}`;
}

/** Runs several cases at a time, since they mostly wait. */
export async function failuresOf(
  cases: readonly Case[],
  problemsOf: (fault: CaseFault, service: ServiceOptions) => Promise<readonly string[]>,
  concurrency = 6,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const left = [...cases];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const problems = await problemsOf(faultAt(next.kind, next.request, next.duration), next);
      if (problems.length > 0) failures.push({ title: titleOf(next), problems });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return failures;
}
