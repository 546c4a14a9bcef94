import { randomBytes } from "node:crypto";
import { Client, type Environment, type RequestError } from "../api";
import { relatedId } from "../api/document";
import { requestPath } from "../api/request-path";
import { asObject, getString, type JsonObject } from "../json";
import { EMULATOR_SERVER } from "../model";
import { UserError } from "../user-error";
import { anonymize } from "./anonymize";
import type { Need } from "./check";
import { CHECKS } from "./checks";
import { cleanUp, findMarked, type LeftObject, type Remains } from "./clean-up";
import { resourceIn } from "./document";
import { describe } from "./expectations";
import { Journal, journalFolder, type Place } from "./journal";
import { unusedId, type TestRun } from "./marker";
import { get, type NewObject, type ServiceRequest, type ServiceResponse } from "./request";
import { runChecks, type CheckedResults, type CheckResult } from "./run-checks";
import { REQUESTS_PER_SECOND, Session } from "./session";
import { World } from "./world";

export interface ConformanceOptions {
  readonly env: Environment;
  readonly organization: string;
  /** Whether objects may be created, changed and deleted. */
  readonly writes: boolean;
  /** A run to read. @default none */
  readonly runId?: string | undefined;
  /** A workspace whose runs are read. @default none */
  readonly workspaceName?: string | undefined;
  /** Time limit of each request, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** Once aborted, no further check is made, and what was created is deleted. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every request. */
  readonly onRequest?: (() => void) | undefined;
  /** @default the machine's clock */
  readonly now?: () => Date;
}

/** The result of a run. */
export interface Report {
  readonly wrote: boolean;
  readonly versions: Versions;
  /** How many were sent, retries and clean-up included. */
  readonly requests: number;
  readonly results: readonly CheckResult[];
  /** What could not be deleted, of this run and of earlier ones. */
  readonly left: readonly LeftObject[];
  /** A request without a response, which ended the run. */
  readonly error?: RequestError | undefined;
}

/** What the service says that it is; undefined where it does not. */
export interface Versions {
  readonly application: string | undefined;
  readonly api: string | undefined;
  /** Of Terraform Enterprise. */
  readonly release: string | undefined;
}

/** The environment variable of the token that may only read. */
export const READER_TOKEN = "TFE_TOKEN_READER";

/** The checks on a service, before they are made. */
export class Conformance {
  private constructor(
    private readonly options: ConformanceOptions,
    private readonly session: Session,
    private readonly world: World,
    private readonly place: Place,
    private readonly secrets: readonly string[],
    private readonly versions: Versions,
    /** Objects of earlier runs, which a run that writes deletes first. */
    readonly remains: readonly Remains[],
  ) {}

  /**
   * Reads the organization and its default project.
   *
   * @throws UserError when it is not readable, or objects may not be created in it; ApiError without a response
   */
  static async open(options: ConformanceOptions): Promise<Conformance> {
    const { env, organization, writes, deadlineMs, now = () => new Date() } = options;
    let count = 0;
    const onRequest = (): void => {
      count += 1;
      options.onRequest?.();
    };
    const client = new Client({ env, deadlineMs, onRequest });
    const readerToken = env[READER_TOKEN];
    const reader = readerToken ? new Client({ env, deadlineMs, onRequest, token: readerToken }) : undefined;
    const testRun = { id: randomBytes(4).toString("hex"), startedAt: now() };
    const session = new Session({
      client,
      reader,
      requestsPerSecond: requestRate(client.address),
      signal: options.signal,
      requestCount: () => count,
      isInvented: (id) => id.endsWith(`-${unusedId(testRun)}`),
    });
    const { world, versions } = await readWorld(session, options, testRun);
    const place = { address: client.address, organization };
    const remains: Remains[] = [...Journal.leftIn(journalFolder(env), place, now())];
    if (writes) {
      const known = new Set(remains.map(({ run }) => run.id));
      const marked = await findMarked(session, organization, now());
      remains.push(...marked.filter(({ run }) => !known.has(run.id)));
    }
    const secrets = [client, ...(reader === undefined ? [] : [reader])].flatMap((it) => it.secrets());
    return new Conformance(options, session, world, place, secrets, versions, remains);
  }

  get address(): string {
    return this.place.address;
  }

  /** The objects that it creates. */
  get newObjects(): readonly NewObject[] {
    return Object.values(this.world.own);
  }

  /** Makes the checks, and deletes what they and earlier runs have created. */
  async run(): Promise<Report> {
    const { session, world, place, options } = this;
    const { organization, writes } = options;
    const journal = Journal.create(journalFolder(options.env), world.options.testRun, place);
    const left: LeftObject[] = [];
    const clean = async (remains: Remains): Promise<void> => {
      left.push(...(await cleanUp(session, organization, remains)));
    };
    if (writes) {
      session.recordIn(journal);
      for (const remains of this.remains) await clean(remains);
    }
    let checked: CheckedResults;
    try {
      checked = await runChecks(CHECKS, world, session, (need) => this.#has(need));
    } finally {
      await clean(journal);
    }
    return {
      wrote: writes,
      versions: this.versions,
      requests: session.requestCount,
      results: checked.results.map((result) => this.#anonymous(result)),
      left,
      error: checked.error,
    };
  }

  #has(need: Need): boolean {
    const { writes, runId, workspaceName, env } = this.options;
    return { write: writes, run: runId, workspace: workspaceName, reader: env[READER_TOKEN] }[need] ? true : false;
  }

  #anonymous(result: CheckResult): CheckResult {
    const { organization, workspaceName = "" } = this.options;
    const names = [organization, this.world.defaultProject.name, workspaceName];
    const safe = (text: string): string => anonymize(text, { names, secrets: this.secrets });
    switch (result.status) {
      case "differs":
        return { ...result, seen: safe(result.seen) };
      case "as-expected":
        return result.found === undefined ? result : { ...result, found: safe(result.found) };
      case "skipped":
        return typeof result.reason === "string" ? { ...result, reason: safe(result.reason) } : result;
    }
  }
}

async function readWorld(
  session: Session,
  { organization, writes, runId, workspaceName }: ConformanceOptions,
  testRun: TestRun,
): Promise<{ readonly world: World; readonly versions: Versions }> {
  const response = await read(session, get(requestPath`/organizations/${organization}`), "organizations");
  const versions = {
    application: response.header("server") === EMULATOR_SERVER ? "tfprojects emulator" : response.header("tfp-appname"),
    api: response.header("tfp-api-version"),
    release: response.header("x-tfe-version"),
  };
  const defaultProjectId = relatedId(resourceIn(response), "default-project");
  if (defaultProjectId === undefined) throw unreadable("The response has no default project.");
  const project = resourceIn(await read(session, get(requestPath`/projects/${defaultProjectId}`), "projects"));
  if (runId !== undefined) await read(session, get(requestPath`/runs/${runId}`), "runs");
  if (workspaceName !== undefined)
    await read(session, get(requestPath`/organizations/${organization}/workspaces/${workspaceName}`), "workspaces");
  if (writes) checkWritable(organization, [resourceIn(response).attributes, project.attributes]);
  const world = new World({
    organization,
    defaultProject: { id: defaultProjectId, name: getString(project.attributes, "name") ?? "" },
    testRun,
    runId,
    workspaceName,
  });
  return { world, versions };
}

async function read(session: Session, request: ServiceRequest, type: string): Promise<ServiceResponse> {
  const response = await session.send(request);
  if (response.status === 200 && resourceIn(response).type === type) return response;
  throw unreadable(`GET /api/v2${request.path}: ${describe(response)}.`);
}

function unreadable(what: string): UserError {
  return new UserError(
    `The service cannot be checked. ${what}`,
    "Run `tfprojects doctor` to find out whether address, token and organization are right.",
  );
}

/** @param attributes - Of the organization and its default project, whose permissions can be those of the caller. */
function checkWritable(organization: string, attributes: readonly [JsonObject, JsonObject]): void {
  const [{ permissions }] = attributes;
  if (asObject(permissions)["can-create-project"] === false) {
    throw new UserError(
      `Nothing was created: the token may not create projects in ${organization}.`,
      "Use the token of someone who may, or check without creating anything.",
    );
  }
  if (attributes.some((it) => it["is-unified"] === true || typeof it["hcp-id"] === "string")) {
    throw new UserError(
      `Nothing was created: the projects of ${organization} are also those of the HashiCorp Cloud Platform, where ` +
        "something may remain.",
      "Use an organization that is not unified with it, or check without creating anything.",
    );
  }
}

/** The limit for a service at this address: nobody shares that of an emulator, which alone has plain http. */
export function requestRate(address: string): number | undefined {
  return address.startsWith("http:") ? undefined : REQUESTS_PER_SECOND;
}
