import type { ActualOrganization } from "../../src/reconcile";
import { anyOrganization, EDGE_CASES } from "../cli/import/organizations";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import type { AttachedProvider } from "../support/attached-provider";
import { changeSettings, createAgentPool } from "../support/project-settings";
import { fc } from "../support/property";
import { AGENT_POOLS } from "../support/random-settings";
import { describeWithTerraform } from "../support/terraform";
import { attachProvider } from "../support/tfprojects-provider";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/**
 * Brings the organization into being on the emulator; what would be in its default project is, and the rest beside it.
 */
async function populate({ projects, workspaces, defaultProjectId }: ActualOrganization): Promise<void> {
  const pools = new Map<string | null | undefined, string>();
  for (const pool of AGENT_POOLS) pools.set(pool, await createAgentPool(acme.emulator, pool));
  const ids = new Map([[defaultProjectId, acme.defaultProjectId]]);
  for (const { id, name, description, autoDestroyActivityDuration, defaultAgentPoolId, tags, ...more } of projects) {
    const { defaultExecutionMode: mode } = more;
    if (id === defaultProjectId || name.toLowerCase() === "default project") continue;
    const attributes = {
      ...(description === null ? {} : { description }),
      ...(typeof autoDestroyActivityDuration === "string" ? { autoDestroyActivityDuration } : {}),
    };
    ids.set(id, acme.addProject(name, attributes));
    if (typeof mode !== "string" && Object.keys(tags ?? {}).length === 0) continue;
    const pool = pools.get(defaultAgentPoolId);
    await changeSettings(acme.emulator, ids.get(id)!, {
      ...(mode ? { mode } : {}),
      ...(pool ? { pool } : {}),
      tags: tags!,
    });
  }
  for (const { name, projectId } of workspaces) acme.addWorkspace(name, ids.get(projectId));
  acme.takeRequests();
}

/** Writes to the service since the last look. */
function takeWrites(): string[] {
  return acme.takeRequests().filter((request) => !request.startsWith("GET"));
}

/**
 * Imports the organization, and expects a deployment to take it over without a change.
 *
 * @param attached - The provider to which Terraform connects; otherwise it launches the one beside the stack.
 */
async function expectTakeover(attached: AttachedProvider | undefined, ...options: string[]): Promise<void> {
  const before = acme.emulator.state();
  const app = new AppFolder();
  try {
    expect(await app.tfprojects(acme, "import", "--out", ".", ...options)).toMatchObject({ status: 0 });
    // The engine needs no Terraform: it finds nothing to do before the takeover, and after it.
    expect(await app.tfprojects(acme, "plan", "--detailed-exitcode")).toMatchObject({ status: 0 });

    const terraform = await app.deploy(acme, "acme", attached);
    expect(takeWrites()).toEqual([]);

    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(takeWrites()).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
  } finally {
    app.remove();
  }
}

// With the packed package: package.test.ts.
describeWithTerraform("an imported organization", () => {
  test("is taken over without a change, however nasty its names, the default project too", async () => {
    await populate(EDGE_CASES);
    await expectTakeover(undefined, "--include-default");
  });

  test("is taken over without a change, whatever it holds", async () => {
    const provider = await attachProvider();
    try {
      await fc.assert(
        fc.asyncProperty(anyOrganization, async (organization) => {
          await acme.stop();
          acme = await Acme.start();
          await populate(organization);
          fc.pre(Object.keys(acme.world).length > 1);
          await expectTakeover(provider);
        }),
        // Each takes seconds; a counterexample is not made smaller.
        { numRuns: 3, endOnFailure: true },
      );
    } finally {
      await provider.stop();
    }
  });
});
