import { Emulator } from "../../../src/emulator";
import { CONTROL_ROUTES } from "../../../src/emulator/control/control-routes";
import { controlRequest } from "../control-client";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await Emulator.start();
});
afterEach(() => emulator.stop());

describe("the process and HTTP can do the same", () => {
  /** What only a process that runs an emulator has of it; the last three are protected. */
  const OF_THE_PROCESS = [
    ...["constructor", "address", "firstOrganization", "stop"],
    ...["organizationNamed", "project", "workspace"],
  ];

  test("each helper in the process has an operation, and each operation a helper", () => {
    const members = new Set<string>();
    for (let of = Emulator.prototype as object; of !== Object.prototype; of = Object.getPrototypeOf(of) as object) {
      for (const name of Object.getOwnPropertyNames(of)) members.add(name);
    }
    for (const name of OF_THE_PROCESS) expect(members.delete(name)).toBe(true);
    expect(CONTROL_ROUTES.flatMap(({ helpers }) => helpers).sort()).toEqual([...members].sort());
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
    const projectId = emulator.addProject({ organization: "acme", name: "Platform" }).id;
    emulator.addWorkspace({ organization: "acme", name: "api-prod", projectId });
    const workspaceId = emulator.addWorkspace({ organization: "acme", name: "api" }).id;
    emulator.addRunTask({ organization: "acme", name: "scan" });
    const tasks = [{ name: "scan", stage: "post_plan" } as const];
    emulator.startRun({ workspaceId, tasks, policyEvaluations: [{ overridable: true }] });
  });

  test.each(CONTROL_ROUTES.map(({ method, path }) => [method, path]))("%s %s", async (method, path) => {
    const { operations } = (await controlRequest(emulator, "GET", "")).document as {
      readonly operations: readonly Operation[];
    };
    const listed = operations.find((it) => it.method === method && it.path === `/_emulator${path}`)!;
    expect(listed.does).toMatch(/\.$/);
    const before = [emulator.state(), emulator.faults, emulator.rateLimit];

    const { status, document } = await controlRequest(
      emulator,
      method,
      listed.example.path.replace("/_emulator", ""),
      listed.example.body,
    );

    expect(document ?? {}).not.toHaveProperty("error");
    expect(status).toBe(document === undefined ? 204 : 200);
    expect(document).not.toBeNull();
    if (method === "GET") expect([emulator.state(), emulator.faults, emulator.rateLimit]).toEqual(before);
  });
});
