import { PlannedChanges } from "../../src/provider/planned-changes";

const never = new AbortController().signal;

const project = (id: string) => ({ id, name: id });
const workspace = (id: string) => ({ id, name: id, projectId: "prj-a", organization: "acme" });
const inA = (...ids: string[]) => ({ project: project("prj-a"), workspaces: ids.map(workspace) });

describe("a project that is to be deleted", () => {
  test("is emptied by memberships that claim its workspaces for another project, or for one that has no id yet", async () => {
    const planned = new PlannedChanges();
    planned.claim("ws-1", "prj-b");
    planned.claim("ws-2", undefined);
    expect(await planned.stillHeld(inA("ws-1", "ws-2"), never)).toEqual([]);
  });

  test("still holds what no plan takes elsewhere, once the others have fallen quiet", async () => {
    const planned = new PlannedChanges();
    planned.release("ws-1", "prj-default");
    planned.release("ws-2", "prj-default");
    planned.claim("ws-2", "prj-a");
    const begun = Date.now();
    expect(await planned.stillHeld(inA("ws-1", "ws-2", "ws-3"), never)).toEqual([inA("ws-2", "ws-3")]);
    expect(Date.now() - begun).toBeGreaterThan(1_000);
  });

  test("is emptied by a plan that comes later", async () => {
    const planned = new PlannedChanges();
    setTimeout(() => planned.release("ws-1", "prj-default"), 50);
    expect(await planned.stillHeld(inA("ws-1"), never)).toEqual([]);
  });

  test("that comes while another one waits does not wait: the first answers for it", async () => {
    const planned = new PlannedChanges();
    const first = planned.stillHeld(inA("ws-1"), never);
    const second = { project: project("prj-b"), workspaces: [workspace("ws-2")] };
    expect(await planned.stillHeld(second, never)).toEqual([]);
    planned.release("ws-1", "prj-default");
    expect(await first).toEqual([second]);
  });

  test("is not waited for when Terraform is interrupted", async () => {
    const abort = new AbortController();
    const waiting = new PlannedChanges().stillHeld(inA("ws-1"), abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow();
  });
});

describe("a workspace", () => {
  test("that two memberships claim is told with the other project, however often the same one is planned", () => {
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
