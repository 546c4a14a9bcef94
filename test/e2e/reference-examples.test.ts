import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Deployment } from "../support/deployment";
import { describeWithTerraform, describeSince } from "../support/terraform";

const EXAMPLES = resolve(__dirname, "../../examples");
const RESOURCES = readdirSync(join(EXAMPLES, "resources"));
const DATA_SOURCES = readdirSync(join(EXAMPLES, "data-sources"));

const readExample = (...path: readonly string[]): string => readFileSync(join(EXAMPLES, ...path), "utf8");

/** What each example for an import imports, by the kind of example. */
function importsOf(file: string, pattern: RegExp): ReadonlyMap<string, string> {
  const found = RESOURCES.filter((type) => existsSync(join(EXAMPLES, "resources", type, file))).map((type) => {
    const [, address = "", id = ""] = pattern.exec(readExample("resources", type, file))!;
    return [address, id] as const;
  });
  return new Map(found);
}

const LIST_RESOURCES = readdirSync(join(EXAMPLES, "list-resources"));

describeWithTerraform("the examples of the provider's reference", () => {
  let deployment: Deployment;
  beforeAll(async () => (deployment = await Deployment.start()));
  afterAll(() => deployment.stop());

  test("of list resources are formatted as Terraform does, which reads them from 1.14 on", async () => {
    for (const type of LIST_RESOURCES)
      deployment.terraform.write(`query/${type}.tf`, readExample("list-resources", type, "list-resource.tfquery.hcl"));
    const checked = await deployment.terraform.run(["fmt", "-check", "-diff", "query"]);
    expect(checked).toMatchObject({ status: 0, output: "" });
  });

  test("deploy as they are, all in one configuration, and import what they have deployed", async () => {
    const { acme, terraform } = deployment;
    const existing = ["network-prod", "network-test", "billing-2019", "invoice-1", "legacy-1", "data-science-1"];
    for (const name of existing) acme.addWorkspace(name);
    const checkout = acme.addProject("Payments");
    for (const name of ["Archive", "Legacy", "Team Alpha"]) acme.addProject(name);
    for (const name of ["storage-engineers", "storage-release", "auditors"]) {
      acme.emulator.teams.create({ organization: "acme", name });
    }
    for (const name of ["aws-streaming", "proxy"]) acme.emulator.variableSets.create({ organization: "acme", name });
    acme.emulator.policySets.create({ organization: "acme", name: "identity-cis" });
    acme.emulator.policySets.create({ organization: "acme", name: "tag-everything", global: true });
    acme.emulator.runs.start({ workspaceId: acme.addWorkspace("api-prod") });
    await acme.tag(acme.addWorkspace("ledger"), { team: "billing" });
    // The example requires the provider, as this does otherwise.
    terraform.write("versions.tf.json", "{}").write("provider.tf", readExample("provider/provider.tf"));
    for (const type of RESOURCES) terraform.write(`resource-${type}.tf`, readExample("resources", type, "resource.tf"));
    for (const type of DATA_SOURCES)
      terraform.write(`data-source-${type}.tf`, readExample("data-sources", type, "data-source.tf"));

    await deployment.apply();
    expect(acme.world).toEqual({
      Archive: ["billing-2019"],
      Billing: ["invoice-1", "ledger"],
      Checkout: [],
      "Data Science Sandbox": [],
      "Default Project": ["legacy-1"],
      Identity: [],
      Inbox: ["api-prod", "data-science-1"],
      Legacy: [],
      Network: ["network-prod", "network-test"],
      Platform: [],
      "Search Sandbox": [],
      Storage: [],
      Streaming: [],
      "Team Alpha": [],
      Vault: [],
    });
    expect(acme.project("Checkout")).toMatchObject({ id: checkout });
    expect(await terraform.outputs()).toMatchObject({ empty_teams: ["Team Alpha"], failed_run_tasks: [] });

    const blocks = importsOf("import-by-string.tf", /to = (\S+)\s+id = "(.*)"/);
    const commands = importsOf("import.sh", /^terraform import (\S+) (.*)$/m);
    expect([...commands]).toEqual([...blocks]);
    // There is nothing to import of a placement.
    const importable = RESOURCES.filter((type) => type !== "tfprojects_workspace_placement");
    expect(blocks.size).toBe(importable.length);
    await terraform.succeed(["state", "rm", ...blocks.keys()]);
    for (const type of importable)
      terraform.write(`import-${type}.tf`, readExample("resources", type, "import-by-string.tf"));
    const plan = await deployment.plan();
    // A membership's `exclusive` is only in the code.
    expect(plan.stdout).toMatch(/Plan: \d+ to import, 0 to add, \d+ to change, 0 to destroy/);
    expect(plan.stdout).toContain(`Plan: ${importable.length} to import`);
  });
});

describeSince("the examples of list resources, with terraform query,", { terraform: "1.14" }, () => {
  test("list projects as they are", async () => {
    const deployment = await Deployment.start();
    try {
      for (const name of ["Team A", "Platform"]) deployment.acme.addProject(name);
      deployment.code('provider "tfprojects" {}\n');
      for (const type of LIST_RESOURCES) {
        const example = readExample("list-resources", type, "list-resource.tfquery.hcl");
        deployment.terraform.write(`${type}.tfquery.hcl`, example);
      }
      await deployment.init();
      const { stdout } = await deployment.terraform.succeed(["query"]);
      const found = [...stdout.matchAll(/^list\.\w+\.(\w+) +\S+ +(.+?) *$/gm)].map(
        ([, list, name]) => `${list}: ${name}`,
      );
      expect(found.sort()).toEqual(["all: Default Project", "all: Platform", "all: Team A", "teams: Team A"]);
    } finally {
      await deployment.stop();
    }
  });
});
