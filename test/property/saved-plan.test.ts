import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../src/api";
import type { DocumentsOption } from "../../src/emulator";
import type { PlanOptions } from "../../src/engine/plan/plan-options";
import { changesSince, readSavedPlan, codeAsPlanned, writeSavedPlan } from "../../src/engine/document/saved-plan";
import { readSource } from "../../src/engine/source/read-code";
import { compareStrings } from "../../src/lists";
import { ADVISORY_FAILURES, DELETION_POLICIES, RELEASE_POLICIES, RUN_STAGES, UNSET_SETTINGS } from "../../src/model";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { withRelatedObjects } from "../../src/engine/live/related-objects";
import { observeOrganization } from "../../src/engine/live/observe";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import type { DesiredOrganization, ProjectReference } from "../../src/engine/organization";
import type { Plan } from "../../src/engine/plan/comparison";
import { decideChanges, makePlan } from "../../src/engine/plan/plan";
import { OrganizationView } from "../../src/reconcile";
import { contentOf, observeAll, onEmulator } from "./planning/on-emulator";
import { anyScenario, renaming, reportedScenario, type Scenario } from "./planning/scenarios";
import { CASES, casesOf, fc, SEED } from "../support/property";
import { anyExecution } from "../support/random-settings";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-plans-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Saves a plan with its code, and loads it. That it is blocked does not matter here. */
async function roundTrip(plan: Plan): Promise<Plan> {
  const path = join(folder, "plan.json");
  await writeSavedPlan(path, [{ ...plan, errors: [] }], "");
  const source = await readSource(path);
  if (source.kind !== "saved-plan") throw new Error(`${path} is a ${source.kind}.`);
  const [saved] = readSavedPlan(path, source.content);
  return saved!;
}

const connection: fc.Arbitrary<DesiredOrganization["connection"]> = fc.option(
  fc.record({
    address: fc.constantFrom(null, "https://tfe.example.com"),
    hostname: fc.constantFrom(null, "tfe.example.com"),
    requestsPerSecond: fc.constantFrom(null, 1, 0.5, 30),
  }),
  { nil: undefined },
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const texts = (values: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...values]);

/** The code with what a state and the resources of others add to it. */
function withOthers(desired: DesiredOrganization, actual: ActualOrganization): fc.Arbitrary<DesiredOrganization> {
  const projectId = fc.constantFrom(...actual.projects.map(({ id }) => id), "prj-gone");
  const workspaceIds = texts(actual.workspaces.map(({ id }) => id));
  const workspaceNames = texts(actual.workspaces.map(({ name }) => name));
  const organization = fc.constant("acme");
  const reference: fc.Arbitrary<ProjectReference> = fc.oneof(
    projectId.map((id) => ({ by: "id", id }) as const),
    fc.constantFrom(
      { by: "name", name: "Alpha" },
      { by: "default" },
      { by: "address", address: "tfprojects_project.p0" },
    ),
  );
  const state = fc.record({ source: fc.constant("terraform.tfstate"), lineage: fc.uuid(), serial: fc.nat() });
  const dropped = fc.record({
    address: fc.constant("tfprojects_project.dropped"),
    id: projectId,
    name: fc.constant("Dropped"),
    organization,
    deletionPolicy: fc.constantFrom(...DELETION_POLICIES),
  });
  const membership = fc.record({
    address: fc.constantFrom("tfprojects_workspace_membership.m0", "tfprojects_workspace_membership.gone"),
    projectId,
    organization,
    workspaceIds,
    workspaceNames,
    exclusive: fc.boolean(),
    onDestroy: fc.constantFrom(...RELEASE_POLICIES),
  });
  const workspace = fc.record({
    address: fc.constant("tfe_workspace.one"),
    id: maybe(fc.constantFrom("ws-0", "ws-1")),
    name: maybe(fc.constant("workspace-0")),
    project: maybe(reference),
    certainty: fc.constantFrom("moves", "sets", "in-state"),
  });
  const read = fc.record({
    run: fc.constantFrom(
      { runId: "run-1" },
      { workspaceId: "ws-0" },
      { organization: "acme", workspaceName: "workspace-0" },
    ),
    advisoryFailures: fc.constantFrom(...ADVISORY_FAILURES),
    requiredStages: maybe(fc.subarray([...RUN_STAGES])),
    waits: maybe(fc.boolean()),
  });
  const condition = fc.oneof(
    fc.record({ kind: fc.constant("unknown" as const), reason: fc.string() }),
    fc.tuple(fc.constantFrom("verdict" as const, "completed" as const), read).map(([kind, its]) => ({ kind, ...its })),
  );
  const gate = fc.record({
    address: fc.constant("null_resource.gate"),
    dependents: fc.constant(["tfprojects_project.p0"]),
    conditions: fc.array(condition, { maxLength: 3 }),
  });
  const others = fc.record({
    inState: maybe(
      fc.record({
        states: fc.array(state, { maxLength: 2 }),
        droppedProjects: fc.array(dropped, { maxLength: 2 }),
        memberships: fc.array(membership, { maxLength: 2 }),
      }),
    ),
    tfeWorkspaces: maybe(fc.array(workspace, { maxLength: 2 })),
    gates: maybe(fc.array(gate, { maxLength: 2 })),
    onDestroy: fc.constantFrom(undefined, ...RELEASE_POLICIES),
    stateId: maybe(projectId),
    stateSettings: maybe(anyExecution.map((execution) => ({ ...UNSET_SETTINGS, name: "Alpha", ...execution }))),
  });
  return others.map(({ onDestroy, stateId, stateSettings, ...its }) => ({
    ...desired,
    ...its,
    projects: desired.projects.map((it, index) => (index === 0 ? { ...it, stateId, stateSettings } : it)),
    memberships: desired.memberships.map((it) => ({ ...it, onDestroy })),
  }));
}

const savedScenario = anyScenario.chain((scenario) =>
  fc.record({
    actual: fc.constant(scenario.actual),
    desired: withOthers(scenario.desired, scenario.actual),
    options: maybe(fc.boolean()).map((skipDurations): PlanOptions => ({ ...scenario.options, skipDurations })),
    connection,
  }),
);

/** The kinds of what a plan does: a test has had all of them. */
function kindsOf({ actions }: Plan): string[] {
  return actions.flatMap((action) => [
    action.kind,
    ...(action.kind === "move" ? action.workspaces.map(({ reason }) => reason) : []),
  ]);
}

const ACTIONS = ["create", "update", "move", "delete"];
const REASONS = ["member", "placed", "evicted", "evacuated", "released"];

test(`a plan is the same after it was saved: code, connection, options and actions (TFPROJECTS_SEED=${SEED})`, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(savedScenario, async ({ actual, desired, options, connection }) => {
      const plan = makePlan({ ...desired, connection }, actual, options);
      // A saved plan has the workspaces that placements move in it, and a blocked plan may move none. None is saved.
      fc.pre(plan.errors.length === 0 || (desired.placements ?? []).length === 0);
      for (const kind of kindsOf(plan)) seen.add(kind);

      const saved = await roundTrip(plan);

      // It moves what the plan moves.
      expect(saved).toEqual({ ...plan, desired: codeAsPlanned(plan) });
      const again = makePlan(saved.desired, actual, saved.options);
      expect(again).toEqual(saved);
      expect(changesSince(saved, again)).toEqual([]);
    }),
    { numRuns: casesOf(CASES.functions), endOnFailure: true },
  );
  expect([...seen]).toEqual(expect.arrayContaining([...ACTIONS, ...REASONS]));
});

const organizations = casesOf(CASES.services);

test(`applying ${organizations} saved plans, interrupted once, does what applying the code does (TFPROJECTS_SEED=${SEED})`, async () => {
  const seen = new Set<string>();
  /**
   * Applies the code of a scenario to an organization of its own. Returns the organization after that.
   *
   * @param interruptedAfter - How many changes the saved plan makes before it is applied again; -1 without a saved one.
   */
  const after = async (
    given: Scenario,
    documents: DocumentsOption,
    impact: boolean,
    interruptedAfter: number,
  ): Promise<unknown> => {
    const { emulator, scenario } = await onEmulator(given, documents);
    const { desired, options, actual } = scenario;
    const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
    const planned = async (code: DesiredOrganization, its: PlanOptions) => {
      const view = new OrganizationView(client, "acme");
      const observed = await observeOrganization(view, code, its);
      const found = impact ? await withRelatedObjects(view, decideChanges(code, observed, its)) : observed;
      return { view, plan: makePlan(code, found, its) };
    };
    try {
      const first = await planned(desired, options);
      const saved = await roundTrip(first.plan);
      if (interruptedAfter > 0) await applyPartly(await planned(saved.desired, saved.options), interruptedAfter);
      const { view, plan } = interruptedAfter < 0 ? first : await planned(saved.desired, saved.options);
      expect(plan.errors).toEqual([]);
      expect(changesSince(saved, plan)).toEqual([]);
      for (const kind of kindsOf(plan)) seen.add(kind);
      const { outcomes } = await executePlan(view, plan);
      expect(outcomes.filter(({ kind }) => kind !== "done")).toEqual([]);
      return named(contentOf(await observeAll(client, desired), actual), actual);
    } finally {
      client.close();
      await emulator.stop();
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 4, arbitrary: reportedScenario }, { weight: 1, arbitrary: renaming }),
      fc.constantFrom<DocumentsOption[]>("full", "documented"),
      fc.boolean(),
      fc.nat({ max: 6 }),
      async (given, documents, impact, interruptedAfter) => {
        const { actions, errors } = makePlan(given.desired, given.actual, given.options);
        fc.pre(errors.length === 0 && actions.length > 0);
        const once = await after(given, documents, impact, -1);
        expect(await after(given, documents, impact, interruptedAfter)).toEqual(once);
      },
    ),
    { numRuns: organizations, maxSkipsPerRun: 1000, endOnFailure: true },
  );
  expect([...seen]).toEqual(expect.arrayContaining(ACTIONS));
});

/** Applies a plan, and stops after so many changes. */
async function applyPartly({ view, plan }: { view: OrganizationView; plan: Plan }, changes: number): Promise<void> {
  const stopped = new AbortController();
  let left = changes;
  await executePlan(view, plan, {
    signal: stopped.signal,
    notify: (event) => {
      if (event.kind === "action" && event.outcome !== "started" && (left -= 1) <= 0) stopped.abort();
    },
  });
}

/** The content with positions in place of ids, which differ between two emulators, and in an order without them. */
function named(content: object, { projects, workspaces }: ActualOrganization): unknown {
  const ids = new Map([...projects, ...workspaces].map(({ id }, index) => [id, `#${index}`]));
  return JSON.parse(JSON.stringify(content), (_, value: unknown) => {
    if (typeof value === "string") return ids.get(value) ?? value.replace(/^apool-.*/, "apool");
    const isList = Array.isArray(value);
    return isList ? value.sort((one, other) => compareStrings(JSON.stringify(one), JSON.stringify(other))) : value;
  }) as unknown;
}
