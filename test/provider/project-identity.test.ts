import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InProcessTerraform } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import { Acme } from "../support/acme";
import { configurationFor, expectNoChanges } from "./in-process";

let acme: Acme;
let terraform: InProcessTerraform;
beforeEach(async () => {
  acme = await Acme.start();
  terraform = new InProcessTerraform(() => tfprojectsProvider, { storesIdentities: true });
});
afterEach(() => acme.stop());

const ADDRESS = "tfprojects_project.platform";
const code = () => configurationFor(acme, { [ADDRESS]: { name: "Platform" } });
const hostname = () => new URL(acme.emulator.address).host;
const identity = () => terraform.state.get(ADDRESS)?.identity;

describe("the identity of a project", () => {
  it("is the host name and the ID, from its creation on", async () => {
    await terraform.apply(code());
    expect(identity()).toEqual({ id: acme.project("Platform")!.id, hostname: hostname() });
    await expectNoChanges(terraform, code());
  });

  it("is added to states that have none, by the next read", async () => {
    const older = new InProcessTerraform(() => tfprojectsProvider);
    await older.apply(code());
    terraform.state = older.state;
    expect(identity() ?? null).toBeNull();
    await terraform.refresh(code());
    expect(identity()).toEqual({ id: acme.project("Platform")!.id, hostname: hostname() });
  });

  it("stays when the service gets another host name", async () => {
    await terraform.apply(code());
    const id = acme.project("Platform")!.id;
    const stored = terraform.state.get(ADDRESS)!;
    const elsewhere = { id, hostname: "old.example.com" };
    terraform.state = new Map([[ADDRESS, { ...stored, identity: elsewhere }]]);
    await terraform.apply({ ...code(), resources: { [ADDRESS]: { name: "Platform", description: "New" } } });
    expect(acme.project("Platform")).toMatchObject({ description: "New" });
    expect(identity()).toEqual(elsewhere);
  });

  it("has the configured host name where a host block of the CLI configuration gives another address", async () => {
    const folder = mkdtempSync(join(tmpdir(), "identity-"));
    const file = join(folder, "terraform.rc");
    const configured = "tfe.example.com";
    const { address, token } = acme.emulator;
    writeFileSync(file, `host "${configured}" { services = { "tfe.v2" = "${address}/api/v2/" } }`);
    process.env["TF_CLI_CONFIG_FILE"] = file;
    const behind = { ...code(), provider: { hostname: configured, organization: "acme", token } };
    try {
      await terraform.apply(behind);
      const { id } = acme.project("Platform")!;
      expect(identity()).toEqual({ id, hostname: configured });
      terraform.state = new Map();
      expect(await terraform.import(behind, ADDRESS, { id, hostname: configured })).toMatchObject({ ok: true });
      expect(identity()).toEqual({ id, hostname: configured });
    } finally {
      delete process.env["TF_CLI_CONFIG_FILE"];
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ["without a host name", () => ({})],
    ["with that of the provider, in any case", () => ({ hostname: hostname().toUpperCase() })],
  ])("imports the project, %s", async (_, more) => {
    const id = acme.addProject("Platform");
    const imported = await terraform.import(code(), ADDRESS, { id, ...more() });
    expect(imported).toMatchObject({ ok: true });
    expect(identity()).toEqual({ id, hostname: hostname() });
    await expectNoChanges(terraform, code());
  });

  it.each([
    [
      { id: "prj-1", hostname: "tfe.example.com" },
      /project at tfe\.example\.com, but the provider is configured for 127/,
    ],
    [{ id: "acme/Platform" }, /is not a valid project ID \(expected prefix `prj-`\).*use `id` in the `import` block/],
    [{ id: "prj-missing" }, /There is no project prj-missing/],
  ])("is rejected if it is not of a project that the provider can read: %j", async (given, detail) => {
    const { ok, diagnostics } = await terraform.import(code(), ADDRESS, given);
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      { summary: `Cannot import ${JSON.stringify(given.id)}`, detail: expect.stringMatching(detail) },
    ]);
  });

  it("is nothing that memberships have: theirs would change with the project", async () => {
    const membership = "tfprojects_workspace_membership.it";
    const withMembership = configurationFor(acme, { [membership]: { project_id: "prj-1", workspace_names: [] } });
    const { diagnostics } = await terraform.import(withMembership, membership, {});
    expect(diagnostics.map(({ summary }) => summary)).not.toEqual([]);
    expect(tfprojectsProvider.resources.filter(({ identity: own }) => own).map(({ type }) => type)).toEqual([
      "tfprojects_project",
    ]);
  });
});

describe("a project in the state of hashicorp/tfe", () => {
  const attributes = () => ({
    id: acme.project("Platform")!.id,
    name: "Platform",
    organization: "acme",
    description: "",
    auto_destroy_activity_duration: null,
    tags: {},
    ignore_additional_tags: false,
  });

  it.each(["registry.terraform.io/hashicorp/tfe", "registry.opentofu.org/hashicorp/tfe", "tfe"])(
    "is moved to this provider without a change, from %s",
    async (provider) => {
      acme.addProject("Platform");
      const stored = {
        type: "tfe_project",
        values: attributes(),
        private: Buffer.from("{}"),
        dependencies: [],
        isTainted: false,
        schemaVersion: 0,
        provider,
      };
      terraform.state = new Map([["tfe_project.platform", stored]]);
      acme.takeRequests();
      const { ok, plan } = await terraform.apply({
        ...code(),
        moved: [{ from: "tfe_project.platform", to: ADDRESS }],
      });
      expect({ ok, actions: plan.actions, moved: plan.moved, drifted: plan.drifted }).toEqual({
        ok: true,
        actions: {},
        moved: { [ADDRESS]: "tfe_project.platform" },
        drifted: [],
      });
      expect([...terraform.state.keys()]).toEqual([ADDRESS]);
      expect(identity()).toEqual({ id: acme.project("Platform")!.id, hostname: hostname() });
      expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    },
  );
});
