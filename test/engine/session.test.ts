import { join } from "node:path";
import { apply, defineOrganization, EngineError, observe, openSource, plan } from "../../src/engine";
import { CliFixture } from "../cli/cli-fixture";
import { CommandLine } from "../cli/command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

/** Changes something, and makes the plan wait for it: says what was shown, or the error. */
type Way = (change: () => void) => Promise<string>;

function writeState(serial: number): void {
  const attributes = { id: fixture.acme.project("Alpha")!.id, name: "Alpha", organization: "acme" };
  const provider = 'provider["terraform.local/tfprojects/tfprojects"]';
  const instances = [{ schema_version: 0, attributes: { ...attributes, deletion_policy: "refuse" } }];
  const resource = { mode: "managed", type: "tfprojects_project", name: "alpha", provider, instances };
  const state = { version: 4, terraform_version: "1.11.0", serial, lineage: "a", outputs: {}, resources: [resource] };
  fixture.write("code/terraform.tfstate", state);
}

/** A project whose description the code changes from "old" to "new". */
function setUp(): void {
  fixture.acme.addProject("Alpha", { description: "old" });
  fixture.writeCode("code", { alpha: { name: "Alpha", description: "new" } });
  writeState(1);
}

/** Runs a command, and answers its question after a change. */
async function answer(args: readonly string[], change: () => void): Promise<string> {
  const yes = (): string => {
    change();
    fixture.acme.takeRequests();
    return "yes\n";
  };
  const { status, stdout } = await fixture.runInTerminal(args, [/Enter a value: /, yes]);
  return `${status}: ${stdout}`;
}

const WAYS: Readonly<Record<string, Way>> = {
  "tfprojects apply": (change) => answer(["apply", "code"], change),
  "tfprojects undo": async (change) => {
    await fixture.run("plan", "code", "--out", "plan.json");
    await fixture.run("apply", "plan.json");
    return answer(["undo", "plan.json"], change);
  },
  "the library": async (change) => {
    const { client } = fixture.acme;
    const [desired] = (await openSource(join(cli.folder, "code"), { organization: "acme" })).organizations;
    const made = plan(desired!, await observe(client, desired!));
    change();
    fixture.acme.takeRequests();
    const error: unknown = await apply(client, made).catch((thrown: unknown) => thrown);
    return error instanceof EngineError ? `1: ${error.message} ${error.nextStep}` : "0: ";
  },
};

const CHANGES: Readonly<Record<string, readonly [() => void, string]>> = {
  "the Terraform state": [() => writeState(2), "terraform.tfstate has changed since (serial 1, now 2)"],
  "the organization": [
    () => fixture.acme.emulator.projects.update(fixture.acme.project("Alpha")!.id, { description: "of others" }),
    "the organization has changed since:",
  ],
};

describe.each(Object.entries(WAYS))("a plan of %s that waits for its approval", (name, run) => {
  test.each(Object.entries(CHANGES))("is refused as stale when %s was replaced meanwhile", async (_, [change, why]) => {
    setUp();
    const shown = await run(change);
    const found = fixture.acme.project("Alpha")!.description;
    expect(shown).toMatch(/^1: /);
    expect(shown).toContain("Nothing was changed: the plan is stale");
    expect(shown).toContain(why);
    expect(shown).toContain("new plan");
    expect(fixture.takeWrites()).toEqual([]);
    const before = name === "tfprojects undo" ? "new" : "old";
    expect(found).toBe(why.startsWith("the organization") ? "of others" : before);
  });

  test("is applied when nothing was", async () => {
    setUp();
    expect(await run(() => undefined)).toMatch(/^0: /);
    expect(fixture.acme.project("Alpha")!.description).toBe(name === "tfprojects undo" ? "old" : "new");
  });
});

test("of 100 pairs of conflicting plans that one process applies at the same time, one of each is applied", async () => {
  const { acme } = fixture;
  for (const name of ["Alpha", "Beta"]) acme.addProject(name);
  const results: string[][] = [];
  for (let pair = 0; pair < 100; pair++) {
    acme.addWorkspace(`workspace-${pair}`);
    const made = ["Alpha", "Beta"].map((project) =>
      defineOrganization({ name: "acme", memberships: [{ project, workspaceNames: [`workspace-${pair}`] }] }),
    );
    const plans = await Promise.all(made.map(async (it) => plan(it, await observe(acme.client, it))));
    const applied = await Promise.allSettled(plans.map((it) => apply(acme.client, it)));
    results.push(
      applied.map((it) =>
        it.status === "fulfilled" ? it.value.status : it.reason instanceof EngineError ? it.reason.code : "FAILED",
      ),
    );
  }
  expect(new Set(results.map((pair) => pair.toSorted().join()))).toEqual(new Set(["STALE_PLAN,complete"]));
});
