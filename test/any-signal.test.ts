import { once } from "node:events";
import { anySignal } from "../src/any-signal";
import { collectGarbage } from "./support/garbage";

/** A signal that nothing refers to but those that follow it. */
const passing = (): AbortSignal => AbortSignal.timeout(200);

describe("a combined signal", () => {
  let signal: AbortSignal;
  let combinedTwice: Promise<unknown>;
  // Once for both tests: it goes through all that this process has.
  beforeAll(async () => {
    signal = anySignal([new AbortController().signal, passing()]);
    combinedTwice = once(anySignal([anySignal([passing(), new AbortController().signal])]), "abort");
    await collectGarbage();
  });

  test("is aborted by a timeout that nothing else references", async () => {
    if (!signal.aborted) await once(signal, "abort");
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  test("is aborted through another combined signal, also when only listened to", async () => {
    await combinedTwice;
  });

  test("is aborted with the first of its sources, with its reason", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const combined = anySignal([first.signal, second.signal]);
    expect(combined.aborted).toBe(false);
    second.abort("second");
    first.abort("first");
    expect(combined.reason).toBe("second");
  });

  test("is aborted from the beginning when one of its sources is", () => {
    expect(anySignal([new AbortController().signal, AbortSignal.abort("over")]).reason).toBe("over");
  });
});
