import { Acme } from "../../support/acme";
import { placing, PLACEMENT, terraformWith } from "./placed";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const WORKSPACES = "GET /api/v2/organizations/acme/workspaces";
const ORGANIZATION = "GET /api/v2/organizations/acme";
const PROJECTS = "GET /api/v2/organizations/acme/projects";

/** Terraform that has the requests of each launch, and of the calls in it. */
function counting() {
  const requests: { readonly launch: number; readonly rpc: string; readonly sent: string[] }[] = [];
  const collect = (): void => void requests.at(-1)?.sent.push(...acme.takeRequests());
  const terraform = terraformWith({
    parallelism: 1,
    onCall: ({ launch, rpc }) => {
      collect();
      requests.push({ launch, rpc, sent: [] });
    },
  });
  acme.takeRequests();
  /** Forgets the requests so far, after returning them. */
  const take = (): typeof requests => {
    collect();
    return requests.splice(0);
  };
  return { terraform, take };
}

type Calls = ReturnType<ReturnType<typeof counting>["take"]>;

/** The requests of each launch that sent any. */
function launchesOf(calls: Calls): string[][] {
  const byLaunch = new Map<number, string[]>();
  for (const { launch, sent } of calls) byLaunch.set(launch, [...(byLaunch.get(launch) ?? []), ...sent]);
  return [...byLaunch.values()].filter(({ length }) => length > 0);
}

const count = (requests: readonly string[], wanted: string): number =>
  requests.filter((request) => request === wanted).length;

test.each([
  ["names", {}],
  ["tags", { except_tags: { keep: "*" } }],
])("rules with %s that take from any project read each page of all workspaces once a launch", async (_, more) => {
  acme.addWorkspaces(250);
  acme.addProjects(5);
  const rules = [0, 1, 2, 3, 4].map((index) => ({
    project: `Project ${index}`,
    match_names: [`workspace-${index + 1}*`],
  }));
  const code = placing(acme, rules, { take_from: "any", ...more });
  const { terraform, take } = counting();
  expect((await terraform.apply(code)).ok).toBe(true);
  const launches = launchesOf(take());
  expect(launches).toHaveLength(2);
  for (const launch of launches) expect(count(launch, WORKSPACES)).toBe(3);
  expect((await terraform.plan(code)).actions).toEqual({});
  const [planned = [], ...others] = launchesOf(take());
  expect(others).toEqual([]);
  expect(count(planned, WORKSPACES)).toBe(3);
  // The organization, the pages, and the projects.
  expect(planned.length).toBeLessThanOrEqual(1 + 3 + 2);
});

test("rules that take from the default project read only its list", async () => {
  acme.addWorkspaces(900, acme.addProject("Full"));
  acme.addProject("Own");
  for (const name of ["net-1", "net-2"]) acme.addWorkspace(name);
  const { terraform, take } = counting();
  const code = placing(acme, [{ project: "Own", match_names: ["*"] }]);
  expect((await terraform.apply(code)).ok).toBe(true);
  expect(acme.world["Own"]).toEqual(["net-1", "net-2"]);
  for (const launch of launchesOf(take())) expect(count(launch, WORKSPACES)).toBe(1);
});

test.each(["default-project", "any"])(
  "the second plan of unchanged rules reads nothing, with take_from = %s",
  async (from) => {
    acme.addWorkspaces(150);
    acme.addProject("Own");
    const code = placing(acme, [{ project: "Own", match_names: ["workspace-*"] }], { take_from: from });
    const { terraform, take } = counting();
    expect((await terraform.apply(code)).ok).toBe(true);
    acme.addWorkspace("workspace-new");
    const plan = await terraform.plan(code);
    take();
    expect((await terraform.apply(plan)).ok).toBe(true);
    const calls = take();
    const planned = calls.filter(({ rpc }) => rpc === "PlanResourceChange");
    expect(planned.map(({ sent }) => sent)).toEqual([[]]);
    expect(acme.world["Own"]).toContain("workspace-new");
  },
);

test("an update without moves reads the projects at most", async () => {
  acme.addProject("Own");
  const code = (max: number) => placing(acme, [{ project: "Own", match_names: ["*"] }], { max_moves: max });
  const { terraform, take } = counting();
  await terraform.apply(code(1));
  take();
  const applied = await terraform.apply(code(2), { refresh: false });
  expect(applied.plan.actions).toEqual({ [PLACEMENT]: "update" });
  for (const launch of launchesOf(take())) expect(launch).toEqual([ORGANIZATION, PROJECTS]);
});

test("moves take one request for each project", async () => {
  acme.addProjects(3);
  acme.addWorkspaces(30);
  const rules = [0, 1, 2].map((index) => ({ project: `Project ${index}`, match_names: [`*${index}`] }));
  const { terraform, take } = counting();
  expect((await terraform.apply(placing(acme, rules))).ok).toBe(true);
  const writes = take().flatMap(({ sent }) => sent.filter((request) => !request.startsWith("GET")));
  expect(writes).toHaveLength(3);
});
