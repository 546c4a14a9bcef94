import { apply, defineOrganization, observe, plan, type ApplyOptions, type BatchProgress } from "../../../src/engine";
import { executePlan } from "../../../src/engine/apply/execute-plan";
import { executePlans, resultOf } from "../../../src/engine/apply/execute-plans";
import { MoveBatches } from "../../../src/engine/apply/move-batches";
import { observeOrganization } from "../../../src/engine/live/observe";
import type { DesiredOrganization } from "../../../src/engine/organization";
import { outcomeAsText } from "../../../src/engine/report";
import { Acme } from "../../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const MEMBERS = ["a", "b", "c", "d", "e"];

/** Projects with the workspaces of each. */
function code(projects: Record<string, readonly string[]>): DesiredOrganization {
  return defineOrganization({
    name: "acme",
    projects: Object.keys(projects).map((name) => ({ name })),
    memberships: Object.entries(projects).map(([project, workspaceNames]) => ({ project, workspaceNames })),
  });
}

/** Five workspaces in `Old`, which the plan moves to a new project in three batches of two; then it deletes `Old`. */
async function planned() {
  const old = acme.addProject("Old");
  for (const name of MEMBERS) acme.addWorkspace(name, old);
  const desired = code({ New: MEMBERS });
  const options = { prune: true, maxDeletes: 1 };
  const made = plan(desired, await observe(acme.client, desired, options), options);
  acme.takeRequests();
  return made;
}

/** Applies the plan in batches of two. */
async function applyInBatches(made: Awaited<ReturnType<typeof planned>>, options: ApplyOptions = {}) {
  return apply(acme.client, made, { batch: { size: 2 }, ...options });
}

const names = (workspaces: readonly { readonly name: string }[]): string[] => workspaces.map(({ name }) => name);

/** The batches of the move: `done a b`. */
function batchesOf({ outcomes }: Awaited<ReturnType<typeof apply>>): string[] {
  return outcomes.flatMap(({ batches = [] }) =>
    batches.map(({ batch, kind, workspaces }) => `${batch} ${kind} ${names(workspaces).join(" ")}`),
  );
}

const isMove = (request: string): boolean => request.endsWith("/relationships/workspaces");

describe("moves in batches", () => {
  test("send at most so many workspaces in a request, and read the project's list after each", async () => {
    const made = await planned();
    const result = await applyInBatches(made);
    expect(result.status).toBe("complete");
    expect(batchesOf(result)).toEqual(["1 done a b", "2 done c d", "3 done e"]);
    expect(acme.world).toEqual({ "Default Project": [], New: MEMBERS });
    const requests = acme.takeRequests();
    const writes = requests.slice(requests.findIndex((it) => it.startsWith("POST")));
    const move = `POST /api/v2/projects/${acme.project("New")!.id}/relationships/workspaces`;
    const list = "GET /api/v2/organizations/acme/workspaces";
    expect(writes.slice(0, 7)).toEqual([
      "POST /api/v2/organizations/acme/projects",
      ...[move, list],
      ...[move, list],
      ...[move, list],
    ]);
    expect(writes.filter((it) => it.startsWith("DELETE"))).toHaveLength(1);
  });

  test("go on after the question between them, which has what was done and what is left", async () => {
    const asked: BatchProgress[] = [];
    const between = (progress: BatchProgress): boolean => asked.push(progress) > 0;
    await applyInBatches(await planned(), { batch: { size: 2, between } });
    expect(asked).toEqual([
      { next: 2, last: 2, workspaces: 2, destinations: ["New"], total: 3, moved: 2, left: 3 },
      { next: 3, last: 3, workspaces: 1, destinations: ["New"], total: 3, moved: 4, left: 1 },
    ]);
  });

  test("to small projects are one request each, with a question before more workspaces than a batch may have", async () => {
    const projects = { One: ["a"], Six: ["b", "c"], Ten: ["d"], Two: ["e"], Yes: ["f", "g"] };
    for (const name of Object.values(projects).flat()) acme.addWorkspace(name);
    const desired = code(projects);
    const made = plan(desired, await observe(acme.client, desired), { maxMoves: 7 });
    acme.takeRequests();
    const asked: string[] = [];
    const between = ({ next, last, workspaces, destinations, moved }: BatchProgress): boolean => {
      const sent = acme.takeRequests().filter(isMove).length;
      return asked.push(`${next}-${last}: ${workspaces} to ${destinations.join(", ")}; ${moved} by ${sent}`) > 0;
    };
    const result = await apply(acme.client, made, { batch: { size: 3, between } });
    expect(result.status).toBe("complete");
    expect(asked).toEqual(["3-4: 2 to Ten, Two; 3 by 2", "5-5: 2 to Yes; 5 by 2"]);
    expect(acme.world).toEqual({ "Default Project": [], ...projects });
  });

  const failure = new Error("no answer");
  test.each<[string, () => boolean | Promise<boolean>, unknown]>([
    ["is declined", () => false, undefined],
    ["fails", () => Promise.reject(failure), failure],
  ])("skip the rest if the question %s", async (_, between, error) => {
    const result = await applyInBatches(await planned(), { batch: { size: 2, between } });
    expect(result.status).toBe("partial");
    expect(batchesOf(result)).toEqual(["1 done a b", "2 skipped c d", "3 skipped e"]);
    expect(result.outcomes.map(({ kind }) => kind)).toEqual(["done", "skipped", "skipped"]);
    expect(result.listenerError).toBe(error);
    expect(acme.world).toEqual({ "Default Project": [], New: ["a", "b"], Old: ["c", "d", "e"] });
  });

  test("skip the rest if the signal is aborted during a batch, which is completed", async () => {
    const stopped = new AbortController();
    const result = await applyInBatches(await planned(), {
      signal: stopped.signal,
      onEvent: (event) => {
        if (event.kind === "batch" && event.batch === 2) stopped.abort();
      },
    });
    expect(batchesOf(result)).toEqual(["1 done a b", "2 done c d", "3 skipped e"]);
    expect(acme.world["New"]).toEqual(["a", "b", "c", "d"]);
  });

  test("report when a batch starts and ends, before and after its request", async () => {
    const seen: string[] = [];
    await applyInBatches(await planned(), {
      onEvent: (event) => {
        if (event.kind !== "batch") return;
        const { position, batch, total, outcome } = event;
        seen.push(`${position}: ${batch} of ${total} ${outcome}, ${acme.takeRequests().filter(isMove).length} sent`);
      },
    });
    expect(seen).toEqual([
      "1: 1 of 3 started, 0 sent",
      "1: 1 of 3 done, 1 sent",
      "1: 2 of 3 started, 0 sent",
      "1: 2 of 3 done, 1 sent",
      "1: 3 of 3 started, 0 sent",
      "1: 3 of 3 done, 1 sent",
    ]);
  });

  test("end with the first failure: the first batch stands, the rest is named, and the next apply finishes", async () => {
    const made = await planned();
    acme.emulator.faults.add({ method: "POST", path: /relationships\/workspaces$/, status: 403, skip: 1 });
    const result = await applyInBatches(made);
    expect(result.status).toBe("partial");
    expect(batchesOf(result)).toEqual(["1 done a b", "2 failed c d", "3 skipped e"]);
    expect(result.outcomes[1]).toMatchObject({ kind: "failed", error: { code: "FORBIDDEN", outcomeUnknown: false } });
    expect(result.outcomes[2]).toEqual({ kind: "skipped", reason: "dependency", failures: [1] });
    expect(acme.world).toEqual({ "Default Project": [], New: ["a", "b"], Old: ["c", "d", "e"] });

    acme.takeRequests();
    const next = await applyInBatches(made);
    expect(next).toMatchObject({
      status: "complete",
      outcomes: [{ kind: "done" }, { kind: "done" }, { kind: "done" }],
    });
    expect(next.doneBefore).toMatchObject([
      { position: 0, isComplete: true, createdId: acme.project("New")!.id },
      { position: 1, isComplete: false, workspaces: [{ name: "a" }, { name: "b" }] },
    ]);
    expect(batchesOf(next)).toEqual(["1 done c d", "2 done e"]);
    expect(acme.takeRequests().filter((it) => !it.startsWith("GET"))).toHaveLength(3);
    expect(acme.world).toEqual({ "Default Project": [], New: MEMBERS });
    expect(await applyInBatches(made)).toMatchObject({ status: "complete" });
    expect(acme.takeRequests().filter((it) => !it.startsWith("GET"))).toEqual([]);
  });

  test("end with the failure of another action, before the first batch", async () => {
    acme.addWorkspace("a");
    const desired = code({ New: [], Platform: ["a"] });
    acme.addProject("Platform");
    const made = plan(desired, await observe(acme.client, desired));
    acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403 });
    const result = await applyInBatches(made);
    expect(result.outcomes.map(({ kind }) => kind)).toEqual(["failed", "skipped"]);
    expect(batchesOf(result)).toEqual(["1 skipped a"]);
    expect(acme.world["Platform"]).toEqual([]);
    // Without batches, the move does not depend on it.
    acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403 });
    expect((await apply(acme.client, made)).outcomes.map(({ kind }) => kind)).toEqual(["failed", "done"]);
  });

  test("go on after a lost response, once one list of the project has shown the workspaces", async () => {
    const made = await planned();
    acme.emulator.faults.add({ method: "POST", path: /relationships\/workspaces$/, drop: "after", skip: 1 });
    expect(await applyInBatches(made)).toMatchObject({ status: "complete" });
    const requests = acme.takeRequests();
    const after = requests.slice(requests.findIndex(isMove), requests.findLastIndex(isMove));
    expect(after.filter((it) => it.startsWith("GET"))).toHaveLength(2);
    expect(acme.world).toEqual({ "Default Project": [], New: MEMBERS });
  });

  test("end as unknown if the list cannot be read after a success", async () => {
    const made = await planned();
    const result = await applyInBatches(made, {
      onEvent: (event) => {
        if (event.kind !== "batch" || event.batch !== 2 || event.outcome !== "started") return;
        acme.emulator.faults.add({ method: "GET", path: "/workspaces", status: 403, times: Infinity });
      },
    });
    expect(result.status).toBe("partial");
    expect(batchesOf(result)).toEqual(["1 done a b", "2 failed c d", "3 skipped e"]);
    expect(result.outcomes[1]).toMatchObject({
      error: {
        code: "OUTCOME_UNKNOWN",
        outcomeUnknown: true,
        message: expect.stringContaining("the service accepted the request. The verification failed: GET") as string,
      },
    });
    acme.emulator.faults.clear();
    expect(await applyInBatches(made)).toMatchObject({ status: "complete" });
    expect(acme.world).toEqual({ "Default Project": [], New: MEMBERS });
  });

  test("end as unknown if the list lacks a workspace", async () => {
    acme.addWorkspace("a");
    acme.addWorkspace("b");
    acme.addProject("New");
    const desired = code({ New: ["a", "b"] });
    const view = acme.view();
    const made = plan(desired, await observeOrganization(view, desired));
    jest.spyOn(view.workspaces, "freshInProject").mockResolvedValueOnce([]);
    const { outcomes } = await executePlan(view, made, { batches: new MoveBatches([made], { size: 1 }) });
    expect(outcomes[0]).toMatchObject({
      kind: "failed",
      batches: [{ kind: "failed" }, { kind: "skipped" }],
    });
    const [outcome] = outcomes;
    expect(outcome?.kind === "failed" && String(outcome.error)).toContain(
      "the service accepted the request. A later read showed that not all workspaces were there",
    );
  });

  test("number the batches of all organizations, and skip those after a failure", async () => {
    const other = await Acme.start();
    try {
      const live = [];
      for (const it of [acme, other]) {
        for (const name of ["a", "b"]) it.addWorkspace(name);
        it.addProject("New");
        const [view, desired] = [it.view(), code({ New: ["a", "b"] })];
        const made = plan(desired, await observeOrganization(view, desired));
        live.push({ view, plan: made });
      }
      const asked: string[] = [];
      const between = ({ next, total, moved, left }: BatchProgress): boolean => {
        asked.push(`${next} of ${total}, ${moved} moved, ${left} left`);
        return next < 4;
      };
      const executed = await executePlans(live, { batch: { size: 1, between } }, () => undefined);
      expect(asked).toEqual(["2 of 4, 1 moved, 3 left", "3 of 4, 2 moved, 2 left", "4 of 4, 3 moved, 1 left"]);
      expect(resultOf(executed)).toBe("partial");
      expect([acme.world["New"], other.world["New"]]).toEqual([["a", "b"], ["a"]]);
      expect(outcomeAsText(executed).split("\n")).toEqual([
        'Apply complete in "acme": 2 workspaces moved.',
        'skipped: move 2 workspaces into "New"',
        "  moved (batch 3): a",
        "  skipped (batch 4): b",
        'Apply incomplete in "acme": 1 of 2 workspaces moved; 0 failed, 1 skipped (the apply was stopped), ' +
          "1 of 2 batches done. Run apply again to continue.",
      ]);
    } finally {
      await other.stop();
    }
  });

  test.each([0, -1, 1.5, NaN, Infinity])("cannot have %d workspaces: nothing is changed", async (size) => {
    const made = await planned();
    await expect(apply(acme.client, made, { batch: { size } })).rejects.toMatchObject({ code: "USAGE" });
    expect(acme.takeRequests().filter((it) => !it.startsWith("GET"))).toEqual([]);
  });
});
