import type { DecodeError } from "../../../src/emulator";
import { ControlError, Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

/** What the service rejects is rejected out of band and in a seed, in the same words. */

const organization = "acme";
const SEED = { name: organization, runTasks: [{ name: "taken" }] };

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ seed: { organizations: [SEED] } });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization, name: "taken" }).id;
});
afterEach(() => emulator.stop());

const taskId = (): string => emulator.state().organizations[0]!.runTasks[0]!.id;

/** An object that the service rejects. */
interface Case {
  /** Makes it out of band. */
  readonly control: () => unknown;
  /** Makes it by request. */
  readonly request: () => Parameters<HttpClient["send"]>;
  /** The member of an organization that makes it in a seed, and the object. */
  readonly seed?: readonly [string, object];
}

const runTask = (given: { readonly name: string; readonly url?: string; readonly description?: string }): Case => ({
  control: () => emulator.runTasks.create({ organization, ...given }),
  request: () => [
    "POST",
    "/organizations/acme/tasks",
    resource("tasks", { url: "https://scan.example.com", category: "task", ...given }),
  ],
  seed: ["runTasks", given],
});

const CASES: Readonly<Record<string, Case>> = {
  "a run task without a name": runTask({ name: "" }),
  "a run task with spaces": runTask({ name: "a b" }),
  "the name of another run task": runTask({ name: "TAKEN" }),
  "an address that is none": runTask({ name: "scan", url: "ftp://scan" }),
  "two problems of a run task": runTask({ name: "a b", description: "a".repeat(301) }),
  "a run task without stages": {
    control: () => emulator.runTasks.attach({ workspaceId, taskId: taskId(), stages: [] }),
    request: () => [
      "POST",
      `/workspaces/${workspaceId}/tasks`,
      resource(
        "workspace-tasks",
        { stages: [], "enforcement-level": "mandatory" },
        { task: { data: { type: "tasks", id: taskId() } } },
      ),
    ],
  },
};

const SEEDED = Object.entries(CASES).flatMap(([name, { request, seed }]) =>
  seed === undefined ? [] : [[name, request, seed] as const],
);

/** The service's errors, without the period at the end of some. */
async function refused(request: Case["request"]): Promise<readonly string[]> {
  const { status, errors } = await http.send(...request());
  expect(status).toBe(422);
  return errors.map(({ detail = "" }) => detail.replace(/\.$/, ""));
}

test.each(Object.entries(CASES))("out of band: %s", async (_, { control, request }) => {
  const before = emulator.state();
  const details = await refused(request);
  let error: unknown;
  try {
    control();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ControlError);
  expect((error as ControlError).message.replace(/^\w+\.\w+\(.*?\): /, "")).toBe(`${details.join("; ")}.`);
  expect(emulator.state()).toEqual(before);
});

test.each(SEEDED)("in a seed: %s", async (_, request, [member, options]) => {
  const given = { ...SEED, [member]: [...SEED[member as keyof typeof SEED & "runTasks"], options] };
  const error: unknown = await Emulator.start({ seed: { organizations: [given] } }).catch((thrown: unknown) => thrown);
  expect((error as DecodeError).problems.map(({ problem }) => problem)).toEqual(
    (await refused(request)).map((detail) => `is invalid: ${detail}.`),
  );
});
