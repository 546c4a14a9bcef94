import { InProcessTerraform, type Block, type Configuration } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import { Acme } from "../support/acme";
import { Gate } from "../support/gate";
import { configurationFor, inProcessTerraform } from "./in-process";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const WORKSPACES = "GET /api/v2/organizations/acme/workspaces";

/** Terraform that counts the requests of each launch. */
class CountingTerraform {
  readonly requests = new Map<number, string[]>();
  readonly terraform: InProcessTerraform;
  #launch = 0;

  constructor() {
    this.terraform = new InProcessTerraform(() => tfprojectsProvider, {
      onCall: ({ launch }) => {
        this.#collect();
        this.#launch = launch;
      },
    });
    acme.takeRequests();
  }

  /** The requests of each launch that sent any, and forgets them. */
  take(): string[][] {
    this.#collect();
    const all = [...this.requests.values()].filter(({ length }) => length > 0);
    this.requests.clear();
    return all;
  }

  #collect(): void {
    this.requests.set(this.#launch, [...(this.requests.get(this.#launch) ?? []), ...acme.takeRequests()]);
  }
}

/** A membership by rule for each project. */
function rules(projects: readonly string[], ruleOf: (index: number) => object): Configuration {
  const blocks = projects.map((projectId, index) => [
    `tfprojects_workspace_membership.m${index}`,
    { project_id: projectId, ...ruleOf(index) },
  ]);
  return configurationFor(acme, Object.fromEntries(blocks) as Record<string, Block>);
}

const count = (requests: readonly string[] | undefined, wanted: string): number =>
  (requests ?? []).filter((request) => request === wanted).length;

test.each([
  ["names", (index: number) => ({ match_names: [`workspace-${index}*`] })],
  ["tags", (index: number) => ({ match_names: [`workspace-${index}*`], except_tags: { keep: "*" } })],
])("rules with %s read each page of all workspaces once a launch", async (_, ruleOf) => {
  acme.addWorkspaces(250);
  const projects = acme.addProjects(9);
  const code = rules(projects, (index) => ruleOf(index + 1));
  const counting = new CountingTerraform();
  expect((await counting.terraform.apply(code)).ok).toBe(true);
  const [planned, applied, ...others] = counting.take();
  expect(others).toEqual([]);
  for (const launch of [planned, applied]) expect(count(launch, WORKSPACES)).toBe(3);
  expect((await counting.terraform.plan(code)).actions).toEqual({});
  const [again] = counting.take();
  expect(count(again, WORKSPACES)).toBe(3);
  expect(again).toHaveLength(1 + 3);
});

test("a rule with take_from default-project reads only the lists of the default project and its own", async () => {
  const [own, full] = [acme.addProject("Own"), acme.addProject("Full")];
  acme.addWorkspaces(900, full);
  for (const name of ["net-1", "net-2"]) acme.addWorkspace(name);
  const code = rules([own], () => ({ match_names: ["*"], take_from: "default-project" }));
  const counting = new CountingTerraform();
  expect((await counting.terraform.apply(code)).ok).toBe(true);
  expect(acme.world["Own"]).toEqual(["net-1", "net-2"]);
  for (const launch of counting.take()) expect(count(launch, WORKSPACES)).toBeLessThanOrEqual(3);
});

test("the second plan of an unchanged rule reads nothing that the apply does not read", async () => {
  const [own = ""] = acme.addProjects(1);
  acme.addWorkspaces(650, own);
  const code = rules([own], () => ({ match_names: ["workspace-*"] }));
  const counting = new CountingTerraform();
  expect((await counting.terraform.apply(code)).ok).toBe(true);
  acme.addWorkspace("workspace-new");
  const plan = await counting.terraform.plan(code);
  counting.take();
  expect((await counting.terraform.apply(plan)).ok).toBe(true);
  const [applied = []] = counting.take();
  // The organization, the pages of the project, the new workspace, and the move.
  expect(applied).toHaveLength(1 + 7 + 1 + 1);
});

describe("where the service does not report tags", () => {
  test.each([
    ["leaves them out of its lists", (body: string) => body.replaceAll("effective-tag-bindings", "other-bindings")],
    ["does not tell own tags from inherited ones", (body: string) => body.replaceAll('"inherited-from"', '"from"')],
  ])("and %s, rules with tags are one error, and the state keeps its map", async (_, change) => {
    const projects = acme.addProjects(2);
    const [tagged, shared] = [acme.addWorkspace("tagged"), acme.addProject("Shared")];
    await acme.tag(tagged, { team: "net" });
    const code = rules(projects, (index) => ({ match_tags: { team: index === 0 ? "net" : "app" } }));
    const terraform = inProcessTerraform();
    expect((await terraform.apply(code)).ok).toBe(true);
    for (const name of ["one", "two"]) acme.addWorkspace(name, shared);
    await acme.client.projects.update(shared, { tags: { team: "app" } });
    const gate = await Gate.start(acme.emulator.address);
    try {
      gate.keeper = { rewrite: change };
      const through: Configuration = { ...code, provider: { ...code.provider, address: gate.address } };
      const before = terraform.state.get("tfprojects_workspace_membership.m0")?.values;
      const plan = await terraform.plan(through);
      const errors = plan.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors).toHaveLength(1);
      expect(errors[0]?.detail).toContain("rules with tags cannot be evaluated");
      expect(plan.refreshed.get("tfprojects_workspace_membership.m0")?.values).toEqual(before);
    } finally {
      await gate.stop();
    }
  });
});
