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
