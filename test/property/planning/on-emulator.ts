import type { Client } from "../../../src/api";
import { Emulator, type DocumentsOption } from "../../../src/emulator";
import { SETTING_NAMES } from "../../../src/model";
import { observeOrganization } from "../../../src/engine/live/observe";
import { OrganizationView } from "../../../src/reconcile";
import type { ActualOrganization, DesiredOrganization } from "../../../src/engine";
import type { Acme } from "../../support/acme";
import { changeSettings, changeTags, createAgentPool } from "../../support/project-settings";
import { AGENT_POOLS } from "../../support/random-settings";
import type { Scenario } from "./scenarios";
import { sortedById, sortedByKey } from "./simulated-service";

/**
 * Creates the scenario's organization on an emulator. Returns the scenario with the emulator's ids.
 *
 * @param documents - Full ones in any case if a project has an execution mode: only these say which mode is inherited.
 */
export async function onEmulator(
  { actual, desired, options, choices }: Scenario,
  documents: DocumentsOption,
): Promise<{ emulator: Emulator; scenario: Scenario }> {
  // The default project is renamed first, so that its name does not conflict.
  const [first, ...others] = actual.projects;
  const hasModes = [...actual.projects, ...desired.projects].some((it) => typeof it.defaultExecutionMode === "string");
  const emulator = await Emulator.start({
    seed: { organizations: [{ name: "acme" }] },
    documents: hasModes ? "full" : documents,
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
  for (const { id, name, projectId, tags = [] } of actual.workspaces) {
    const created = emulator.workspaces.create({ organization: "acme", name, projectId: ids.get(projectId)! });
    ids.set(id, created.id);
    const own = Object.fromEntries(tags.map(({ key, value }) => [key, value]));
    if (tags.length > 0) await changeTags(emulator, created.id, own);
  }
  const withRealIds = (text: string): string =>
    [...ids].reduce((all, [id, real]) => all.replaceAll(JSON.stringify(id), JSON.stringify(real)), text);
  return {
    emulator,
    scenario: JSON.parse(withRealIds(JSON.stringify({ actual, desired, options, choices }))) as Scenario,
  };
}

/** The compared content of an organization. A created project has its name as its id. */
export function contentOf({ projects, workspaces }: ActualOrganization, before: ActualOrganization): object {
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
export async function observeAll(client: Client, desired: DesiredOrganization): Promise<ActualOrganization> {
  const view = new OrganizationView(client, "acme");
  const observed = await observeOrganization(view, desired);
  const projects = await Promise.all(observed.projects.map(({ id }) => view.projectWithSettings(id, SETTING_NAMES)));
  return { ...observed, projects: projects.map((it) => it!) };
}

/** From one write of a kind on, each is dropped, before or after the service has done the work. */
export function killAt(acme: Acme, write: number): void {
  for (const method of ["POST", "PATCH", "DELETE"] as const) {
    const drop = write % 2 === 0 ? "before" : "after";
    acme.emulator.faults.add({ method, path: "/api/v2", skip: write >> 1, times: 1000, drop } as never);
  }
}
