import { InProcessTerraform, reference, type Block, type Configuration } from "../../in-process-terraform";
import { tfprojectsProvider } from "../../../src/provider/provider";
import { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";

let acme: Acme;
beforeEach(async () => {
  acme = await Acme.start();
  for (const name of ["api", "web"]) acme.addWorkspace(name);
});
afterEach(() => acme.stop());

const ORDERS = ["forwards", "backwards"] as const;

/** Terraform that plans and applies one resource after the other. */
function terraform(order: (typeof ORDERS)[number]): InProcessTerraform {
  const choose = (count: number): number => (order === "forwards" ? 0 : count - 1);
  return new InProcessTerraform(() => tfprojectsProvider, { parallelism: 1, choose });
}

/** Two memberships of the project, the first of which is exclusive. */
function code(projectId: Block, more: Record<string, Block> = {}, exclusive = true): Configuration {
  return configurationFor(acme, {
    ...more,
    "tfprojects_workspace_membership.one": { project_id: projectId, workspace_names: ["api"], exclusive },
    "tfprojects_workspace_membership.two": { project_id: projectId, workspace_names: ["web"], organization: "ACME" },
  });
}

const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";

describe("an exclusive membership and another one of the same project", () => {
  test.each(ORDERS)(
    "are refused at plan by the one that is planned second, which names the other, %s",
    async (order) => {
      const projectId = acme.addProject("Platform");
      const { ok, diagnostics } = await terraform(order).plan(code(projectId as never));
      const [address, attribute, other] =
        order === "forwards" ? ["two", "project_id", "api"] : ["one", "exclusive", "web"];
      expect(ok).toBe(false);
      expect(diagnostics.filter(isError)).toMatchObject([
        {
          address: `tfprojects_workspace_membership.${address}`,
          attribute,
          summary: "Exclusive membership shares its project",
          detail: expect.stringContaining(
            "An exclusive membership must be the only one of its project, " +
              `but another membership (of ${other}) has the same project.`,
          ),
        },
      ]);
    },
  );

  test.each(ORDERS)("are refused if both have been in the state before, %s", async (order) => {
    const it = terraform(order);
    const projectId = acme.addProject("Platform") as never;
    expect(await it.apply(code(projectId, {}, false))).toMatchObject({ ok: true });
    await expectNoChanges(it, code(projectId, {}, false));
    expect(await it.apply(code(projectId))).toMatchObject({ ok: false });
    expect(acme.world["Platform"]).toEqual(["api", "web"]);
  });

  test.each(ORDERS)("are refused at apply if the project is created with them, and then at plan, %s", async (order) => {
    const it = terraform(order);
    const project = { "tfprojects_project.it": { name: "Platform" } };
    const both = code(reference("tfprojects_project.it", "id") as never, project);
    expect(await it.plan(both)).toMatchObject({ ok: true });
    const applied = await it.apply(both);
    expect(applied.ok).toBe(false);
    expect(applied.diagnostics.filter(isError).map(({ summary }) => summary)).toEqual([
      "Exclusive membership shares its project",
    ]);
    const moved = acme.world["Platform"];
    expect(moved).toHaveLength(1);
    // It does not go back and forth with each apply.
    expect(await it.apply(both)).toMatchObject({ ok: false });
    expect(acme.world["Platform"]).toEqual(moved);
  });
});

test.each(ORDERS)("an exclusive membership can leave a project to another one in the same apply, %s", async (order) => {
  const [one, two] = ["Platform", "Search"].map((name) => acme.addProject(name));
  const it = terraform(order);
  const membership = (projectId: string, name: string, exclusive: boolean) =>
    ({ project_id: projectId, workspace_names: [name], exclusive }) as const;
  const before = { "tfprojects_workspace_membership.one": membership(one!, "api", true) };
  expect(await it.apply(configurationFor(acme, before))).toMatchObject({ ok: true });
  const after = {
    "tfprojects_workspace_membership.one": membership(two!, "api", true),
    "tfprojects_workspace_membership.two": membership(one!, "web", false),
  };
  expect(await it.apply(configurationFor(acme, after))).toMatchObject({ ok: true });
  expect(acme.world).toMatchObject({ Platform: ["web"], Search: ["api"] });
});
