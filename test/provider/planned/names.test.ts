import { NO_SETTINGS, type Project } from "../../../src/model";
import { PlannedNames } from "../../../src/provider/planned/names";
import { ProjectNameTakenError } from "../../../src/reconcile";

const [one, other] = [{}, {}];

let names: PlannedNames;
beforeEach(() => (names = new PlannedNames()));

function rename(projectId: string, from: string, to: string): void {
  names.rename("acme", { projectId, from, to });
}

describe("a name", () => {
  test("is reserved for the first project that gets it, however often that one is planned", () => {
    expect(names.reserve(one, "acme", "Platform")).toBe(true);
    expect(names.reserve(one, "acme", "Platform")).toBe(true);
    expect(names.reserve(other, "acme", "PLATFORM")).toBe(false);
    expect(names.reserve(other, "other", "Platform")).toBe(true);
  });

  test("is that of a project which exists or is created, as planned so far", () => {
    expect(names.projectNamed("acme", "Platform")).toBeUndefined();
    names.reserve(one, "acme", "Platform");
    expect(names.projectNamed("ACME", "platform")).toEqual({ id: undefined });
    names.reserve(one, "acme", "Platform", "prj-1");
    expect(names.projectNamed("acme", "Platform")).toEqual({ id: "prj-1" });
    expect(names.projectNamed("other", "Platform")).toBeUndefined();
  });

  test("is that of a new project once it is created, and still reserved for it", () => {
    names.reserve(one, "acme", "Platform");
    names.recordCreated("ACME", { id: "prj-1", name: "platform" });
    expect(names.projectNamed("acme", "Platform")).toEqual({ id: "prj-1" });
    expect(names.reserve(other, "acme", "Platform")).toBe(false);
    names.recordCreated("acme", { id: "prj-2", name: "Data" });
    expect(names.projectNamed("acme", "Data")).toBeUndefined();
  });

  test("becomes available in its organization when its project is renamed, ignoring case", () => {
    rename("prj-1", "Platform", "Core");
    rename("prj-2", "Data", "DATA");
    expect(names.renameFrom("ACME", "PLATFORM")?.to).toBe("Core");
    expect(names.renameFrom("other", "Platform")).toBeUndefined();
    expect(names.renameFrom("acme", "data")).toBeUndefined();
  });

  test("becomes available before a resource if Terraform begins with that one after the rename was planned", () => {
    names.begin("prj-2");
    rename("prj-1", "Platform", "Core");
    names.begin("prj-2");
    names.begin("prj-3");
    const isBefore = (projectId?: string) => names.isRenamedBefore("ACME", "PLATFORM", projectId);
    expect([isBefore("prj-2"), isBefore("prj-3"), isBefore()]).toEqual([false, true, true]);
    expect(names.isRenamedBefore("acme", "Core")).toBe(false);
  });

  test.each([
    ["two projects exchange their names", ["A", "B", "A"], true],
    ["three projects pass theirs on in a cycle", ["A", "B", "C", "A"], true],
    ["a chain ends with a new name", ["A", "B", "C", "D"], false],
    ["no project passes it on", ["A"], false],
  ])("if %s: %j is a cycle: %s", (_, chain, isCycle) => {
    chain.slice(1).forEach((to, index) => rename(`prj-${index}`, chain[index]!, to));
    expect(names.isCycle("acme", "A")).toBe(isCycle);
  });
});

describe("a change that gives a project the name of a renamed one", () => {
  const project: Project = {
    ...NO_SETTINGS,
    id: "prj-1",
    name: "Platform",
    organization: "acme",
    workspaceCount: 0,
    teamCount: 0,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
  };
  const taken = new ProjectNameTakenError("Platform", project);
  let stop: AbortController;
  let steps: string[];
  beforeEach(() => {
    stop = new AbortController();
    steps = [];
  });

  function change(
    work = (): void => undefined,
    { isStillTaken = () => Promise.resolve(true), deadlineMs = 600_000 } = {},
  ): Promise<void> {
    const taking = { organization: "acme", name: "Platform", signal: stop.signal, deadlineMs };
    const making = (): Promise<void> => {
      steps.push("changes");
      work();
      return Promise.resolve();
    };
    return names.whenAvailable(taking, making, isStillTaken);
  }

  const failing = (): void => {
    throw taken;
  };

  /** Other work in this process. */
  const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test.each(["is renamed", "has failed"])("waits from the plan of the rename until the project %s", async (end) => {
    rename("prj-1", "Platform", "Core");
    const waiting = change();
    await later();
    const applied = names.applying("prj-1", async () => {
      await later();
      steps.push(end);
      if (end === "has failed") throw taken;
    });
    await Promise.allSettled([applied, waiting]);
    expect(steps).toEqual([end, "changes"]);
  });

  test("waits until the plan of the rename has failed", async () => {
    rename("prj-1", "Platform", "Core");
    const waiting = change();
    const planned = names.planning("prj-1", async () => {
      await later();
      steps.push("failed");
      throw taken;
    });
    await Promise.allSettled([planned, waiting]);
    expect(steps).toEqual(["failed", "changes"]);
  });

  test("does not wait for a rename that was planned and has ended, or for none", async () => {
    await change();
    rename("prj-1", "Platform", "Core");
    await names.applying("prj-1", () => Promise.resolve());
    await change();
    expect(steps).toEqual(["changes", "changes"]);
  });

  test("is made again if the rename was planned meanwhile, and fails if that has failed", async () => {
    const isStillTaken = (): Promise<boolean> => {
      rename("prj-1", "Platform", "Core");
      return Promise.resolve(true);
    };
    const waiting = change(failing, { isStillTaken });
    await later();
    expect(steps).toEqual(["changes"]);
    await names.applying("prj-1", () => Promise.resolve());
    await expect(waiting).rejects.toBe(taken);
    expect(steps).toEqual(["changes", "changes"]);
  });

  test("fails at once if no rename is planned, and is made again if the name is free meanwhile", async () => {
    await expect(change(failing)).rejects.toBe(taken);
    expect(steps).toEqual(["changes"]);
    const first = (): void => {
      if (steps.length === 2) throw taken;
    };
    await change(first, { isStillTaken: () => Promise.resolve(false) });
    expect(steps).toEqual(["changes", "changes", "changes"]);
  });

  test("is not made if Terraform stops the provider", async () => {
    rename("prj-1", "Platform", "Core");
    const waiting = change();
    await later();
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    expect(steps).toEqual([]);
  });

  test("is made after the deadline if Terraform never applies the rename", async () => {
    rename("prj-1", "Platform", "Core");
    const waiting = change(failing, { deadlineMs: 1 });
    await expect(waiting).rejects.toBe(taken);
    expect(steps).toEqual(["changes"]);
  });
});
