import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../../cli/command-line";
import { describeWithTerraform } from "../../support/terraform";
import { numbersIn, TakeOver, TFE_OF_ACME } from "./take-over";

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

/** A configuration, and the states that hashicorp/tfe 0.80.0 wrote for it with Terraform 1.11: see README.md there. */
const FIXTURES = join(__dirname, "states");
const fixture = (name: string): string => readFileSync(join(FIXTURES, name), "utf8");

describeWithTerraform("the provider that stands in for hashicorp/tfe", () => {
  let own: TakeOver;
  afterEach(() => own.stop());

  test("writes the states that the real one writes, also after changes by hand and a refresh", async () => {
    own = await TakeOver.start(cli, { "main.tf": fixture("main.tf"), "app/main.tf": fixture("app/main.tf") });
    const { acme, terraform } = own.deployment;
    acme.emulator.organizations.create({ name: "elsewhere" });
    await own.deployment.apply();
    expect(normalized(terraform.stateText(), acme.emulator.address)).toEqual(JSON.parse(fixture("applied.json")));

    const { id } = acme.project("Plain")!;
    const workspaces = acme.emulator.state().organizations[0]!.projects.flatMap((it) => it.workspaces);
    await acme.client.projects.moveWorkspaces(id, [workspaces.find(({ name }) => name === "api")!.id]);
    await acme.client.projects.update(id, {
      defaultExecutionMode: "local",
      description: "By hand",
      tags: { by: "hand" },
    });
    await terraform.succeed(["apply", "-refresh-only", "-auto-approve", "-input=false"]);
    expect(normalized(terraform.stateText(), acme.emulator.address)).toEqual(JSON.parse(fixture("refreshed.json")));
  });

  test("plans and does what the real one does about changes by hand that the code does not mention", async () => {
    own = await TakeOver.start(cli, { "main.tf": SPARSE });
    const { acme } = own.deployment;
    await own.deployment.apply();
    const byHand = { description: "By hand", tags: { by: "hand" } };
    await acme.client.projects.update(acme.project("Plain")!.id, byHand);
    await acme.client.projects.update(acme.project("Tagged")!.id, {
      defaultExecutionMode: "local",
      tags: { team: "a", by: "hand" },
    });

    // The settings take the mode back, and the projects keep everything,
    expect(numbersIn((await own.deployment.apply()).stdout)).toContain("0 to add, 1 to change, 0 to destroy");
    expect(await read("Plain")).toMatchObject(byHand);
    expect(await read("Tagged")).toMatchObject({ defaultExecutionMode: null, tags: { team: "a", by: "hand" } });

    // as long as nothing else changes.
    own.edit("main.tf", (text) => text.replace('"Plain"', '"Renamed"'));
    await own.deployment.apply();
    expect(await read("Renamed")).toMatchObject({ description: null, tags: {} });
  });

  function read(name: string) {
    const { acme } = own.deployment;
    return acme.client.projects.get(acme.project(name)!.id, { include: ["effective-tag-bindings"] });
  }
});

/** Projects whose code leaves something out. */
const SPARSE = `${TFE_OF_ACME}
resource "tfe_project" "plain" {
  name = "Plain"
}

resource "tfe_project" "tagged" {
  name                   = "Tagged"
  tags                   = { team = "a" }
  ignore_additional_tags = true
}

resource "tfe_project_settings" "tagged" {
  project_id = tfe_project.tagged.id
}
`;

/** The resources of a state, with IDs by the order in which they appear, and without the emulator's address. */
function normalized(state: string, address: string): unknown {
  const ids = new Map<string, string>();
  const text = state.replaceAll(address, "http://emulator").replace(/\b(prj|ws)-[A-Za-z0-9]{16}\b/g, (id, prefix) => {
    if (!ids.has(id)) ids.set(id, `${String(prefix)}-${ids.size + 1}`);
    return ids.get(id)!;
  });
  const { resources } = JSON.parse(text) as { readonly resources: readonly { instances: readonly object[] }[] };
  return resources.map((resource) => ({
    ...resource,
    // The private data of a provider is its own affair: that of the real one is {"schema_version":"1"}.
    instances: resource.instances.map((instance) =>
      Object.fromEntries(Object.entries(instance).filter(([name]) => name !== "private")),
    ),
  }));
}
