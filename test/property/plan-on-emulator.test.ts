import { Client } from "../../src/api";
import type { DocumentsOption, Emulator } from "../../src/emulator";
import { observeOrganization } from "../../src/engine/live/observe";
import { BlockedPlanError } from "../../src/engine/blocked-plan-error";
import { makePlan } from "../../src/engine/plan/plan";
import { applyPlans } from "../../src/engine/session";
import { OrganizationView } from "../../src/reconcile";
import type { Change, ActualOrganization } from "../../src/engine";
import { contentOf, observeAll, onEmulator } from "./planning/on-emulator";
import { reportedScenario } from "./planning/scenarios";
import { applied } from "./planning/simulated-service";
import { sessionOf } from "../support/engine-session";
import { casesOf, fc, SEED } from "../support/property";

function requestOf(action: Change): string {
  switch (action.kind) {
    case "create":
      return "POST /api/v2/organizations/acme/projects";
    case "update":
      return `PATCH /api/v2/projects/${action.projectId}`;
    case "move":
      return `POST /api/v2/projects/${action.destination.id ?? "NEW"}/relationships/workspaces`;
    case "set":
    case "unset":
      return action.type;
    case "delete":
      return `DELETE /api/v2/projects/${action.projectId}`;
  }
}

function takeWrites(emulator: Emulator, known: ReadonlySet<string>): string[] {
  const writes = emulator.requests.entries.filter(({ method }) => method !== "GET");
  emulator.requests.clear();
  return writes
    .map(({ method, path }) => `${method} ${path.replace(/prj-\w+/, (id) => (known.has(id) ? id : "NEW"))}`)
    .sort();
}

const organizations = casesOf(100);
const documents = fc.constantFrom<DocumentsOption[]>("full", "documented");

test(`${organizations} organizations match the code after exactly the writes of the plan (TFPROJECTS_SEED=${SEED})`, async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(reportedScenario, fc.boolean(), documents, async (given, refuses, documents) => {
      const isRefused = makePlan(given.desired, given.actual, given.options).errors.length > 0;
      fc.pre(isRefused === refuses);
      const { emulator, scenario } = await onEmulator(given, documents);
      const { desired, options, actual } = scenario;
      const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
      try {
        const known = new Set(actual.projects.map(({ id }) => id));
        const view = new OrganizationView(client, "acme");
        const observed = await observeOrganization(view, desired);
        expect(contentOf(await observeAll(client, desired), actual)).toEqual(contentOf(actual, actual));
        const plan = makePlan(desired, observed, options);
        expect(plan.errors.length > 0).toBe(isRefused);
        emulator.requests.clear();

        const execution = await applyPlans([{ view, plan }], sessionOf(client)).catch((error: unknown) => error);

        const after = (): Promise<ActualOrganization> => observeAll(client, desired);
        if (isRefused) {
          expect(execution).toBeInstanceOf(BlockedPlanError);
          expect(takeWrites(emulator, known)).toEqual([]);
          expect(contentOf(await after(), actual)).toEqual(contentOf(actual, actual));
          return;
        }
        done += 1;
        expect(execution).toMatchObject([{ outcomes: plan.actions.map(() => ({ kind: "done" })) }]);
        expect(takeWrites(emulator, known)).toEqual(plan.actions.map(requestOf).sort());
        const simulated = applied(actual, plan.actions);
        expect(contentOf(await after(), actual)).toEqual(contentOf(simulated, actual));
        expect(makePlan(desired, await after(), options)).toMatchObject({ actions: [], errors: [] });
        // Without durations there are no changes either.
        const fast = await observeOrganization(new OrganizationView(client, "acme"), desired, { skipDurations: true });
        expect(makePlan(desired, fast, options)).toMatchObject({ actions: [], errors: [] });
      } finally {
        client.close();
        await emulator.stop();
      }
    }),
    { numRuns: organizations, maxSkipsPerRun: 1000, endOnFailure: true },
  );
  expect(done).toBeGreaterThan(organizations / 6);
});
