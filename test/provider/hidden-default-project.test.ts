import { reference, type Block, type Configuration } from "../in-process-terraform";
import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";

/** What a token does that may move workspaces in the project that it sees, and does not see the default project. */

let acme: Acme;
let token: string;
beforeEach(async () => {
  acme = await Acme.start();
  token = acme.emulator.tokens.create({ organization: "acme", role: "owner" });
});
afterEach(() => acme.stop());

const PROJECT = "tfprojects_project.it";
const MEMBERSHIP = "tfprojects_workspace_membership.it";
const NO_WAY = "would move to the default project, which the token is not authorized to see.";

/** Code with the project Platform, and a membership of it. */
function code(membership: Block, project: Block = {}): Configuration {
  return configurationFor(
    acme,
    {
      [PROJECT]: { name: "Platform", ...project },
      [MEMBERSHIP]: { project_id: reference(PROJECT, "id"), ...membership },
    },
    token,
  );
}

/** Terraform that has applied the code with all rights. From then on the token does not see the default project. */
async function deployed(before: Configuration) {
  for (const name of ["api", "web"]) acme.addWorkspace(name);
  const source = acme.addProject("Source");
  acme.addWorkspace("new", source);
  const terraform = inProcessTerraform();
  expect(await terraform.apply(before)).toMatchObject({ ok: true });
  const abilities = ["read", "update", "destroy", "move-workspaces"] as const;
  const seen = { [acme.project("Platform")!.id]: abilities, [source]: abilities };
  acme.emulator.tokens.update({ token, organization: "acme", role: "team", projects: seen });
  return terraform;
}

const LISTED = { workspace_names: ["api", "web"] };

const CASES: readonly [string, { before: Block; project?: Block; after: () => Configuration }][] = [
  ["a workspace that leaves a list", { before: LISTED, after: () => code({ workspace_names: ["api", "new"] }) }],
  [
    "workspaces that an exclusive membership evicts",
    { before: LISTED, after: () => code({ workspace_names: ["new"], exclusive: true }) },
  ],
  [
    "the workspaces of a membership that leaves the code",
    { before: LISTED, after: () => configurationFor(acme, { [PROJECT]: { name: "Platform" } }, token) },
  ],
  [
    "those of a project that is evacuated",
    {
      before: { ...LISTED, on_destroy: "retain" },
      project: { deletion_policy: "evacuate" },
      after: () => configurationFor(acme, {}, token),
    },
  ],
];

test.each(CASES)(
  "%s: the plan warns, and the apply fails before it moves one",
  async (_, { before, project, after }) => {
    const terraform = await deployed(code(before, project));
    const world = acme.world;

    const plan = await terraform.plan(after());
    expect(plan.ok).toBe(true);
    const warnings = plan.diagnostics.filter(({ detail }) => detail.includes(NO_WAY));
    expect(warnings.map(({ severity }) => severity)).toContain("warning");

    const applied = await terraform.apply(plan);
    expect(applied.ok).toBe(false);
    const errors = applied.diagnostics.filter(({ severity }) => severity === "error");
    for (const { detail } of errors) expect(detail).toContain(NO_WAY);
    expect(errors.length).toBeGreaterThan(0);
    expect(acme.world).toEqual(world);
  },
);

test("a workspace that moves between memberships needs no default project", async () => {
  const terraform = await deployed(code(LISTED));
  const other = "tfprojects_workspace_membership.other";
  const { resources, ...more } = code({ workspace_names: ["api"] });
  const after = {
    ...more,
    resources: { ...resources, [other]: { project_id: acme.project("Source")!.id, workspace_names: ["web", "new"] } },
  };
  const { ok, diagnostics } = await terraform.apply(after);
  expect({ ok, errors: diagnostics.filter(({ detail }) => detail.includes(NO_WAY)) }).toEqual({ ok: true, errors: [] });
  expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"], Source: ["new", "web"] });
});
