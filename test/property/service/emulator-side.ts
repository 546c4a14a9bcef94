import { Agent, request as httpRequest } from "node:http";
import type { EnforcementLevel, RunStage, TaskResultStatus, TaskStageStatus } from "../../../src/model";
import { Emulator } from "../../../src/emulator";
import type { PolicyEvaluationStatus, ProjectPermission, Role } from "../../../src/emulator";
import type { Event } from "../service-model/events";
import type { NewRun } from "../service-model/runs";
import type { ServiceRequest } from "../service-model/service";
import type { EmulatorResponse } from "./comparison";
import type { Identities } from "./identities";

/** An emulator needs an organization; the model does not have this one. */
const SEED = { organizations: [{ name: "unknown-to-the-model" }] };

/** The emulator in a sequence: requests over HTTP on one connection, events by its control API, and a fixed clock. */
export class EmulatorSide {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #secrets = new Map<string, string>();

  private constructor(
    private readonly emulator: Emulator,
    private readonly identities: Identities,
  ) {
    this.#secrets.set("owner", emulator.token);
  }

  static async start(now: number, identities: Identities): Promise<EmulatorSide> {
    return new EmulatorSide(await Emulator.start({ now: () => now, seed: SEED, documents: "documented" }), identities);
  }

  get origin(): string {
    return this.emulator.address;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.emulator.stop();
  }

  send({ method, target, token, contentType, body }: ServiceRequest): Promise<EmulatorResponse> {
    const text = body === undefined ? undefined : Buffer.from(this.identities.toReal(body));
    const headers: Record<string, string | number> = { "content-length": text?.length ?? 0 };
    if (token !== undefined) headers["authorization"] = `Bearer ${this.#secrets.get(token) ?? token}`;
    if (contentType !== undefined) headers["content-type"] = contentType;
    const url = new URL(this.origin);
    const path = `/api/v2${this.identities.toReal(target)}`;
    return new Promise((resolve, reject) => {
      const options = { host: url.hostname, port: url.port, agent: this.#agent, method, path, headers };
      const sent = httpRequest(options, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, contentType: received["content-type"], text: Buffer.concat(parts).toString("utf8") });
        });
      });
      sent.on("error", reject);
      sent.setTimeout(10_000, () => sent.destroy(new Error(`No response to ${method} ${path} within 10 seconds.`)));
      sent.end(text);
    });
  }

  /** @param made - Ids that the model assigned to what the event created, in the model's order. */
  perform(event: Event, made: readonly string[]): void {
    const { emulator } = this;
    const real = (id: string): string => this.identities.toReal(id);
    const learn = (id: string | undefined, theirs: string): void => {
      if (id === undefined || !this.identities.learn(id, theirs)) throw new Error(`${theirs} is not ${String(id)}.`);
    };
    switch (event.kind) {
      case "organization":
        learn(made[0], emulator.organizations.create({ name: event.name }).defaultProjectId);
        return;
      case "workspace": {
        const { organization, name, project } = event;
        const projectId = project === undefined ? undefined : real(project);
        learn(made[0], emulator.workspaces.create({ organization, name, projectId }).id);
        return;
      }
      case "move":
        emulator.workspaces.move(real(event.workspace), real(event.project));
        return;
      case "delete-workspace":
        emulator.workspaces.delete(real(event.workspace));
        return;
      case "token": {
        const { organization, role, projects } = event;
        const abilities = Object.entries(projects).map(([id, list]) => [
          real(id),
          list as readonly ProjectPermission[],
        ]);
        const given = Object.fromEntries(abilities) as Record<string, readonly ProjectPermission[]>;
        this.#secrets.set(made[0]!, emulator.tokens.create({ organization, role: role as Role, projects: given }));
        return;
      }
      case "run":
        this.#startRun(event.run, made, learn);
        return;
      case "cancel":
        emulator.runs.cancel(real(event.run));
        return;
      case "report": {
        const { result, message, url } = event;
        emulator.runs.reportResult(real(result), { status: event.status as TaskResultStatus, message, url });
        return;
      }
      case "policy":
        emulator.runs.reportPolicyEvaluation(real(event.policy), event.status as PolicyEvaluationStatus);
        return;
      case "stage":
        emulator.runs.setTaskStageStatus(real(event.stage), event.status as TaskStageStatus);
        return;
      case "time":
        emulator.clock.advance(event.seconds);
    }
  }

  #startRun(run: NewRun, made: readonly string[], learn: (id: string | undefined, theirs: string) => void): void {
    const started = this.emulator.runs.start({
      workspaceId: this.identities.toReal(run.workspace),
      isSpeculative: run.speculative,
      overridable: run.tasksOverridable,
      tasks: run.tasks.map(({ name, stage, level }) => ({
        name,
        stage: stage as RunStage,
        enforcementLevel: level as EnforcementLevel,
      })),
      policyEvaluations: run.policies.map(({ stage, level, overridable }) => ({
        stage: stage as RunStage,
        enforcementLevel: level as EnforcementLevel,
        overridable,
      })),
    });
    const ids = (prefix: string): readonly string[] => made.filter((id) => id.startsWith(`${prefix}-`));
    const learnAll = (prefix: string, theirs: readonly { readonly id: string }[]): void => {
      if (ids(prefix).length !== theirs.length) throw new Error(`${theirs.length} of ${prefix} for a run.`);
      for (const [index, { id }] of theirs.entries()) learn(ids(prefix)[index], id);
    };
    learnAll("run", [started]);
    learnAll("ts", started.taskStages);
    learnAll(
      "taskrs",
      started.taskStages.flatMap(({ taskResults }) => taskResults),
    );
    learnAll(
      "poleval",
      started.taskStages.flatMap(({ policyEvaluations }) => policyEvaluations),
    );
  }
}
