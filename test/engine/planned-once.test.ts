import { defineOrganization } from "../../src/engine";
import { requiredChanges } from "../../src/engine/plan/required-changes";
import { applyPlans, planOrganizations, planUndos } from "../../src/engine/session";
import { changesOf } from "../../src/engine/undo/read-document";
import type * as RequiredChanges from "../../src/engine/plan/required-changes";
import { Acme } from "../support/acme";
import { sessionOf } from "../support/engine-session";

// The real function, whose calls are counted: it runs once for each plan.
jest.mock("../../src/engine/plan/required-changes", () => {
  const real = jest.requireActual<typeof RequiredChanges>("../../src/engine/plan/required-changes");
  return { ...real, requiredChanges: jest.fn(real.requiredChanges) };
});

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** What a step returns, and how often it planned. */
async function counted<T>(step: Promise<T>): Promise<readonly [T, number]> {
  const result = await step;
  const { length } = jest.mocked(requiredChanges).mock.calls;
  jest.mocked(requiredChanges).mockClear();
  return [result, length];
}

test.each([true, false])("a plan, and an undo, plan once: with impact %s", async (impact) => {
  acme.addProject("Old");
  acme.addWorkspace("api", acme.addProject("Web"));
  const session = sessionOf(acme.client);
  const desired = defineOrganization({ name: "acme", memberships: [{ project: "Old", workspaceNames: ["api"] }] });

  const code = { organizations: [desired], tokens: new Map() };
  const [planned, plans] = await counted(planOrganizations(code, { impact }, session));
  await applyPlans(planned, session);
  expect(acme.world).toMatchObject({ Old: ["api"], Web: [] });
  const document = { path: "plan.json", changes: changesOf(planned.map(({ plan }) => plan)) };
  const [undoing, undos] = await counted(planUndos(document, { impact }, session));
  await applyPlans(undoing, session);

  expect([plans, undos]).toEqual([1, 1]);
  expect(acme.world).toMatchObject({ Old: [], Web: ["api"] });
  const hasRelated = [...planned, ...undoing].map(({ plan }) => "related" in plan.actual);
  expect(hasRelated).toEqual([impact, impact]);
});
