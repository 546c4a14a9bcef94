import type { ChildProcess } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorState } from "../../../src/emulator";
import { SEED } from "../../support/property";
import { CommandLine, waitForExit, waitForOutput } from "../command-line";

/*
 * With a state file no acknowledged write is lost, not even by `kill -9`: a process is killed at random moments while
 * several clients write to it, and its state after a restart is compared with the responses of each client.
 */

const ROUNDS = 5;
const WRITERS = 8;

let cli: CommandLine;
let child: ChildProcess | undefined;

beforeAll(() => {
  cli = CommandLine.build();
});
afterAll(() => {
  child?.kill("SIGKILL");
  cli.remove();
});

/** Random numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The state that a writer expects: the property that changes, by kind and name of an object. */
type View = Readonly<Record<string, string>>;

/** The objects of a writer, whose names start with its name, and their IDs. */
function viewOf(
  state: EmulatorState,
  writer: string,
): { readonly view: View; readonly ids: ReadonlyMap<string, string> } {
  const view: Record<string, string> = {};
  const ids = new Map<string, string>();
  const see = (thing: string, id: string, property: string): void => {
    view[thing] = property;
    ids.set(thing, id);
  };
  const names = new Map<string, string>();
  for (const project of state.organizations.flatMap(({ projects }) => projects)) {
    if (project.name.startsWith(writer)) see(`project ${project.name}`, project.id, project.description ?? "");
    for (const { id, name } of project.workspaces) {
      if (name.startsWith(writer)) see(`workspace ${name}`, id, project.name);
      names.set(id, name);
    }
  }
  for (const { workspaceId, taskStages } of state.runs) {
    const workspace = names.get(workspaceId)!;
    const [stage] = taskStages;
    if (stage === undefined || !workspace.startsWith(writer)) continue;
    const [result] = stage.taskResults;
    if (result !== undefined) see(`result ${workspace}`, result.id, result.message ?? "");
    // After an override, running becomes passed without a request.
    else see(`stage ${workspace}`, stage.id, stage.status === "passed" ? "running" : stage.status);
  }
  return { view, ids };
}

/** The outcome of the request is unknown. */
class ConnectionBroken extends Error {}

interface Write {
  readonly request: readonly [method: string, path: string, body?: object];
  /** The expected state afterwards. */
  readonly after: View;
}

/** Sends one write after the other, until the connection breaks. */
class Writer {
  /** The expected states: the second one if the write under way was applied. */
  views: readonly View[] = [{}];
  #ids: ReadonlyMap<string, string> = new Map();
  acknowledged = 0;
  #made = 0;

  constructor(
    readonly name: string,
    private readonly random: () => number,
  ) {}

  /** Reads the state after a restart. */
  restore(state: EmulatorState): void {
    const { view, ids } = viewOf(state, this.name);
    this.views = [view];
    this.#ids = ids;
  }

  async write(
    send: (...request: Write["request"]) => Promise<object | undefined>,
    onAcknowledged: () => void,
  ): Promise<void> {
    for (;;) {
      const [before = {}] = this.views;
      const { request, after } = this.#next(before);
      this.views = [before, after];
      try {
        const response = await send(...request);
        this.#recordId(before, after, response);
      } catch (error) {
        if (error instanceof ConnectionBroken) return;
        throw error;
      }
      this.views = [after];
      this.acknowledged += 1;
      onAcknowledged();
    }
  }

  /** Takes the ID of a new object from the response. */
  #recordId(before: View, after: View, response: object | undefined): void {
    const made = Object.keys(after).find((thing) => !(thing in before));
    if (made === undefined) return;
    const id = JSON.stringify(response).match(
      made.startsWith("stage") ? /ts-\w+/ : made.startsWith("result") ? /taskrs-\w+/ : /(prj|ws)-\w+/,
    )![0];
    this.#ids = new Map([...this.#ids, [made, id]]);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  #next(view: View): Write {
    const of = (kind: string): string[] => Object.keys(view).filter((thing) => thing.startsWith(`${kind} `));
    const [project, workspace, stage, result] = [
      this.#pick(of("project")),
      this.#pick(of("workspace")),
      this.#pick(of("stage").filter((it) => view[it] === "awaiting_override")),
      this.#pick(of("result")),
    ];
    const id = (thing: string): string => this.#ids.get(thing)!;
    const name = `${this.name}-${Math.floor(this.random() * 2 ** 40)}`;
    const text = `text ${(this.#made += 1)}`;
    const bare = (thing: string): string => thing.slice(thing.indexOf(" ") + 1);
    const without = (gone: (thing: string) => boolean): View =>
      Object.fromEntries(Object.entries(view).filter(([thing]) => !gone(thing)));
    const make: Write = {
      request: ["POST", "/api/v2/organizations/acme/projects", document("projects", { name, description: text })],
      after: { ...view, [`project ${name}`]: text },
    };
    if (project === undefined) return make;
    const kind = Math.floor(this.random() * 10);
    switch (kind) {
      case 0:
        return make;
      case 1:
        return {
          request: ["PATCH", `/api/v2/projects/${id(project)}`, document("projects", { description: text })],
          after: { ...view, [project]: text },
        };
      case 2: {
        if (of("workspace").some((it) => view[it] === bare(project))) return make;
        return {
          request: ["DELETE", `/api/v2/projects/${id(project)}`],
          after: without((thing) => thing === project),
        };
      }
    }
    if (workspace === undefined || kind === 3) {
      const relationships = { project: { data: { type: "projects", id: id(project) } } };
      return {
        request: ["POST", "/api/v2/organizations/acme/workspaces", document("workspaces", { name }, relationships)],
        after: { ...view, [`workspace ${name}`]: bare(project) },
      };
    }
    switch (kind) {
      case 4: {
        // Several at once: all or none must have moved.
        const data = of("workspace").map((it) => ({ type: "workspaces", id: id(it) }));
        return {
          request: ["POST", `/api/v2/projects/${id(project)}/relationships/workspaces`, { data }],
          after: { ...view, ...Object.fromEntries(of("workspace").map((it) => [it, bare(project)])) },
        };
      }
      case 5:
        return {
          request: ["DELETE", `/api/v2/workspaces/${id(workspace)}`],
          after: without((thing) => bare(thing) === bare(workspace) && !thing.startsWith("project ")),
        };
      case 6: {
        if (`stage ${bare(workspace)}` in view || `result ${bare(workspace)}` in view) return make;
        const awaits = this.random() < 0.5;
        const holds = awaits
          ? { policyEvaluations: [{ status: "failed", overridable: true }] }
          : { tasks: [{ name: "scan", stage: "post_plan" }] };
        return {
          request: ["POST", "/_emulator/runs", { workspaceId: id(workspace), ...holds }],
          after: {
            ...view,
            ...(awaits ? { [`stage ${bare(workspace)}`]: "awaiting_override" } : { [`result ${bare(workspace)}`]: "" }),
          },
        };
      }
      case 7: {
        if (stage === undefined) return make;
        return {
          request: ["POST", `/api/v2/task-stages/${id(stage)}/actions/override`],
          after: { ...view, [stage]: "running" },
        };
      }
      case 8: {
        if (result === undefined) return make;
        return {
          // Reported like its run task does, with the access token of the result.
          request: [
            "PATCH",
            `/api/v2/task-results/${id(result)}/callback`,
            document("task-results", { status: "running", message: text }),
          ],
          after: { ...view, [result]: text },
        };
      }
      default: {
        if (result === undefined) return make;
        return {
          request: ["PATCH", `/_emulator/task-results/${id(result)}`, { status: "running", message: text }],
          after: { ...view, [result]: text },
        };
      }
    }
  }
}

/** The start of a further line; empty if the last line is already incomplete. */
function startOfNextLine(file: string): string {
  return file.endsWith("\n")
    ? `${file.split("\n").length} 0123456789abcdef [{"table":"projects","id":"prj-1","rec`
    : "";
}

function document(type: string, attributes: object, relationships: object = {}): object {
  return { data: { type, attributes, relationships } };
}

test(`kill -9 during concurrent writes loses no acknowledged write (TFPROJECTS_SEED=${SEED})`, async () => {
  const random = randomFrom(SEED);
  const state = join(cli.folder, "state.jsonl");
  const writers = Array.from({ length: WRITERS }, (_, index) => new Writer(`w${index}`, random));

  for (let round = 0; round <= ROUNDS; round += 1) {
    const emulator = cli.start(["emulator", "--state", state, "--rate-limit", "off", "--token", "for-tests"]);
    child = emulator;
    const outcome = waitForExit(emulator);
    const [, address = ""] = await waitForOutput(emulator, /TFE_ADDRESS='(.*)'\n(.*\n){2}/);
    const tokenFor = async (path: string): Promise<string> => {
      const [, id] = /(taskrs-\w+)\/callback$/.exec(path) ?? [];
      if (id === undefined) return "for-tests";
      const access = (await send("GET", `/_emulator/task-results/${id}/access-token`)) as { accessToken: string };
      return access.accessToken;
    };
    const send = async (method: string, path: string, body?: object): Promise<object | undefined> => {
      const { response, text } = await fetch(address + path, {
        method,
        headers: { authorization: `Bearer ${await tokenFor(path)}`, "content-type": "application/vnd.api+json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
        .then(async (response) => ({ response, text: await response.text() }))
        .catch((error: unknown) => {
          throw new ConnectionBroken(`${method} ${path}`, { cause: error });
        });
      if (!response.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${response.status} ${text}`);
      return text === "" ? undefined : (JSON.parse(text) as object);
    };

    const current = (await send("GET", "/_emulator/state")) as EmulatorState;
    for (const writer of writers) {
      expect(writer.views).toContainEqual(viewOf(current, writer.name).view);
      writer.restore(current);
    }
    // Kills it after a random number of writes, while other writers wait for responses.
    let left = WRITERS + Math.floor(random() * 300);
    const countDown = (): void => {
      left -= 1;
      if (left === 0) emulator.kill("SIGKILL");
    };
    if (round < ROUNDS) await Promise.all(writers.map((writer) => writer.write(send, countDown)));
    else emulator.kill("SIGKILL");
    expect((await outcome).signal).toBe("SIGKILL");
    // Like a power failure in the middle of a line.
    if (round % 2 === 1) appendFileSync(state, startOfNextLine(readFileSync(state, "utf8")));
  }

  expect(Math.min(...writers.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(0);
});
