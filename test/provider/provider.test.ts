import { UNSET_SETTINGS } from "../../src/model";
import { reference, type Block } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ensureProject } from "../../src/reconcile";
import { Acme } from "../support/acme";
import { REFUSING_ADDRESS } from "../support/refusing-address";
import { configurationFor, inProcessTerraform } from "./in-process";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const COUNT = 50;

/** Projects, each with a membership of one workspace. */
function bigStack(): Readonly<Record<string, Block>> {
  return Object.fromEntries(
    Array.from({ length: COUNT }, (_, index): [string, Block][] => [
      [`tfprojects_project.p${index}`, { name: `Project ${index}` }],
      [
        `tfprojects_workspace_membership.m${index}`,
        { project_id: reference(`tfprojects_project.p${index}`, "id"), workspace_names: [`workspace-${index}`] },
      ],
    ]).flat(),
  );
}

describe("what would fail every resource is one error, of the provider", () => {
  const mistakes: readonly [string, object, RegExp, string][] = [
    [
      "an organization that does not exist",
      { organization: "acmee" },
      /"acmee" does not exist at http:.*from the provider's `organization`/s,
      "organization",
    ],
    ["a token that the service rejects", { token: "wr0ng-t0ken" }, /rejected the token/, ""],
  ];

  test.each(mistakes)("%s, before anything is in the state and afterwards", async (_, mistake, detail, attribute) => {
    acme.addWorkspaces(COUNT);
    const code = configurationFor(acme, bigStack());
    const wrong = { ...code, provider: { ...code.provider, ...mistake } };
    const terraform = inProcessTerraform();
    const created = await terraform.plan(wrong);
    expect(await terraform.apply(code)).toMatchObject({ ok: true });
    const before = acme.world;

    for (const { ok, diagnostics } of [created, await terraform.plan(wrong), await terraform.destroy(wrong)]) {
      expect(ok).toBe(false);
      expect(diagnostics).toEqual([
        {
          severity: "error",
          summary: expect.stringMatching(/^Cannot read the organization "acmee?"$/),
          detail: expect.stringMatching(detail),
          address: undefined,
          attribute,
        },
      ]);
      expect(JSON.stringify(diagnostics)).not.toContain("wr0ng-t0ken");
    }
    expect(acme.world).toEqual(before);
  });
});

test("a service that cannot be reached is one error, too", async () => {
  const code = configurationFor(acme, bigStack());
  const { diagnostics } = await inProcessTerraform().plan({
    ...code,
    provider: { ...code.provider, address: REFUSING_ADDRESS },
  });
  expect(diagnostics).toMatchObject([{ address: undefined, detail: expect.stringContaining("ECONNREFUSED") }]);
});

describe("an organization that all resources lack is explained once", () => {
  const SHORT = { severity: "error", detail: "" };

  test("if none is configured", async () => {
    const { provider, resources } = configurationFor(acme, bigStack());
    const { ok, diagnostics } = await inProcessTerraform().plan({
      provider: { ...provider, organization: null },
      resources,
    });
    expect(ok).toBe(false);
    const [explained, ...others] = diagnostics;
    expect(explained).toMatchObject({
      severity: "error",
      summary: "No organization configured",
      detail: expect.stringContaining("on the provider or on each resource, or set the TFE_ORGANIZATION") as string,
      attribute: "organization",
    });
    expect(others).toHaveLength(COUNT - 1);
    for (const other of others) {
      expect(other).toMatchObject({ ...SHORT, summary: "No organization configured: see the other error" });
    }
  });

  test("if each of them sets one that does not exist, and for each such organization", async () => {
    const wrong = Object.entries(bigStack()).map(([address, block], index): [string, Block] => [
      address,
      { ...block, organization: index % 4 < 2 ? "acmee" : "ACMEEE" },
    ]);
    const { diagnostics } = await inProcessTerraform().plan(configurationFor(acme, Object.fromEntries(wrong)));
    const [short, explained] = [true, false].map((isShort) =>
      diagnostics.filter(({ detail }) => (detail === "") === isShort),
    );
    expect(explained!.map(({ detail }) => /"acmee+"/i.exec(detail)?.[0]).sort()).toEqual(['"ACMEEE"', '"acmee"']);
    expect(short).toHaveLength(COUNT - 2);
    expect(new Set(short!.map(({ summary }) => summary))).toEqual(
      new Set(["acmee", "ACMEEE"].map((name) => `Cannot read the organization "${name}": see the other error`)),
    );
  });

  test("if it is gone, with one error, when nothing changes otherwise", async () => {
    acme.addWorkspaces(COUNT);
    const { provider, resources } = configurationFor(
      acme,
      Object.fromEntries(
        Object.entries(bigStack()).map(([address, block]) => [address, { ...block, organization: "acme" }]),
      ),
    );
    const terraform = inProcessTerraform();
    const code = { provider: { ...provider, organization: null }, resources };
    expect(await terraform.apply(code)).toMatchObject({ ok: true });
    acme.emulator.faults.add({ path: /^\/api\/v2\//, status: 404, times: Infinity });
    const { ok, diagnostics, actions } = await terraform.plan(code);
    expect(ok).toBe(false);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.detail).toMatch(/"acme" (does not exist at|cannot be read either)/);
    expect(Object.values(actions).filter((action) => action !== "no-op")).toEqual([]);
  });

  test("by a resource, because errors of a data source can be no more than warnings", async () => {
    const { provider } = configurationFor(acme, {});
    const { diagnostics } = await inProcessTerraform().plan({
      provider: { ...provider, organization: null },
      resources: {
        "data.tfprojects_projects.all": {},
        "data.tfprojects_project.it": { default: true },
        "tfprojects_project.a": { name: "Alpha", depends_on: ["data.tfprojects_projects.all"] },
      },
    });
    expect(diagnostics.map(({ detail }) => detail.includes("TFE_ORGANIZATION"))).toEqual([true, true]);
  });

  test("among other errors, which are all reported", async () => {
    const { provider } = configurationFor(acme, {});
    const taken = { name: "Default Project", organization: "acme" };
    const { diagnostics } = await inProcessTerraform().plan({
      provider: { ...provider, organization: null },
      resources: {
        "tfprojects_project.a": { name: "Alpha" },
        "tfprojects_project.b": { name: "Beta" },
        "tfprojects_project.c": taken,
        "tfprojects_project.d": { ...taken, name: "Delta" },
      },
    });
    const summaries = diagnostics.map(({ summary }) => summary).sort();
    expect(summaries).toEqual([
      "No organization configured",
      "No organization configured: see the other error",
      expect.stringMatching(/^Project "Default Project" \(prj-.*\) already exists$/),
    ]);
  });

  test("if none is configured any more when a plan is applied", async () => {
    const { provider, resources } = configurationFor(acme, {
      "tfprojects_project.a": { name: "Alpha" },
      "tfprojects_project.b": { name: "Beta" },
    });
    const configuration = { provider: { ...provider, organization: null }, resources };
    const terraform = inProcessTerraform();
    process.env["TFE_ORGANIZATION"] = "acme";
    const plan = await terraform.plan(configuration).finally(() => delete process.env["TFE_ORGANIZATION"]);
    expect(plan.ok).toBe(true);
    const { ok, diagnostics } = await terraform.apply(plan);
    expect(ok).toBe(false);
    expect(diagnostics.map(({ address }) => address).sort()).toEqual(Object.keys(resources));
    for (const { summary } of diagnostics) expect(summary).toMatch(/^No organization configured/);
  });
});

test("the organization is read once, whether its resources need it or not", async () => {
  acme.addWorkspaces(COUNT);
  const reads = (): number => acme.takeRequests().filter((it) => it === "GET /api/v2/organizations/acme").length;
  await inProcessTerraform().plan(configurationFor(acme, { "tfprojects_project.it": { name: "Platform" } }));
  expect(reads()).toBe(1);
  const inDefault = { project_id: acme.defaultProjectId, workspace_names: ["workspace-0"], exclusive: true };
  await inProcessTerraform().plan(configurationFor(acme, { "tfprojects_workspace_membership.it": inDefault }));
  expect(reads()).toBe(1);
});

test("a token that cannot read the organization can change what it sees, and creates nothing", async () => {
  const terraform = inProcessTerraform();
  const platform = (description: string) => ({ "tfprojects_project.it": { name: "Platform", description } });
  await terraform.apply(configurationFor(acme, platform("before")));
  acme.emulator.faults.add({ path: /organizations\/acme$/, status: 403, times: Infinity });
  expect(await terraform.apply(configurationFor(acme, platform("after")))).toMatchObject({ ok: true });
  expect(acme.project("Platform")).toMatchObject({ description: "after" });

  const both = { ...platform("after"), "tfprojects_project.other": { name: "Other" } };
  const { ok, diagnostics } = await terraform.apply(configurationFor(acme, both));
  expect({ ok, details: diagnostics.map(({ detail }) => detail) }).toEqual({
    ok: false,
    details: [expect.stringMatching(/"Other" was not found, and the organization "acme" cannot be read either/)],
  });
});

describe("workspaces that do not exist", () => {
  test("are one error of their membership, with the nearest names of others", async () => {
    for (const name of ["net-prod", "net-test", "web"]) acme.addWorkspace(name);
    const workspace_names = ["net-prd", "Net-tst", "web", "elsewhere"];
    const { diagnostics } = await inProcessTerraform().plan(
      configurationFor(acme, {
        "tfprojects_workspace_membership.it": { project_id: acme.defaultProjectId, workspace_names },
      }),
    );
    expect(diagnostics).toMatchObject([{ summary: "Workspace not found", attribute: "workspace_names" }]);
    expect(diagnostics[0]!.detail).toContain(
      'The organization "acme" has no workspaces elsewhere, net-prd (did you mean net-prod?), ' +
        "Net-tst (did you mean net-test?), or the token is not authorized to read them.",
    );
  });
});

test("a lost response that takes long to verify is logged, with what is verified and until when", async () => {
  const stop = new AbortController();
  let warn: (logged: readonly unknown[]) => void = () => undefined;
  const logged = new Promise<readonly unknown[]>((resolve) => (warn = resolve));
  const context = { signal: stop.signal, logger: { warn: (...entry: unknown[]) => warn(entry) } };
  const { provider } = configurationFor(acme, {});
  const unset = Object.fromEntries(Object.keys(tfprojectsProvider.schema.attributes).map((name) => [name, null]));
  const data = await tfprojectsProvider.configure({ ...unset, ...provider } as never, context as never);
  acme.emulator.faults.add({ method: "POST", drop: "after" });
  acme.emulator.faults.add({ path: "filter[names]", skip: 1, status: 500, times: Infinity });
  const creating = ensureProject(data.organization("acme"), { ...UNSET_SETTINGS, name: "Platform" });
  expect(await Promise.race([logged, creating])).toEqual([
    'The response to a change was lost: verifying whether project "Platform" was created in the organization "acme"',
    { until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
  // As Terraform does on Ctrl-C.
  stop.abort();
  await expect(creating).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
});
