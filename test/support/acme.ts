import { Client, type ClientOptions } from "../../src/api";
import { Emulator, type EmulatorOptions } from "../../src/emulator";
import { OrganizationView } from "../../src/reconcile";

/** The organization `acme` on an emulator of its own, and what a test looks at it with. */
export class Acme {
  readonly client: Client;

  private constructor(readonly emulator: Emulator) {
    this.client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  }

  static async start(options: EmulatorOptions = {}): Promise<Acme> {
    return new Acme(await Emulator.start(options));
  }

  async stop(): Promise<void> {
    await this.emulator.stop();
  }

  /** What a program finds in its environment that uses it. */
  get environment(): Readonly<Record<string, string>> {
    const { address, token } = this.emulator;
    return { TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" };
  }

  /** A view as a new process has it. */
  view(): OrganizationView {
    return new OrganizationView(this.client, "acme");
  }

  /** A view as a process has it that tries failed requests again at once. */
  impatientView(options: ClientOptions = {}): OrganizationView {
    const { address, token } = this.emulator;
    const retryPolicy = { initialDelayMs: 1, maxDelayMs: 1 };
    return new OrganizationView(new Client({ address, token, env: {}, retryPolicy, ...options }), "acme");
  }

  /** A view as a process with another token has it. */
  viewWith(token: string): OrganizationView {
    return new OrganizationView(new Client({ address: this.emulator.address, token, env: {} }), "acme");
  }

  addProject(name: string, attributes: { description?: string; autoDestroyActivityDuration?: string } = {}): string {
    return this.emulator.projects.create({ organization: "acme", name, ...attributes }).id;
  }

  addProjects(count: number): string[] {
    return Array.from({ length: count }, (_, index) => this.addProject(`Project ${index}`));
  }

  addWorkspace(name: string, projectId?: string): string {
    return this.emulator.workspaces.create({ organization: "acme", name, ...(projectId ? { projectId } : {}) }).id;
  }

  addWorkspaces(count: number, projectId?: string): string[] {
    return Array.from({ length: count }, (_, index) => this.addWorkspace(`workspace-${index}`, projectId));
  }

  /** Gives a workspace these tags, and no others. */
  async tag(workspaceId: string, tags: Readonly<Record<string, string>>): Promise<void> {
    const data = Object.entries(tags).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } }));
    const response = await fetch(`${this.emulator.address}/api/v2/workspaces/${workspaceId}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${this.emulator.token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify({ data: { type: "workspaces", relationships: { "tag-bindings": { data } } } }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }

  get defaultProjectId(): string {
    return this.organization.defaultProjectId;
  }

  /** Names of projects → sorted names of the workspaces in each. */
  get world(): Record<string, string[]> {
    return Object.fromEntries(
      this.organization.projects.map(({ name, workspaces }) => [name, workspaces.map((workspace) => workspace.name)]),
    );
  }

  /** The project of this name, as the service has it. */
  project(name: string) {
    return this.organization.projects.find((project) => project.name === name);
  }

  /** The requests since the last call: `GET /api/v2/…`, without their queries. */
  takeRequests(): string[] {
    const taken = this.emulator.requests.entries.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);
    this.emulator.requests.clear();
    return taken;
  }

  private get organization() {
    return this.emulator.state().organizations[0]!;
  }
}
