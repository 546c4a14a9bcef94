import { AssignmentReads } from "../../../src/reconcile/assignments/reads";
import { Acme } from "../../support/acme";

let acme: Acme;
let reads: AssignmentReads;
beforeEach(async () => {
  acme = await Acme.start();
  reads = new AssignmentReads(acme.impatientView().client, "acme");
});
afterEach(() => acme.stop());

test("a list is read once, also by concurrent callers, and again once it is forgotten", async () => {
  acme.takeRequests();
  const [one, other] = await Promise.all([reads.teams.get(), reads.teams.get()]);
  expect(other).toBe(one);
  expect(await reads.teams.get()).toBe(one);
  expect(acme.takeRequests()).toHaveLength(1);
  acme.emulator.teams.create({ organization: "acme", name: "audit" });
  reads.teams.forget();
  expect((await reads.teams.get()).map(({ name }) => name)).toEqual(["audit", "owners"]);
});

test("a write is recorded in a list that is kept, or still being read, and in no other", async () => {
  const reading = reads.teams.get();
  reads.teams.update((teams) => teams.slice(1));
  expect((await reading).length).toBe(1);
  expect(await reads.teams.get()).toEqual([]);
  reads.variableSets.update(() => {
    throw new Error("Nothing was read.");
  });
  expect(await reads.variableSets.get()).toEqual([]);
});

test("each project has its own list", async () => {
  const [web, other] = [acme.addProject("Web"), acme.addProject("Other")];
  const { id } = acme.emulator.teams.create({ organization: "acme", name: "audit" });
  acme.emulator.teams.grant({ teamId: id, projectId: web, access: "read" });
  expect(await reads.teamAccess(web).get()).toHaveLength(1);
  expect(await reads.teamAccess(other).get()).toEqual([]);
  expect(reads.teamAccess(web)).toBe(reads.teamAccess(web));
});

test("a failure is not kept", async () => {
  acme.emulator.faults.add({ path: "policy-sets", status: 403 });
  await expect(reads.policySets.get()).rejects.toThrow(/403/);
  expect(await reads.policySets.get()).toEqual([]);
});

test("what was read can be had without another request, and is undefined before, and after a failure", async () => {
  expect(await reads.teams.peek()).toBeUndefined();
  acme.emulator.faults.add({ path: "policy-sets", status: 403 });
  const failing = reads.policySets.get();
  expect(await reads.policySets.peek()).toBeUndefined();
  await expect(failing).rejects.toThrow(/403/);
  const teams = await reads.teams.get();
  acme.takeRequests();
  expect(await reads.teams.peek()).toBe(teams);
  expect(acme.takeRequests()).toEqual([]);
});

test("the failure of a read that was forgotten leaves what was read since", async () => {
  acme.emulator.faults.add({ path: "policy-sets", status: 403, delayMs: 100 });
  const failing = reads.policySets.get();
  reads.policySets.forget();
  const kept = await reads.policySets.get();
  await expect(failing).rejects.toThrow(/403/);
  expect(await reads.policySets.get()).toBe(kept);
});
