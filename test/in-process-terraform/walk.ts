/** A step that runs after its dependencies. */
export interface Step {
  readonly id: string;
  /** IDs of steps that run before it; IDs that are not in the walk are ignored. */
  readonly after: Iterable<string>;
  /** Returns whether it succeeded. Dependents of a failed step are skipped. */
  run(): Promise<boolean>;
}

export interface WalkOptions {
  /** The maximum number of concurrent steps. */
  readonly parallelism: number;
  /** Chooses the next of several ready steps, from 0. @default the first */
  readonly choose?: ((count: number) => number) | undefined;
  /** When it is aborted, no other step starts. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs the steps as Terraform walks its graph. If a step throws, the walk ends after the steps in progress. */
export async function walk(
  steps: readonly Step[],
  { parallelism, choose = () => 0, signal }: WalkOptions,
): Promise<void> {
  const waiting = new Map(steps.map((step) => [step.id, step]));
  const running = new Map<string, Promise<void>>();
  const failed = new Set<string>();
  const errors: unknown[] = [];

  const begin = (step: Step): void => {
    waiting.delete(step.id);
    const end = step.run().then(
      (ok) => {
        if (!ok) failed.add(step.id);
      },
      (error: unknown) => void errors.push(error),
    );
    running.set(
      step.id,
      end.then(() => void running.delete(step.id)),
    );
  };
  for (;;) {
    skipDependents(waiting, failed);
    const isOver = errors.length > 0 || signal?.aborted === true;
    const ready = isOver ? [] : [...waiting.values()].filter((step) => isReady(step, waiting, running));
    const next = running.size < parallelism ? ready[choose(ready.length)] : undefined;
    if (next !== undefined) begin(next);
    else if (running.size > 0) await Promise.race(running.values());
    else break;
  }
  if (errors.length > 0) throw errors[0];
  if (signal?.aborted !== true && waiting.size > 0) throw new Error(`Cycle: ${[...waiting.keys()].join(", ")}`);
}

function skipDependents(waiting: Map<string, Step>, failed: Set<string>): void {
  for (let found = true; found;) {
    const doomed = [...waiting.values()].filter(({ after }) => [...after].some((id) => failed.has(id)));
    for (const { id } of doomed) {
      waiting.delete(id);
      failed.add(id);
    }
    found = doomed.length > 0;
  }
}

function isReady({ after }: Step, waiting: ReadonlyMap<string, Step>, running: ReadonlyMap<string, unknown>): boolean {
  return [...after].every((id) => !waiting.has(id) && !running.has(id));
}
