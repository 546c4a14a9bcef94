import { InProcessTerraform, reference, type Block, type Configuration } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import type { EmulatorOptions } from "../../src/emulator";
import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";

/*
 * How many requests plans and applies take. The lists carry durations; where they do not (`documents: "documented"`),
 * one read for each project comes on top.
 */

let acme: Acme;
let terraform: InProcessTerraform;
async function start(options: EmulatorOptions): Promise<void> {
  acme = await Acme.start(options);
  terraform = inProcessTerraform();
}
afterEach(() => acme.stop());

/** Projects, and a membership of so many workspaces for each, or none; all projects come first, as with `count`. */
function code(projects: number, workspaces: number): Configuration {
  const all = Array.from({ length: projects }, (_, index) => index);
  const depends_on = all.map((index) => `tfprojects_project.p${index}`);
  const blocks: Record<string, Block> = {};
  for (const index of all) {
    blocks[`tfprojects_project.p${index}`] = { name: `Project ${index}` };
    if (workspaces === 0) continue;
    blocks[`tfprojects_workspace_membership.m${index}`] = {
      project_id: reference(`tfprojects_project.p${index}`, "id"),
      workspace_names: Array.from({ length: workspaces }, (_, at) => `workspace-${workspaces * index + at}`),
      depends_on,
    };
  }
  return configurationFor(acme, blocks);
}

/** Projects that are read by themselves before their pages are, if calls arrive one at a time; workspaces likewise. */
const SINGLE = 3;

async function applied(configuration: Configuration): Promise<void> {
  expect(await terraform.apply(configuration)).toMatchObject({ ok: true });
}

/** The requests of a plan, which finds nothing to do. */
async function requestsOfPlan(configuration: Configuration): Promise<readonly string[]> {
  acme.takeRequests();
  expect(await terraform.plan(configuration)).toMatchObject({ ok: true, actions: {} });
  return acme.takeRequests();
}

const writes = (requests: readonly string[]): readonly string[] => requests.filter((it) => !it.startsWith("GET"));

test("a small stack in a large organization reads its own projects", async () => {
  // GIVEN 12 projects of 2 workspaces, beside 3,000 others
  await start({ documents: "documented" });
  acme.addWorkspaces(3_024);
  const small = code(12, 2);
  await applied(small);
  // THEN the organization, the projects, the first page of workspaces, those of each project, and each project
  expect((await requestsOfPlan(small)).length).toBeLessThanOrEqual(1 + (SINGLE + 1) + 1 + 12 + 12);
});

test("a stack of all projects reads pages, with ten calls at a time or one", async () => {
  await start({});
  acme.addWorkspaces(440);
  const all = code(110, 4);
  await applied(all);
  expect(writes(acme.takeRequests())).toHaveLength(220);
  const { state } = terraform;
  for (const parallelism of [10, 1]) {
    terraform = new InProcessTerraform(() => tfprojectsProvider, { parallelism });
    terraform.state = state;
    // The organization, two pages of projects, and five of workspaces.
    expect((await requestsOfPlan(all)).length).toBeLessThanOrEqual(1 + (SINGLE + 2) + 5);
  }
});

test("where lists have no durations, a stack of all projects reads pages, and each project once", async () => {
  await start({ documents: "documented" });
  acme.addWorkspaces(202);
  const all = code(101, 2);
  await applied(all);
  const requests = await requestsOfPlan(all);
  expect(requests.filter((request) => request === "GET /api/v2/organizations/acme/projects")).toHaveLength(2);
  const singles = requests.filter((request) => /^GET \/api\/v2\/projects\/prj-\w+$/.test(request));
  expect(new Set(singles).size).toBe(101);
  expect(requests.length).toBeLessThanOrEqual(1 + 2 + 3 + 101 + 2 * SINGLE);
});

test("destroying empty projects takes one request for each, and two reads of the pages of projects", async () => {
  await start({});
  acme.addWorkspaces(1_100);
  const empty = code(40, 0);
  await applied(empty);
  acme.takeRequests();
  expect(await terraform.destroy(empty)).toMatchObject({ ok: true });
  const requests = acme.takeRequests();
  expect(requests.filter((it) => it.startsWith("DELETE"))).toHaveLength(40);
  expect(requests.length - 40).toBeLessThanOrEqual(2 * (1 + (SINGLE + 1)));
  expect(Object.keys(acme.world)).toEqual(["Default Project"]);
});

test("a saved plan that keeps what it has found looks no workspace up again", async () => {
  // GIVEN a plan of 3 new projects with 50 workspaces each, of 1,100
  await start({});
  terraform = new InProcessTerraform(() => tfprojectsProvider, { storesPlannedPrivate: true });
  acme.addWorkspaces(1_100);
  const plan = await terraform.plan(code(3, 50));
  acme.takeRequests();
  // WHEN
  expect(await terraform.apply(plan)).toMatchObject({ ok: true });
  // THEN
  const requests = acme.takeRequests();
  expect(writes(requests)).toHaveLength(3 + 3);
  expect(requests.length).toBeLessThanOrEqual(15);
});
