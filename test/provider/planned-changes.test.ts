import { PlannedChanges } from "../../src/provider/planned-changes";

const never = new AbortController().signal;

describe("workspaces", () => {
  test("leave a project when a membership claims them for another, or for one that has no id yet", () => {
    const planned = new PlannedChanges();
    planned.claim("ws-1", "prj-b");
    planned.claim("ws-2", undefined);
    planned.claim("ws-3", "prj-a");
    expect(["ws-1", "ws-2", "ws-3", "ws-4"].map((id) => planned.leaves(id, "prj-a"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("leave a project when their membership releases them, unless another one claims them for it", () => {
    const planned = new PlannedChanges();
    planned.release("ws-1", "prj-default");
    planned.release("ws-2", "prj-default");
    planned.claim("ws-2", "prj-a");
    expect([planned.leaves("ws-1", "prj-a"), planned.leaves("ws-2", "prj-a")]).toEqual([true, false]);
    expect(planned.leaves("ws-1", "prj-default")).toBe(false);
  });

  test("that two memberships claim are told with the other project, however often the same one is planned", () => {
    const planned = new PlannedChanges();
    expect(planned.claim("ws-1", "prj-a")).toBeUndefined();
    expect(planned.claim("ws-1", "prj-a")).toBeUndefined();
    expect(planned.claim("ws-1", "prj-b")).toBe("prj-a");
  });
});

test("a name that is freed is free without regard to case, in its organization", () => {
  const planned = new PlannedChanges();
  planned.freeName("acme", "Platform");
  expect(planned.frees("acme", "PLATFORM")).toBe(true);
  expect(planned.frees("other", "Platform")).toBe(false);
});

describe("comesTrue", () => {
  test("is true as soon as another plan makes it so", async () => {
    const planned = new PlannedChanges();
    setTimeout(() => planned.release("ws-1", "prj-default"), 50);
    expect(await planned.comesTrue(() => planned.leaves("ws-1", "prj-a"), never)).toBe(true);
  });

  test("is false once the others have fallen quiet", async () => {
    const planned = new PlannedChanges();
    const begun = Date.now();
    expect(await planned.comesTrue(() => false, never)).toBe(false);
    expect(Date.now() - begun).toBeGreaterThan(1_000);
  });

  test("ends when Terraform is interrupted", async () => {
    const abort = new AbortController();
    const waiting = new PlannedChanges().comesTrue(() => false, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow();
  });
});
