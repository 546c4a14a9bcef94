import { CoalescedRead } from "../../src/reconcile/coalesced-read";

/** Reads that the test resolves. */
function reads(): { readonly started: ((result: string) => void)[]; readonly read: () => Promise<string> } {
  const started: ((result: string) => void)[] = [];
  return { started, read: () => new Promise((resolve) => started.push(resolve)) };
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("callers share a read that has not started; callers during a read share the next one", async () => {
  const { started, read } = reads();
  const coalesced = new CoalescedRead(read);
  const early = [coalesced.get(), coalesced.get()];
  await nextTick();
  expect(started).toHaveLength(1);
  const late = [coalesced.get(), coalesced.get(), coalesced.get()];
  await nextTick();
  expect(started).toHaveLength(1);
  started[0]!("before");
  expect(await Promise.all(early)).toEqual(["before", "before"]);
  await nextTick();
  expect(started).toHaveLength(2);
  started[1]!("after");
  expect(await Promise.all(late)).toEqual(["after", "after", "after"]);
});

test("a read that fails rejects only for its callers", async () => {
  let attempts = 0;
  const coalesced = new CoalescedRead(() => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error("down")) : Promise.resolve("up");
  });
  const first = coalesced.get();
  await expect(first).rejects.toThrow("down");
  expect(await coalesced.get()).toBe("up");
});
