import { once } from "node:events";
import { anySignal } from "../src/any-signal";
import { collectGarbage } from "./support/garbage";

/** A signal that nothing refers to but those that follow it. */
const passing = (): AbortSignal => AbortSignal.timeout(200);

describe("a combined signal", () => {
  test("is aborted by a timeout that nothing else references", async () => {
    const signal = anySignal([new AbortController().signal, passing()]);
    await collectGarbage();
    if (!signal.aborted) await once(signal, "abort");
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  test("is aborted through another combined signal, also when only listened to", async () => {
    const ended = once(anySignal([anySignal([passing(), new AbortController().signal])]), "abort");
    await collectGarbage();
    await ended;
  });

  test("is aborted with the first of its sources, with its reason", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signal = anySignal([first.signal, second.signal]);
    expect(signal.aborted).toBe(false);
    second.abort("second");
    first.abort("first");
    expect(signal.reason).toBe("second");
  });

  test("is aborted from the beginning when one of its sources is", () => {
    expect(anySignal([new AbortController().signal, AbortSignal.abort("over")]).reason).toBe("over");
  });
});
