import { CoalescedRead } from "../../src/reconcile/coalesced-read";

/** Reads that end when they are told to. */
function reads(): { readonly begun: ((result: string) => void)[]; readonly read: () => Promise<string> } {
  const begun: ((result: string) => void)[] = [];
  return { begun, read: () => new Promise((resolve) => begun.push(resolve)) };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("those who ask before a read begins share it; who asks while it is under way gets the next", async () => {
  const { begun, read } = reads();
  const fresh = new CoalescedRead(read);
  const early = [fresh.get(), fresh.get()];
  await soon();
  expect(begun).toHaveLength(1);
  const late = [fresh.get(), fresh.get(), fresh.get()];
  await soon();
  expect(begun).toHaveLength(1);
  begun[0]!("before");
  expect(await Promise.all(early)).toEqual(["before", "before"]);
  await soon();
  expect(begun).toHaveLength(2);
  begun[1]!("after");
  expect(await Promise.all(late)).toEqual(["after", "after", "after"]);
});

test("a read that fails, fails for those who asked for it alone", async () => {
  let attempts = 0;
  const fresh = new CoalescedRead(() => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error("down")) : Promise.resolve("up");
  });
  const first = fresh.get();
  await expect(first).rejects.toThrow("down");
  expect(await fresh.get()).toBe("up");
});
