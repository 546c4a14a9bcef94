import { Client } from "../../src/api";
import { Diagnostics } from "../../src/plugin";
import { JsonLogger } from "../../src/plugin/logger";
import { InProcessTerraform, reference, type Configuration } from "../in-process-terraform";
import { membershipResource } from "../../src/provider/membership/resource";
import type { MembershipPlan } from "../../src/model";
import { projectResource } from "../../src/provider/project-resource";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import { Acme } from "../support/acme";
import { Gate } from "../support/gate";
import { FIRST_PLAN, OPTIONAL, UNKNOWN_COMPUTED } from "../support/handler-requests";

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
    ["planned at the same time", 10, "forwards", 2],
    ["planned one after the other, memberships first", 1, "backwards", 3],
    // The provider does not know of the memberships yet, and must answer before Terraform plans them.
    ["planned one after the other, projects first", 1, "forwards", 4],
  ] as const)(
    "are deleted if they are %s (parallelism %i, %s), with %i warnings",
    async (_, parallelism, order, count) => {
      const ids = acme.addWorkspaces(4);
      const it = terraform(parallelism, order);
      expect(await it.apply(code({ a: ids.slice(0, 2), b: ids.slice(2) }))).toMatchObject({ ok: true });
      const deleted = await it.apply({ resources: {} });
      expect(deleted.ok).toBe(true);
      expect(warnings(deleted)).toHaveLength(count);
      const certain = deleted.diagnostics.filter(({ summary }) => summary.includes("is deleted, and"));
      expect(certain).toHaveLength(2);
      for (const [name, workspaces] of [
        ["a", "workspace-0, workspace-1"],
        ["b", "workspace-2, workspace-3"],
      ] as const) {
        const summary = `Project "Project ${name}" is deleted, and 2 workspaces move to the default project`;
        expect(certain.find((it) => it.summary === summary)?.detail).toMatch(
          new RegExp(
            `^Project "Project ${name}" \\(prj-\\w+\\) will be deleted, and with it its team access, .* 2 workspaces ` +
              `\\(${workspaces}\\) move to the default project because they are no longer in a membership\\.`,
          ),
        );
      }
      expect(Object.keys(acme.world)).toEqual(["Default Project"]);
    },
  );

  test("planned at the same time: a warning names the workspace that no membership moves", async () => {
    const ids = acme.addWorkspaces(2);
    const it = terraform(10, "forwards");
    expect(await it.apply(code({ a: ids }))).toMatchObject({ ok: true });
    acme.addWorkspace("stranger", acme.project("Project a")!.id);
    const plan = await it.plan({ resources: {} });
    expect(warnings(plan)).toEqual([
      expect.stringMatching(/moves 1 workspace \(stranger\) out/),
      expect.stringMatching(/2 workspaces \(workspace-0, workspace-1\) move to the default project/),
    ]);
  });

  test.each(["forwards", "backwards"] as const)(
    "are deleted without a warning by terraform destroy, %s",
    async (order) => {
      const ids = acme.addWorkspaces(4);
      const it = terraform(1, order);
      const both = code({ a: ids.slice(0, 2), b: ids.slice(2) });
      expect(await it.apply(both)).toMatchObject({ ok: true });
      expect(await it.destroy(both)).toMatchObject({ ok: true, diagnostics: [] });
      expect(Object.keys(acme.world)).toEqual(["Default Project"]);
    },
  );

  test.each([
    ["with a refresh", true],
    ["without one, if the plan has anything else", false],
  ])("are in a warning %s", async (_, refresh) => {
    const ids = acme.addWorkspaces(4);
    const it = terraform(1, "backwards");
    expect(await it.apply(code({ a: ids.slice(0, 2), b: ids.slice(2) }))).toMatchObject({ ok: true });
    const plan = await it.plan(code({ b: ids.slice(2) }), { refresh });
    // The project that its workspaces leave is known to be deleted only afterwards.
    expect(plan.diagnostics.map(({ summary }) => summary)).toEqual([
      "Workspaces leave a membership",
      'Project "Project a" is deleted, and 2 workspaces move to the default project',
    ]);
  });

  test("are in a warning with the workspaces that deletion_policy = evacuate moves, and without those that stay managed", async () => {
    const [one, two] = acme.addWorkspaces(2);
    const it = terraform(1, "backwards");
    const projects = code({ a: [one!], b: [two!] });
    const evacuating = { name: "Project a", deletion_policy: "evacuate" };
    const resources = { ...projects.resources, "tfprojects_project.a": evacuating };
    expect(await it.apply({ resources })).toMatchObject({ ok: true });
    acme.addWorkspace("stranger", acme.project("Project a")!.id);
    const removed = await it.apply(code({ b: [one!, two!] }));
    expect(removed.ok).toBe(true);
    expect(warnings(removed)).toContainEqual(
      expect.stringMatching(/1 workspace \(stranger\) moves to the default project because its project is deleted/),
    );
    expect(acme.world).toEqual({ "Default Project": ["stranger"], "Project b": ["workspace-0", "workspace-1"] });
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
        ...OPTIONAL,
        matched_workspaces: null,
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
        matched_workspaces: null,
        organization: null,
      };
      const planned: MembershipPlan = { ...config, ...UNKNOWN_COMPUTED };
      const changing = membershipResource.plan!({ config, prior: before, planned, ...FIRST_PLAN }, context());
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
      const deletion = projectResource.planDelete!(
        { ...project, ...unset, ...stored },
        { ...deleting, storedPrivateState: undefined },
      );
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

describe("a project that is evacuated, and that others put a workspace into after the plan", () => {
  const HOSTS = [[true], [false]] as const;
  const inCode = (name: string): Configuration => ({
    resources: { "tfprojects_project.a": { name, organization: "acme", deletion_policy: "evacuate" } },
  });

  test.each(HOSTS)("stays with all of its workspaces, and the error names the new one (%p)", async (stores) => {
    const provider = () => ({ ...tfprojectsProvider, configure: () => new ProviderData(acme.client, "acme") });
    const it = new InProcessTerraform(provider, { storesPlannedPrivate: stores });
    await it.apply(inCode("Old"));
    const { id } = acme.project("Old")!;
    acme.addWorkspace("api", id);
    const plan = await it.plan({ resources: {} });
    acme.addWorkspace("late", id);
    const { ok, diagnostics } = await it.apply(plan);
    expect(ok).toBe(false);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      {
        summary: 'Cannot delete project "Old"',
        detail: expect.stringMatching(
          /still contains 1 workspace: late\.[^]*They entered it after the plan was made, which moves only those/,
        ),
      },
    ]);
    expect(acme.world).toEqual({ "Default Project": [], Old: ["api", "late"] });
    expect(await it.apply({ resources: {} })).toMatchObject({ ok: true });
    expect(acme.world).toEqual({ "Default Project": ["api", "late"] });
  });
});
