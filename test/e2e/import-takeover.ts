import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import type { AttachedProvider } from "../support/attached-provider";
import { changeTags } from "../support/project-settings";
import { TerraformWorkspace } from "../support/terraform";

/** Imports what is assigned to the projects, too. */
export const WITH_ALL = ["--with", "access,variable-sets,policy-sets"];

/** Writes to the service since the last look. */
export function takeWrites(acme: Acme): string[] {
  return acme.takeRequests().filter((request) => !request.startsWith("GET"));
}

/**
 * Imports the organization, and expects a deployment to take it over without a change.
 *
 * @param attached - The provider to which Terraform connects; otherwise it launches the one beside the stack.
 */
export async function expectTakeover(
  acme: Acme,
  attached: AttachedProvider | undefined,
  ...options: string[]
): Promise<void> {
  const before = acme.emulator.state();
  const app = new AppFolder();
  try {
    expect(await app.tfprojects(acme, "import", "--out", ".", ...options)).toMatchObject({ status: 0 });
    // The engine needs no Terraform. It runs the app, whose stack Terraform deploys below.
    expect(await app.tfprojects(acme, "plan", "--detailed-exitcode")).toMatchObject({ status: 0 });

    const terraform = await app.deploySynthesized(acme, "acme", attached);
    expect(takeWrites(acme)).toEqual([]);

    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(takeWrites(acme)).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
  } finally {
    app.remove();
  }
}

/**
 * Imports the organization as Terraform configuration, and expects Terraform to find it well formed, to plan imports
 * alone, and nothing after them.
 *
 * @param attached - The provider to which Terraform connects; otherwise it launches the one that is installed.
 */
export async function expectHclTakeover(
  acme: Acme,
  attached: AttachedProvider | undefined,
  ...options: string[]
): Promise<void> {
  const before = acme.emulator.state();
  const app = new AppFolder();
  try {
    expect(await app.tfprojects(acme, "import", "--hcl", "--out", "acme", ...options)).toMatchObject({ status: 0 });
    const folder = join(app.folder, "acme");
    expect(await app.tfprojects(acme, "provider", "install", "--folder", folder)).toMatchObject({ status: 0 });
    const terraform = new TerraformWorkspace(acme.environment, attached, folder);
    expect(await terraform.run(["fmt", "-check", "-diff"])).toMatchObject({ status: 0, output: "" });
    await terraform.init();

    expect(await importedIn(terraform)).toBeGreaterThan(0);
    await terraform.succeed(["apply", "-input=false", IMPORTS_PLAN]);
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    // The imports are done: the file is no longer needed.
    rmSync(join(folder, "imports.tf"));
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(takeWrites(acme)).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
  } finally {
    app.remove();
  }
}

const IMPORTS_PLAN = "imports.tfplan";

/** The number of resources that Terraform plans to import. It must plan nothing else. */
async function importedIn(terraform: TerraformWorkspace): Promise<number> {
  await terraform.succeed(["plan", "-input=false", `-out=${IMPORTS_PLAN}`]);
  const { stdout } = await terraform.succeed(["show", "-json", IMPORTS_PLAN]);
  const { resource_changes: changes = [] } = JSON.parse(stdout) as {
    resource_changes?: readonly { address: string; change: { actions: readonly string[]; importing?: object } }[];
  };
  const others = changes.filter(({ change }) => change.actions.join() !== "no-op" || change.importing === undefined);
  expect(others).toEqual([]);
  return changes.length;
}

/** Projects whose workspaces a prefix or a tag selects; two are in lists, and one in the default project. */
export async function populateForRules(acme: Acme): Promise<void> {
  const [networks, search, mixed] = ["Networks", "Search", "Mixed"].map((name) => acme.addProject(name));
  const { teams, variableSets } = acme.emulator;
  const { id: teamId } = teams.create({ organization: "acme", name: "net" });
  teams.grant({ teamId, projectId: networks!, access: "maintain" });
  variableSets.create({ organization: "acme", name: "aws", projectIds: [networks!, mixed!] });
  for (const name of ["a", "b", "c", "d", "e"]) {
    acme.addWorkspace(`net-${name}`, networks);
    await changeTags(acme.emulator, acme.addWorkspace(`${name}-search`, search), { team: "search" });
    acme.addWorkspace(`app1${name}`, mixed);
  }
  acme.addWorkspace("vpn", networks);
  acme.addWorkspace("mixed", mixed);
  acme.addWorkspace("stray");
  acme.takeRequests();
}
