import { oneAtATime } from "../../../src/engine/apply/one-at-a-time";

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

test("runs one apply of an organization after the other, and says who had to wait", async () => {
  const log: string[] = [];
  const [first, second] = [pending(), pending()];
  const apply = (name: string, organizations: readonly string[], run: () => Promise<void>) =>
    oneAtATime(organizations, async (hasWaited) => {
      log.push(`${name} ${hasWaited ? "waited" : "began"}`);
      await run();
    });
  const all = [
    apply("first", ["a"], first.run),
    apply("second", ["b", "a"], second.run),
    apply("other", ["c"], () => Promise.resolve()),
    apply("third", ["b"], () => Promise.resolve()),
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

test("one that fails is over, too", async () => {
  const first = pending();
  const failed = oneAtATime(["a"], first.run);
  const next = oneAtATime(["a"], (hasWaited) => Promise.resolve(hasWaited));
  first.fail(new Error("The disk is full."));
  await expect(failed).rejects.toThrow("The disk is full.");
  expect(await next).toBe(true);
  expect(await oneAtATime(["a"], (hasWaited) => Promise.resolve(hasWaited))).toBe(false);
});
