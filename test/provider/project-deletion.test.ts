import { Client } from "../../src/api";
import { Diagnostics, UNKNOWN } from "../../src/plugin";
import { JsonLogger } from "../../src/plugin/logger";
import { InProcessTerraform, reference, type Configuration } from "../../src/plugin/testing";
import { membershipResource } from "../../src/provider/membership-resource";
import type { MembershipPlan } from "../../src/model";
import { projectResource } from "../../src/provider/project-resource";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import { Acme } from "../support/acme";
import { Gate } from "../support/gate";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** Terraform that walks in the order of the configuration, or in reverse. */
function terraform(parallelism: number, order: "forwards" | "backwards"): InProcessTerraform {
  const provider = () => ({ ...tfprojectsProvider, configure: () => new ProviderData(acme.client, "acme") });
  return new InProcessTerraform(provider, { parallelism, choose: (count) => (order === "forwards" ? 0 : count - 1) });
}

/** Projects and their memberships, the projects first. */
function code(projects: Readonly<Record<string, readonly string[]>>): Configuration {
  const names = Object.entries(projects);
  return {
    resources: {
      ...Object.fromEntries(names.map(([name]) => [`tfprojects_project.${name}`, { name: `Project ${name}` }])),
      ...Object.fromEntries(
        names.map(([name, ids]) => [
          `tfprojects_workspace_membership.${name}`,
          { project_id: reference(`tfprojects_project.${name}`, "id"), workspace_ids: ids },
        ]),
      ),
    },
  };
}

const warnings = ({ diagnostics }: { diagnostics: readonly { detail: string }[] }) =>
  diagnostics.map(({ detail }) => detail);

describe("projects that are removed from the configuration together with their memberships", () => {
  test.each([
    ["planned at the same time", 10, "forwards", 0],
    ["planned one after the other, memberships first", 1, "backwards", 0],
    // The provider does not know of the memberships yet, and must answer before Terraform plans them.
    ["planned one after the other, projects first", 1, "forwards", 2],
  ] as const)(
    "are deleted if they are %s (parallelism %i, %s), with %i warnings",
    async (_, parallelism, order, count) => {
      const ids = acme.addWorkspaces(4);
      const it = terraform(parallelism, order);
      expect(await it.apply(code({ a: ids.slice(0, 2), b: ids.slice(2) }))).toMatchObject({ ok: true });
      const deleted = await it.apply({ resources: {} });
      expect(deleted.ok).toBe(true);
      expect(warnings(deleted)).toHaveLength(count);
      if (count > 0) expect(warnings(deleted).join()).toMatch(/workspace-0, workspace-1.*workspace-2, workspace-3/s);
      expect(Object.keys(acme.world)).toEqual(["Default Project"]);
    },
  );

  test("planned at the same time: a warning names the workspace that no membership moves", async () => {
    const ids = acme.addWorkspaces(2);
    const it = terraform(10, "forwards");
    expect(await it.apply(code({ a: ids }))).toMatchObject({ ok: true });
    acme.addWorkspace("stranger", acme.project("Project a")!.id);
    const plan = await it.plan({ resources: {} });
    expect(warnings(plan)).toEqual([expect.stringMatching(/moves 1 workspace \(stranger\) out/)]);
  });

  test("are rejected if a membership stays, when they are planned at the same time", async () => {
    const ids = acme.addWorkspaces(2);
    const it = terraform(10, "forwards");
    expect(await it.apply(code({ a: ids }))).toMatchObject({ ok: true });
    const membership = { project_id: acme.project("Project a")!.id, workspace_ids: ids };
    const plan = await it.plan({ resources: { "tfprojects_workspace_membership.a": membership } });
    expect(plan.ok).toBe(false);
  });
});

describe("the plan of a project's deletion while the plan of a membership is in progress", () => {
  /** The deletion has read everything before the membership has. */
  async function plannedTogether(destination: "b" | "a") {
    const projects = { a: acme.addProject("Project a"), b: acme.addProject("Project b") };
    const id = acme.addWorkspace("workspace", projects.a);
    const gate = await Gate.start(acme.emulator.address);
    try {
      let open = (): void => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      gate.keeper = {
        before: ({ path }) => (path.includes(`/workspaces/${id}`) ? opened : undefined),
        after: ({ path }) => (path.includes("/acme/workspaces?") ? open() : undefined),
      };
      const client = new Client({ address: gate.address, token: acme.emulator.token, env: {} });
      const provider = new ProviderData(client, "acme");
      const context = () => ({
        provider,
        diagnostics: new Diagnostics(),
        signal: new AbortController().signal,
        logger: new JsonLogger({ module: "test", write: () => undefined, level: "off" }),
      });
      const before = {
        id: projects.a,
        project_id: projects.a,
        workspace_ids: [id],
        workspace_names: ["workspace"],
        exclusive: false,
        on_destroy: "default-project",
        organization: "acme",
      };
      const config = {
        ...before,
        id: null,
        project_id: projects[destination],
        workspace_names: null,
        organization: null,
      };
      const planned: MembershipPlan = { ...config, id: UNKNOWN, workspace_names: UNKNOWN, organization: UNKNOWN };
      const changing = membershipResource.plan!(
        { config, prior: before, replaces: null, privateState: undefined, storesPlannedPrivate: false, planned },
        context(),
      );
      const deleting = context();
      const project = { id: projects.a, name: "Project a", description: null };
      const unset = {
        auto_destroy_activity_duration: null,
        default_execution_mode: null,
        default_agent_pool_id: null,
        tags: null,
        ignore_additional_tags: null,
      };
      const stored = { organization: "acme", deletion_policy: "refuse", adopt_existing: null, previous_names: null };
      const deletion = projectResource.planDelete!({ ...project, ...unset, ...stored }, deleting);
      const [change, note] = await Promise.allSettled([changing, deletion]);
      return { id, change, note, warnings: deleting.diagnostics.entries.map(({ detail }) => detail) };
    } finally {
      await gate.stop();
    }
  }

  test("knows the workspaces that the membership moves elsewhere, which is then updated in place", async () => {
    const { id, change, note, warnings } = await plannedTogether("b");
    expect(warnings).toEqual([]);
    expect(note).toEqual({ status: "fulfilled", value: [id] });
    expect(change).toMatchObject({ status: "fulfilled", value: { requiresReplace: ["organization"] } });
  });

  test("is rejected for the workspaces that the membership keeps", async () => {
    expect((await plannedTogether("a")).note).toMatchObject({ status: "rejected" });
  });
});
