import { Emulator } from "../../../src/emulator";
import { CONTROL_ROUTES } from "../../../src/emulator/control/control-routes";
import { controlRequest } from "../control-client";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await Emulator.start();
});
afterEach(() => emulator.stop());

describe("the process and HTTP can do the same", () => {
  /** Members that only the process that started the emulator needs. */
  const IN_PROCESS_ONLY = ["address", "firstOrganization", "stop"];
  const GROUPS = [
    ...(["organizations", "projects", "workspaces", "tokens", "runTasks", "runs"] as const),
    ...(["clock", "requests", "faults"] as const),
  ];
  /** Called by the request handler. */
  const INTERNAL = ["requests.add", "faults.take"];

  const membersOf = (object: object): readonly string[] =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== "constructor");

  test("each control in process has an operation over HTTP, and each operation a control", () => {
    const grouped = GROUPS.flatMap((group) => membersOf(emulator[group]).map((member) => `${group}.${member}`));
    const controls = new Set([...membersOf(emulator), ...grouped]);
    for (const name of [...IN_PROCESS_ONLY, ...INTERNAL]) expect(controls.delete(name)).toBe(true);
    expect(CONTROL_ROUTES.flatMap(({ members }) => members).sort()).toEqual([...controls].sort());
  });
});

describe("every operation is listed with an example that works", () => {
  interface Operation {
    readonly method: string;
    readonly path: string;
    readonly does: string;
    readonly example: { readonly path: string; readonly body?: object };
  }

  beforeEach(() => {
    const projectId = emulator.projects.create({ organization: "acme", name: "Platform" }).id;
    emulator.workspaces.create({ organization: "acme", name: "api-prod", projectId });
    const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
    emulator.runTasks.create({ organization: "acme", name: "scan" });
    const tasks = [{ name: "scan", stage: "post_plan" } as const];
    emulator.runs.start({ workspaceId, tasks, policyEvaluations: [{ overridable: true }] });
  });

  test.each(CONTROL_ROUTES.map(({ method, path }) => [method, path]))("%s %s", async (method, path) => {
    const { operations } = (await controlRequest(emulator, "GET", "")).document as {
      readonly operations: readonly Operation[];
    };
    const listed = operations.find((it) => it.method === method && it.path === `/_emulator${path}`)!;
    expect(listed.does).toMatch(/\.$/);
    const before = [emulator.state(), emulator.faults.pending, emulator.rateLimit];

    const { status, document } = await controlRequest(
      emulator,
      method,
      listed.example.path.replace("/_emulator", ""),
      listed.example.body,
    );

    expect(document ?? {}).not.toHaveProperty("error");
    expect(status).toBe(document === undefined ? 204 : 200);
    expect(document).not.toBeNull();
    if (method === "GET") expect([emulator.state(), emulator.faults.pending, emulator.rateLimit]).toEqual(before);
  });
});
