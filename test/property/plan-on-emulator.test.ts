import { Client } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { SETTING_NAMES } from "../../src/model";
import { apply, observe, OrganizationView, planOrganization } from "../../src/reconcile";
import type { Action, ActualOrganization, DesiredOrganization } from "../../src/reconcile";
import { sortedById, sortedByKey, applied } from "./planning/simulated-service";
import { reportedScenario, type Scenario } from "./planning/scenarios";
import { changeSettings, createAgentPool } from "../support/project-settings";
import { casesOf, fc, SEED } from "../support/property";
import { AGENT_POOLS } from "../support/random-settings";

/** Creates the scenario's organization on an emulator. Returns the scenario with the emulator's ids. */
async function onEmulator({
  actual,
  desired,
  options,
  choices,
}: Scenario): Promise<{ emulator: Emulator; scenario: Scenario }> {
  // The default project is renamed first, so that its name does not conflict.
  const [first, ...others] = actual.projects;
  // Only then do responses say that a mode is inherited.
  const hasModes = [...actual.projects, ...desired.projects].some((it) => typeof it.defaultExecutionMode === "string");
  const emulator = await Emulator.start({
    seed: { organizations: [{ name: "acme" }] },
    documents: hasModes ? "full" : "documented",
  });
  const defaultProject = emulator.state().organizations[0]!.defaultProjectId;
  const attributesOf = (it: ActualOrganization["projects"][number]) => ({
    name: it.name,
    ...(it.description === null ? {} : { description: it.description }),
    ...(typeof it.autoDestroyActivityDuration === "string"
      ? { autoDestroyActivityDuration: it.autoDestroyActivityDuration }
      : {}),
  });
  emulator.projects.update(defaultProject, attributesOf(first!));
  const ids = new Map([[first!.id, defaultProject]]);
  for (const it of others) ids.set(it.id, emulator.projects.create({ organization: "acme", ...attributesOf(it) }).id);
  for (const pool of AGENT_POOLS) ids.set(pool, await createAgentPool(emulator, pool));
  for (const { id, defaultExecutionMode: mode, defaultAgentPoolId: pool, tags } of actual.projects) {
    const hasTags = Object.keys(tags ?? {}).length > 0;
    if (typeof mode !== "string" && !hasTags) continue;
    await changeSettings(emulator, ids.get(id)!, {
      ...(typeof mode === "string" ? { mode } : {}),
      ...(typeof pool === "string" ? { pool: ids.get(pool)! } : {}),
      ...(hasTags ? { tags: tags! } : {}),
    });
  }
  for (const it of actual.workspaces) {
    ids.set(
      it.id,
      emulator.workspaces.create({ organization: "acme", name: it.name, projectId: ids.get(it.projectId)! }).id,
    );
  }
  const withRealIds = (text: string): string =>
    [...ids].reduce((all, [id, real]) => all.replaceAll(JSON.stringify(id), JSON.stringify(real)), text);
  return {
    emulator,
    scenario: JSON.parse(withRealIds(JSON.stringify({ actual, desired, options, choices }))) as Scenario,
  };
}

/** The compared content of an organization. A created project has its name as its id. */
function contentOf({ projects, workspaces }: ActualOrganization, before: ActualOrganization): object {
  const idOf = (id: string): string =>
    before.projects.some((it) => it.id === id) ? id : projects.find((it) => it.id === id)!.name;
  return {
    projects: sortedById(
      projects.map((it) => ({
        id: idOf(it.id),
        name: it.name,
        description: it.description,
        autoDestroyActivityDuration: it.autoDestroyActivityDuration ?? null,
        defaultExecutionMode: it.defaultExecutionMode ?? null,
        defaultAgentPoolId: it.defaultAgentPoolId ?? null,
        tags: Object.entries(sortedByKey(it.tags ?? {})),
      })),
    ),
    workspaces: sortedById(workspaces.map(({ id, name, projectId }) => ({ id, name, projectId: idOf(projectId) }))),
  };
}

/** Observes the organization with a new view, with all settings of all projects. */
async function observeAll(client: Client, desired: DesiredOrganization): Promise<ActualOrganization> {
  const view = new OrganizationView(client, "acme");
  const observed = await observe(view, desired);
  const projects = await Promise.all(observed.projects.map(({ id }) => view.projectWithSettings(id, SETTING_NAMES)));
  return { ...observed, projects: projects.map((it) => it!) };
}

/** The request of an action; the id of a new project is replaced. */
function requestOf(action: Action): string {
  switch (action.kind) {
    case "create":
      return "POST /api/v2/organizations/acme/projects";
    case "update":
      return `PATCH /api/v2/projects/${action.projectId}`;
    case "move":
      return `POST /api/v2/projects/${action.destination.id ?? "NEW"}/relationships/workspaces`;
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

test(`${organizations} organizations match the code after exactly the writes of the plan (TFPROJECTS_SEED=${SEED})`, async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(reportedScenario, fc.boolean(), async (given, refuses) => {
      const isRefused = planOrganization(given.desired, given.actual, given.options).refusals.length > 0;
      fc.pre(isRefused === refuses);
      const { emulator, scenario } = await onEmulator(given);
      const { desired, options, actual } = scenario;
      const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
      try {
        const known = new Set(actual.projects.map(({ id }) => id));
        const view = new OrganizationView(client, "acme");
        const observed = await observe(view, desired);
        expect(contentOf(await observeAll(client, desired), actual)).toEqual(contentOf(actual, actual));
        const plan = planOrganization(desired, observed, options);
        expect(plan.refusals.length > 0).toBe(isRefused);
        emulator.requests.clear();

        const outcomes = await apply(view, plan).catch(() => "refused");

        const after = (): Promise<ActualOrganization> => observeAll(client, desired);
        if (isRefused) {
          expect(outcomes).toBe("refused");
          expect(takeWrites(emulator, known)).toEqual([]);
          expect(contentOf(await after(), actual)).toEqual(contentOf(actual, actual));
          return;
        }
        done += 1;
        expect(
          [...(outcomes as ReadonlyMap<string, { kind: string }>).values()].filter(({ kind }) => kind !== "done"),
        ).toEqual([]);
        expect(takeWrites(emulator, known)).toEqual(plan.actions.map(requestOf).sort());
        const simulated = applied(actual, plan.actions);
        expect(contentOf(await after(), actual)).toEqual(contentOf(simulated, actual));
        expect(planOrganization(desired, await after(), options)).toMatchObject({ actions: [], refusals: [] });
        // Without durations there are no changes either.
        const fast = await observe(new OrganizationView(client, "acme"), desired, { skipDurations: true });
        expect(planOrganization(desired, fast, options)).toMatchObject({ actions: [], refusals: [] });
      } finally {
        client.close();
        await emulator.stop();
      }
    }),
    { numRuns: organizations, maxSkipsPerRun: 1000, endOnFailure: true },
  );
  expect(done).toBeGreaterThan(organizations / 6);
});
