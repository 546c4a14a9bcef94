import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessResult } from "../../cli/command-line";
import { Acme } from "../../support/acme";
import { AppFolder } from "../../support/app-folder";
import type { AttachedProvider } from "../../support/attached-provider";
import { describeWithTerraform, TerraformWorkspace } from "../../support/terraform";
import { attachProvider } from "../../support/tfprojects-provider";

const AREAS = [
  ...["Billing", "Checkout", "Data Lake", "Identity", "Mobile", "Network"],
  ...["Observability", "Payments", "Platform", "Search", "Security", "Web"],
];
const PARTS = ["API", "Batch", "Core", "Edge", "Gateway", "Jobs", "Reporting", "Sandbox", "Shared", "Tools"];
const COMPONENTS = ["app", "cache", "cdn", "db", "dns", "iam", "logs", "queue"];

const PROJECTS = AREAS.flatMap((area) => PARTS.map((part) => `${area} ${part}`));

/** Name of the construct, of its file, and the start of the names of its workspaces. */
const keyOf = (project: string): string => project.toLowerCase().replaceAll(" ", "-");

/** 120 projects with seven or eight workspaces each. */
const SEED = {
  organizations: [
    {
      name: "acme",
      projects: PROJECTS.map((name, index) => ({
        name,
        workspaces: COMPONENTS.slice(0, index % 2 === 0 ? 8 : 7).map((component) => `${keyOf(name)}-${component}`),
      })),
    },
  ],
};

const RENAMED = PROJECTS.filter((name) => name.startsWith("Mobile ")).slice(0, 5);
const DROPPED = ["Search Sandbox", "Security Sandbox", "Web Sandbox"];
const DESTINATION = "Data Lake Core";
/** The databases of a hundred projects. */
const MOVED = PROJECTS.filter((name) => ![...RENAMED, ...DROPPED, DESTINATION].includes(name))
  .slice(0, 100)
  .map((name) => `${keyOf(name)}-db`);

/** Renames five projects, moves a hundred workspaces, and drops three projects, as a person does in an imported app. */
function edit(app: AppFolder): void {
  const inFile = (file: string, change: (text: string) => string): void => {
    const path = join(app.folder, file);
    const [before, after] = [readFileSync(path, "utf8"), change(readFileSync(path, "utf8"))];
    if (after === before) throw new Error(`Nothing was changed in ${file}:\n${before}`);
    writeFileSync(path, after);
  };
  /** The entry of a project, which ends before the next one. */
  const inProject = (project: string, change: (text: string) => string): void => {
    const entry = new RegExp(`^  "?${keyOf(project)}"?: \\{[\\s\\S]*?\\},\\n(?=  \\S|\\};)`, "m");
    inFile("organization.ts", (text) => text.replace(entry, change));
  };

  rmSync(join(app.folder, "imports.ts"));
  inFile("main.ts", (text) => text.replace(/^.*importExisting.*\n/gm, ""));
  for (const name of RENAMED)
    inProject(name, (text) => text.replace(`"${name}"`, `"${name.replace("Mobile", "Apps")}"`));
  for (const workspace of MOVED) {
    const project = PROJECTS.find((name) => workspace === `${keyOf(name)}-db`)!;
    inProject(project, (text) => text.replace(new RegExp(`"${workspace}",?\\s*`), ""));
  }
  const moved = MOVED.map((name) => `"${name}",`).join("\n");
  inProject(DESTINATION, (text) => text.replace("workspaceNames: [", `workspaceNames: [\n${moved}`));
  for (const name of DROPPED) inProject(name, () => "");
}

/** What a plan changes, whoever made it. */
interface Changes {
  /** Former and new names. */
  readonly renamed: readonly string[];
  readonly deleted: readonly string[];
  /** Workspaces that a membership takes in. */
  readonly moved: readonly string[];
  readonly created: readonly string[];
}

interface EnginePlan {
  readonly organizations: readonly {
    readonly errors: readonly unknown[];
    readonly actions: readonly {
      readonly kind: "create" | "update" | "delete" | "move";
      readonly before?: { readonly name: string };
      readonly after?: { readonly name: string };
      readonly workspaces?: readonly { readonly name: string; readonly reason: string }[];
    }[];
  }[];
}

async function plannedByEngine(app: AppFolder, acme: Acme): Promise<Changes> {
  const { stdout } = await succeeded(app.tfprojects(acme, "plan", "--no-synth", "--json"));
  const [{ errors, actions }] = (JSON.parse(stdout) as EnginePlan).organizations as [EnginePlan["organizations"][0]];
  expect(errors).toEqual([]);
  const names = (kind: string) => actions.filter((action) => action.kind === kind);
  return {
    renamed: names("update")
      .map(({ before, after }) => `${before!.name} → ${after!.name}`)
      .sort(),
    deleted: names("delete")
      .map(({ before }) => before!.name)
      .sort(),
    moved: names("move")
      .flatMap(({ workspaces }) => workspaces!.filter(({ reason }) => reason === "member"))
      .map(({ name }) => name)
      .sort(),
    created: names("create").map(({ after }) => after!.name),
  };
}

interface TerraformPlan {
  readonly resource_changes: readonly {
    readonly type: string;
    readonly change: {
      readonly actions: readonly string[];
      readonly before: { readonly name?: string; readonly workspace_names?: readonly string[] } | null;
      readonly after: { readonly name?: string; readonly workspace_names?: readonly string[] } | null;
    };
  }[];
}

async function plannedByTerraform(terraform: TerraformWorkspace): Promise<Changes> {
  await terraform.succeed(["plan", "-input=false", "-out=tfplan"]);
  const { stdout } = await terraform.succeed(["show", "-json", "tfplan"]);
  const all = (JSON.parse(stdout) as TerraformPlan).resource_changes;
  const changes = (type: string, action: string) =>
    all.filter((it) => it.type === type && it.change.actions.join() === action).map(({ change }) => change);
  return {
    renamed: changes("tfprojects_project", "update")
      .map(({ before, after }) => `${before!.name} → ${after!.name}`)
      .sort(),
    deleted: changes("tfprojects_project", "delete")
      .map(({ before }) => before!.name!)
      .sort(),
    moved: changes("tfprojects_workspace_membership", "update")
      .flatMap(({ before, after }) =>
        after!.workspace_names!.filter((name) => !before!.workspace_names!.includes(name)),
      )
      .sort(),
    created: changes("tfprojects_project", "create").map(({ after }) => after!.name!),
  };
}

async function succeeded(running: Promise<ProcessResult>): Promise<ProcessResult> {
  const result = await running;
  if (result.status !== 0) throw new Error(`It ended with ${result.status}:\n${result.stdout}${result.stderr}`);
  return result;
}

describeWithTerraform("an organization of 120 projects and 900 workspaces", () => {
  const app = new AppFolder();
  const states = mkdtempSync(join(tmpdir(), "tfprojects-large-"));
  let provider: AttachedProvider;
  beforeAll(async () => (provider = await attachProvider()));
  afterAll(async () => {
    await provider.stop();
    app.remove();
    rmSync(states, { recursive: true, force: true });
  });

  /** The organization as it was left in a file, on an emulator of its own. */
  const organizationIn = (file: string): Promise<Acme> => Acme.start({ seed: SEED, stateFile: join(states, file) });

  test("is imported, edited, planned and applied with the same result by Terraform and by the engine", async () => {
    const original = await organizationIn("terraform");
    await succeeded(app.tfprojects(original, "import", "--out", "."));
    const deployed = await app.deploy(original, "acme", provider);
    expect(original.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);

    edit(app);
    await app.synth(original);
    const planned = await plannedByEngine(app, original);
    expect(planned).toEqual({
      renamed: RENAMED.map((name) => `${name} → ${name.replace("Mobile", "Apps")}`),
      deleted: DROPPED,
      moved: [...MOVED].sort(),
      created: [],
    });
    expect(await plannedByTerraform(deployed)).toEqual(planned);
    await original.stop();

    // One after the other: the engine goes by the state as it was deployed, which Terraform then changes.
    copyFileSync(join(states, "terraform"), join(states, "engine"));
    const byEngine = await organizationIn("engine");
    await succeeded(app.tfprojects(byEngine, "apply", "--no-synth", "--auto-approve"));
    await succeeded(app.tfprojects(byEngine, "plan", "--no-synth", "--detailed-exitcode"));
    const byTerraform = await organizationIn("terraform");
    const terraform = new TerraformWorkspace(byTerraform.environment, provider, app.stackFolder("acme"));
    await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    await succeeded(app.tfprojects(byTerraform, "plan", "--no-synth", "--detailed-exitcode"));

    expect(Object.keys(byEngine.world)).toHaveLength(PROJECTS.length - DROPPED.length + 1);
    expect(Object.keys(byEngine.world[DESTINATION]!)).toHaveLength(108);
    expect(byEngine.world).toEqual(byTerraform.world);
    await byEngine.stop();
    await byTerraform.stop();
  });
});
