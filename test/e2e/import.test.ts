import { join } from "node:path";
import type { ActualOrganization } from "../../src/reconcile";
import { anyOrganization, EDGE_CASES } from "../cli/import/organizations";
import { Acme } from "../support/acme";
import { describeWithTerraform } from "../support/terraform";
import { UserProject } from "../support/user-project";
import { fc } from "../support/property";

let project: UserProject;
let acme: Acme;
beforeAll(async () => (project = await UserProject.create("tsx@4")));
afterAll(() => project.remove());
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

function environment(): Record<string, string> {
  return { TFE_ADDRESS: acme.emulator.address, TFE_TOKEN: acme.emulator.token, TFE_ORGANIZATION: "acme" };
}

/** Brings the organization into being on the emulator; what would be in its default project is, and the rest beside it. */
function populate({ projects, workspaces, defaultProjectId }: ActualOrganization): void {
  const ids = new Map([[defaultProjectId, acme.defaultProjectId]]);
  for (const { id, name, description, autoDestroyActivityDuration } of projects) {
    if (id === defaultProjectId || name.toLowerCase() === "default project") continue;
    const attributes = {
      ...(description === null ? {} : { description }),
      ...(typeof autoDestroyActivityDuration === "string" ? { autoDestroyActivityDuration } : {}),
    };
    ids.set(id, acme.addProject(name, attributes));
  }
  for (const { name, projectId } of workspaces) acme.addWorkspace(name, ids.get(projectId));
}

const run = (command: string, args: readonly string[], cwd: string) =>
  project.run(join(project.folder, "node_modules/.bin", command), args, { cwd, env: environment() });

/** Writes to the service since the last look. */
function takeWrites(): string[] {
  return acme.takeRequests().filter((request) => !request.startsWith("GET"));
}

/** Imports the organization into a folder, and expects a deployment to take it over without a change. */
async function expectTakeover(folder: string, ...options: string[]): Promise<void> {
  const before = acme.emulator.state();
  expect(await run("tfprojects", ["import", "--out", folder, ...options], project.folder)).toMatchObject({ status: 0 });
  const cwd = join(project.folder, folder);
  // The engine needs no Terraform: it finds nothing to do before the takeover, and after it.
  expect(await run("tfprojects", ["plan", "--detailed-exitcode"], cwd)).toMatchObject({ status: 0 });

  expect(await project.cdktf(["deploy", "--auto-approve"], { cwd, env: environment() })).toMatchObject({ status: 0 });
  expect(takeWrites()).toEqual([]);

  const again = await project.run("terraform", ["plan", "-input=false", "-no-color", "-detailed-exitcode"], {
    cwd: join(cwd, "cdktf.out/stacks/acme"),
    env: environment(),
  });
  expect(again).toMatchObject({ status: 0 });
  expect(takeWrites()).toEqual([]);
  expect(acme.emulator.state()).toEqual(before);
}

describeWithTerraform("an imported organization, with the packed package and the real cdktf CLI", () => {
  test("is taken over without a change, however nasty its names, the default project too", async () => {
    populate(EDGE_CASES);
    await expectTakeover("nasty", "--include-default");
  });

  test("is taken over with exclusive memberships, without a change in the organization", async () => {
    acme.addWorkspace("api", acme.addProject("Platform"));
    acme.addProject("Empty");
    acme.addWorkspace("stray");
    await expectTakeover("exclusive", "--include-default", "--exclusive");
  });

  test("is taken over without a change, whatever it holds", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyOrganization, async (organization) => {
        await acme.stop();
        acme = await Acme.start();
        populate(organization);
        fc.pre(Object.keys(acme.world).length > 1);
        count += 1;
        await expectTakeover(`random-${count}`);
      }),
      // Each takes half a minute; a counterexample is not made smaller.
      { numRuns: 3, endOnFailure: true },
    );
  });
});
