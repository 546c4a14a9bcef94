import { setTimeout as sleep } from "node:timers/promises";
import { KeyedLock } from "../../src/reconcile/keyed-lock";

test("work that shares a key runs one after the other, other work concurrently", async () => {
  const lock = new KeyedLock();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} starts`);
    await sleep(20);
    log.push(`${name} ends`);
  };
  await Promise.all([
    lock.runExclusive(["a", "b"], work("one")),
    lock.runExclusive(["b", "c"], work("two")),
    lock.runExclusive(["d"], work("three")),
  ]);
  expect(log.slice(0, 2)).toEqual(["one starts", "three starts"]);
  expect(log.indexOf("two starts")).toBeGreaterThan(log.indexOf("one ends"));
});

test("work that fails releases its keys", async () => {
  const lock = new KeyedLock();
  await expect(lock.runExclusive(["a"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await lock.runExclusive(["a"], () => Promise.resolve("done"))).toBe("done");
});

/** Work that ends when it is told to. */
function pending() {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const result = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { run: () => result, end, fail };
}

test("work starts once earlier work on its keys has ended, and learns whether it had to wait", async () => {
  const lock = new KeyedLock();
  const log: string[] = [];
  const [first, second] = [pending(), pending()];
  const work = (name: string, keys: readonly string[], run: () => Promise<void>) =>
    lock.runExclusive(keys, async (hasWaited) => {
      log.push(`${name} ${hasWaited ? "waited" : "began"}`);
      await run();
    });
  const all = [
    work("first", ["a"], first.run),
    work("second", ["b", "a"], second.run),
    work("other", ["c"], () => Promise.resolve()),
    work("third", ["b"], () => Promise.resolve()),
  ];
  await all[2];
  expect(log).toEqual(["first began", "other began"]);
  first.end();
  await all[0];
  await new Promise(setImmediate);
  expect(log.slice(2)).toEqual(["second waited"]);
  second.end();
  await Promise.all(all);
  expect(log.slice(3)).toEqual(["third waited"]);
});

test("work that fails has ended, too", async () => {
  const lock = new KeyedLock();
  const first = pending();
  const failed = lock.runExclusive(["a"], first.run);
  const next = lock.runExclusive(["a"], (hasWaited) => Promise.resolve(hasWaited));
  first.fail(new Error("The disk is full."));
  await expect(failed).rejects.toThrow("The disk is full.");
  expect(await next).toBe(true);
  expect(await lock.runExclusive(["a"], (hasWaited) => Promise.resolve(hasWaited))).toBe(false);
});
