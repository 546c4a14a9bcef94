import { Deployment } from "../support/deployment";
import { describeSince, unwrapped } from "../support/terraform";

const PLATFORM = `resource "tfprojects_project" "platform" {\n  name = "Platform"\n}\n`;

interface StoredState {
  readonly resources: readonly {
    readonly instances: readonly { identity?: object; identity_schema_version?: number }[];
  }[];
}

describeSince("a project's identity", { terraform: "1.12", tofu: "1.12" }, () => {
  let deployment: Deployment;
  beforeEach(async () => (deployment = await Deployment.start()));
  afterEach(() => deployment.stop());

  const importing = (identity: string): string =>
    `${PLATFORM}import {\n  to = tfprojects_project.platform\n  identity = ${identity}\n}\n`;
  const stored = () => (JSON.parse(deployment.terraform.stateText()) as StoredState).resources[0]!.instances[0]!;

  test("is enough to import it, and is in the state", async () => {
    const { acme, terraform } = deployment;
    const id = acme.addProject("Platform");
    deployment.code(importing(`{ id = "${id}" }`));
    await deployment.init();
    const plan = await deployment.plan("-out=tfplan");
    expect(unwrapped(plan.output)).toContain("Plan: 1 to import, 0 to add, 0 to change, 0 to destroy.");
    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(stored()).toMatchObject({ identity: { hostname: new URL(acme.emulator.address).host, id } });
    deployment.code(PLATFORM);
    await deployment.expectSettled();
  });

  test("of another host, or of no project, is an error that says so", async () => {
    const { acme } = deployment;
    const id = acme.addProject("Platform");
    deployment.code(importing(`{ id = "${id}", hostname = "app.terraform.io" }`));
    await deployment.init();
    const elsewhere = await deployment.plan();
    expect(elsewhere.status).toBe(1);
    expect(unwrapped(elsewhere.output)).toContain("app.terraform.io");
    const missing = await deployment.code(importing(`{ id = "prj-doesNotExist1234" }`)).plan();
    expect(missing.status).toBe(1);
    expect(unwrapped(missing.output)).toContain("prj-doesNotExist1234");
  });

  test("is added to a state from before there was one", async () => {
    const { terraform } = deployment;
    deployment.code(PLATFORM);
    await deployment.init();
    await deployment.apply();
    const state = JSON.parse(terraform.stateText()) as StoredState;
    const [instance] = state.resources[0]!.instances;
    const { identity } = instance!;
    delete instance!.identity;
    delete instance!.identity_schema_version;
    terraform.write("terraform.tfstate", JSON.stringify(state));
    expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect((await deployment.plan("-refresh-only")).stdout).toContain("No changes.");
    await deployment.apply("-refresh-only");
    expect(stored().identity).toEqual(identity);
    await deployment.expectSettled();
  });
});

describeSince("terraform query", { terraform: "1.14" }, () => {
  let deployment: Deployment;
  beforeEach(async () => (deployment = await Deployment.start()));
  afterEach(() => deployment.stop());

  test("lists projects, and writes code that imports them without a change", async () => {
    const { acme, terraform } = deployment;
    for (const name of ["Team A", "Team B", "Platform"]) acme.addProject(name);
    const before = acme.world;
    deployment.code('provider "tfprojects" {}\n');
    terraform.write(
      "teams.tfquery.hcl",
      'list "tfprojects_project" "teams" {\n  provider = tfprojects\n  config {\n    search = "Team"\n  }\n}\n',
    );
    await deployment.init();
    const { stdout } = await terraform.succeed(["query", "-generate-config-out=teams.tf"]);
    const names = stdout.split("\n").flatMap((line) => /,id=prj-\w+ +(.+?) *$/.exec(line)?.[1] ?? []);
    expect(names.sort()).toEqual(["Team A", "Team B"]);
    const plan = await deployment.plan();
    expect(unwrapped(plan.output)).toContain("Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.");
    await deployment.apply();
    expect(acme.world).toEqual(before);
    await deployment.expectSettled();
  });
});
