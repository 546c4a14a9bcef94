import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Conformance, type ConformanceOptions, type Report } from "../../src/conformance/conformance";
import { Emulator, type EmulatorOptions } from "../../src/emulator";
import { HttpClient, resource } from "../emulator/http-client";

/** How the runs of the workspace `network` have ended. */
type Ending = "finished" | "canceled" | "discarded" | "errored" | "advisory";

/**
 * An organization with a workspace whose runs have ended in every way, and one of everything else that checks read; and
 * a home of its own.
 */
export class ConformanceFixture {
  readonly home = mkdtempSync(join(tmpdir(), "tfprojects-conformance-"));
  /** The IDs of the runs, by how they have ended. */
  readonly runs: Readonly<Record<Ending, string>>;
  /** The ID of the project that has the variable set, the policy set and the team: not the default project. */
  readonly relatedProjectId: string;
  private readonly readerToken: string;

  private constructor(readonly emulator: Emulator) {
    emulator.projects.create({ organization: "acme", name: "Platform" });
    this.relatedProjectId = emulator.projects.create({ organization: "acme", name: "Checkout" }).id;
    const { id } = emulator.workspaces.create({ organization: "acme", name: "network" });
    this.runs = {
      finished: this.#start(id, "finished"),
      canceled: this.#start(id, "canceled"),
      discarded: this.#start(id, "discarded"),
      errored: this.#start(id, "errored"),
      advisory: this.#start(id, "advisory"),
    };
    this.readerToken = emulator.tokens.create({ organization: "acme", role: "read-only" });
    this.#relate(this.relatedProjectId);
  }

  static async start(options: EmulatorOptions = {}): Promise<ConformanceFixture> {
    const fixture = new ConformanceFixture(await Emulator.start({ rateLimit: 100_000, ...options }));
    await fixture.#relateOverHttp(fixture.relatedProjectId);
    fixture.emulator.requests.clear();
    return fixture;
  }

  async stop(): Promise<void> {
    rmSync(this.home, { recursive: true });
    await this.emulator.stop();
  }

  /** Options of a run that checks everything. */
  options({ address = this.emulator.address, ...others }: Partial<ConformanceOptions> & { address?: string } = {}) {
    const env = { HOME: this.home, TFE_ADDRESS: address, TFE_TOKEN: this.emulator.token };
    const reader = { TFE_TOKEN_READER: this.readerToken };
    const all = { organization: "acme", writes: true, runId: this.runs.advisory, workspaceName: "network" };
    return { ...all, ...others, env: { ...env, ...reader, ...others.env } };
  }

  async check(options: Parameters<this["options"]>[0] = {}): Promise<Report> {
    return (await Conformance.open(this.options(options))).run();
  }

  get defaultProjectId(): string {
    return this.emulator.state().organizations[0]?.defaultProjectId ?? "";
  }

  /** Names of projects → names of the workspaces in each. */
  get world(): Readonly<Record<string, readonly string[]>> {
    const [acme] = this.emulator.state().organizations;
    return Object.fromEntries(
      (acme?.projects ?? []).map(({ name, workspaces }) => [name, workspaces.map((it) => it.name)]),
    );
  }

  /** The names of the agent pools and variable sets. */
  async poolsAndSets(): Promise<readonly unknown[]> {
    const http = new HttpClient(this.emulator);
    const lists = await Promise.all(["agent-pools", "varsets"].map((it) => http.get(`/organizations/acme/${it}`)));
    return lists.flatMap(({ names }) => names);
  }

  #relate(projectId: string): void {
    const organization = "acme";
    const { id } = this.emulator.variableSets.create({ organization, name: "shared", projectIds: [projectId] });
    const variable = { key: "TFC_AWS_PROVIDER_AUTH", value: "true", category: "env" } as const;
    this.emulator.variables.create({ ...variable, variableSetId: id });
    this.emulator.agentPools.create({ organization, name: "private", organizationScoped: false });
    this.emulator.oauthClients.create({ organization, name: "repositories" });
    const network = this.emulator.workspaces.find(organization, "network")?.id ?? "";
    this.emulator.variables.create({ ...variable, workspaceId: network });
    this.emulator.workspaces.update(network, { tags: { env: "prod" } });
    this.emulator.policySets.create({ organization, name: "cis", projectIds: [projectId] });
    const team = this.emulator.teams.create({ organization, name: "platform" });
    this.emulator.teams.grant({ teamId: team.id, projectId, access: "maintain" });
  }

  /** What the control of the emulator cannot create. */
  async #relateOverHttp(projectId: string): Promise<void> {
    const http = new HttpClient(this.emulator);
    const { id } = this.emulator.runTasks.create({ organization: "acme", name: "audit" });
    for (const [path, document] of [
      [
        "/organizations/acme/policy-sets",
        resource("policy-sets", {
          name: "tagged",
          "tag-selectors": [{ "tag-key": "env", "tag-value": "prod", "is-exclude": false }],
          "tag-selector-matching-logic": "all",
        }),
      ],
      [
        "/organizations/acme/task-configs",
        resource(
          "task-configs",
          { global: true, "enforcement-level": "advisory", "allowed-stages": ["post_plan"] },
          {
            owner: { data: { type: "organizations", id: "acme" } },
            task: { data: { type: "tasks", id } },
          },
        ),
      ],
      [
        `/projects/${projectId}/notification-configurations`,
        resource("notification-configurations", { name: "mail", "destination-type": "email", enabled: true }),
      ],
    ] as const) {
      const { status } = await http.post(path, document);
      if (status !== 201) throw new Error(`${path}: ${status}`);
    }
  }

  #start(workspaceId: string, ending: Ending): string {
    const { runs } = this.emulator;
    const enforcementLevel = ending === "advisory" ? "advisory" : "mandatory";
    const stageOfTask = ending === "finished" ? "post_apply" : "post_plan";
    const tasks = [{ name: "scan", stage: stageOfTask, enforcementLevel }] as const;
    const run = runs.start({ workspaceId, tasks, autoApply: false });
    const [stage] = this.emulator.state().runs.find(({ id }) => id === run.id)?.taskStages ?? [];
    const [result] = stage?.taskResults ?? [];
    if (ending === "canceled") runs.cancel(run.id);
    else if (ending === "finished") runs.setStatus(run.id, "planned_and_finished");
    else runs.reportResult(result?.id ?? "", { status: ending === "discarded" ? "passed" : "failed" });
    if (ending === "discarded") runs.setStatus(run.id, "discarded");
    return run.id;
  }
}

/** The agent pools and variable sets that are there before a run. */
export const POOLS_AND_SETS = ["private", "shared"];

/** What a run leaves in the world that had nothing before. */
export const UNCHANGED = { Checkout: [], "Default Project": ["network"], Platform: [] };
