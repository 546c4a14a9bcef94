import { walk, type Step } from "./walk";

/** Steps that tell when they begin, and end when they are told to. */
class ManualSteps {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, (ok: boolean) => void>();

  step(id: string, ...after: string[]): Step {
    const run = (): Promise<boolean> => {
      this.begun.push(id);
      return new Promise((resolve) => this.#ends.set(id, resolve));
    };
    return { id, after, run };
  }

  async end(id: string, ok = true): Promise<void> {
    this.#ends.get(id)!(ok);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a step starts after all its dependencies, within the limit of concurrency", async () => {
  const tellers = new ManualSteps();
  const steps = [tellers.step("c", "a", "b"), tellers.step("a"), tellers.step("b"), tellers.step("d")];
  const done = walk(steps, { parallelism: 2 });
  expect(tellers.begun).toEqual(["a", "b"]);
  await tellers.end("a");
  expect(tellers.begun).toEqual(["a", "b", "d"]);
  await tellers.end("b");
  expect(tellers.begun).toEqual(["a", "b", "d", "c"]);
  await tellers.end("c");
  await tellers.end("d");
  await done;
});

test("dependents of a failed step are skipped, and all others run", async () => {
  const tellers = new ManualSteps();
  const done = walk([tellers.step("a"), tellers.step("b", "a"), tellers.step("c", "b"), tellers.step("d")], {
    parallelism: 1,
  });
  await tellers.end("a", false);
  await tellers.end("d");
  await done;
  expect(tellers.begun).toEqual(["a", "d"]);
});

test("nothing starts after the signal is aborted", async () => {
  const tellers = new ManualSteps();
  const controller = new AbortController();
  const done = walk([tellers.step("a"), tellers.step("b")], { parallelism: 1, signal: controller.signal });
  controller.abort();
  await tellers.end("a");
  await done;
  expect(tellers.begun).toEqual(["a"]);
});

test("a cycle is an error, and so is a step that throws", async () => {
  const tellers = new ManualSteps();
  await expect(walk([tellers.step("a", "b"), tellers.step("b", "a")], { parallelism: 1 })).rejects.toThrow(
    "Cycle: a, b",
  );
  const broken: Step = { id: "a", after: [], run: () => Promise.reject(new Error("broken")) };
  await expect(walk([broken], { parallelism: 1 })).rejects.toThrow("broken");
});
