import { PendingPlans } from "../../../src/provider/planned/pending-plans";

describe("a plan in progress", () => {
  test("is pending until it ends, also with an error, and settled waits for those that begin meanwhile", async () => {
    const plans = new PendingPlans();
    expect(plans.inProgress).toBe(false);
    const steps: string[] = [];
    let end = (): void => undefined;
    const first = plans.track(() => new Promise<number>((resolve) => (end = () => resolve(1))));
    expect(plans.inProgress).toBe(true);
    const settled = plans.settled().then(() => steps.push("settled"));
    const second = plans.track(async () => {
      await first;
      await new Promise((resolve) => setImmediate(resolve));
      steps.push("second");
      throw new Error("failed");
    });
    const failure = expect(second).rejects.toThrow("failed");
    end();
    expect(await first).toBe(1);
    await Promise.all([settled, failure]);
    expect(steps).toEqual(["second", "settled"]);
    expect(plans.inProgress).toBe(false);
  });
});
