import type { DecodeError, Seed } from "../../../src/emulator";
import { ControlError, Emulator } from "../../../src/emulator";
import { wireKey } from "../../../src/emulator/engine/words";
import { HttpClient, resource } from "../http-client";

/** What the service rejects is rejected out of band and in a seed, in the same words. */

const organization = "acme";
const POOL = "apool-taken";
const SEED = {
  name: organization,
  projects: [{ name: "Taken" }],
  workspaces: ["taken"],
  runTasks: [{ name: "taken" }],
  agentPools: [{ name: "taken", id: POOL }],
};

let emulator: Emulator;
let http: HttpClient;
let projectId: string;
let workspaceId: string;
let taskId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ seed: { organizations: [SEED, { name: "second" }] } });
  http = new HttpClient(emulator);
  projectId = emulator.projects.find(organization, "Taken")!.id;
  workspaceId = emulator.workspaces.find(organization, "taken")!.id;
  taskId = emulator.runTasks.find(organization, "taken")!.id;
});
afterEach(() => emulator.stop());

/** What the service rejects. */
interface Case {
  /** Makes it out of band. */
  readonly control: () => unknown;
  /** Makes it by request. */
  readonly request: () => Parameters<HttpClient["send"]>;
  /** The list that it is in, in a seed, and itself. */
  readonly seed?: readonly [string, object | string];
}

const organizationCase = (given: { readonly name: string; readonly email?: string }): Case => ({
  control: () => emulator.organizations.create(given),
  request: () => ["POST", "/organizations", resource("organizations", { email: "a@example.com", ...given })],
  seed: ["organizations", given],
});

const runTask = (given: { readonly name: string; readonly url?: string; readonly description?: string }): Case => ({
  control: () => emulator.runTasks.create({ organization, ...given }),
  request: () => [
    "POST",
    "/organizations/acme/tasks",
    resource("tasks", { url: "https://scan.example.com", category: "task", ...given }),
  ],
  seed: ["runTasks", given],
});

type Tags = Readonly<Record<string, string | null>>;
const bindings = (tags: Tags = {}): object => ({
  "tag-bindings": {
    data: Object.entries(tags).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } })),
  },
});
const TOO_MANY: Tags = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`tag-${index}`, null]));

/** A project that is created, and one that is changed, with the same options; null is inherited. */
function project({ tags, ...given }: Parameters<Emulator["projects"]["update"]>[1] & { readonly name: string }): Case {
  const { defaultExecutionMode: mode } = given;
  const attributes = Object.entries({ ...given, ...(mode === null ? { defaultExecutionMode: "default" } : {}) });
  const document = resource(
    "projects",
    Object.fromEntries(attributes.map(([name, value]) => [wireKey(name), value])),
    tags === undefined ? {} : bindings(tags ?? {}),
  );
  const options = { ...given, ...(tags === undefined ? {} : { tags }) };
  return {
    control: () => emulator.projects.create({ organization, ...options }),
    request: () => ["POST", "/organizations/acme/projects", document],
    seed: ["projects", options],
  };
}

/** The same for a workspace. */
const workspace = (name: string, tags?: Tags): Case => ({
  control: () => emulator.workspaces.create({ organization, name, tags }),
  request: () => ["POST", "/organizations/acme/workspaces", resource("workspaces", { name }, bindings(tags))],
  seed: ["workspaces", tags === undefined ? name : { name, tags }],
});

const CASES: Readonly<Record<string, Case>> = {
  "a run task without a name": runTask({ name: "" }),
  "a run task with spaces": runTask({ name: "a b" }),
  "the name of another run task": runTask({ name: "TAKEN" }),
  "an address that is none": runTask({ name: "scan", url: "ftp://scan" }),
  "two problems of a run task": runTask({ name: "a b", description: "a".repeat(301) }),
  "an organization without a name": organizationCase({ name: "" }),
  "an organization with spaces": organizationCase({ name: "a b" }),
  "the name of another organization": organizationCase({ name: "ACME" }),
  "an organization without an address": organizationCase({ name: "new", email: "" }),
  "the name of another organization, in a change": {
    control: () => emulator.organizations.update("second", { name: "Acme" }),
    request: () => ["PATCH", "/organizations/second", resource("organizations", { name: "Acme" })],
  },
  "a project without a name": project({ name: "" }),
  "a short name of a project, at the wrong place": project({ name: " a" }),
  "the name of another project": project({ name: "taken" }),
  "a long description": project({ name: "New", description: "a".repeat(257) }),
  "a duration of nothing": project({ name: "New", autoDestroyActivityDuration: "0d" }),
  "an execution mode without its pool": project({ name: "New", defaultExecutionMode: "agent" }),
  "a pool that does not exist": project({ name: "New", defaultExecutionMode: "agent", defaultAgentPoolId: "apool-1" }),
  "a pool without its execution mode": project({
    name: "New",
    defaultExecutionMode: "local",
    defaultAgentPoolId: POOL,
  }),
  "a pool with an inherited execution mode": project({
    name: "New",
    defaultExecutionMode: null,
    defaultAgentPoolId: POOL,
  }),
  "too many tags of a project": project({ name: "New", tags: TOO_MANY }),
  "all problems of a project": project({
    name: "taken",
    description: "a".repeat(257),
    defaultExecutionMode: "agent",
    tags: { "hc:owner": "a b" },
  }),
  "a change of a project": {
    control: () => emulator.projects.update(projectId, { name: "Default Project", tags: { "a b": "c" } }),
    request: () => [
      "PATCH",
      `/projects/${projectId}`,
      resource("projects", { name: "Default Project" }, bindings({ "a b": "c" })),
    ],
  },
  "a workspace without a name": workspace(""),
  "a workspace with spaces": workspace("a b"),
  "the name of another workspace": workspace("TAKEN"),
  "a long name of a workspace": workspace("a".repeat(91)),
  "a name and a tag of a workspace": workspace("a b", { "c d": "e f" }),
  "a change of a workspace": {
    control: () => emulator.workspaces.update(workspaceId, { name: "a b" }),
    request: () => ["PATCH", `/workspaces/${workspaceId}`, resource("workspaces", { name: "a b" })],
  },
  "a run task without stages": {
    control: () => emulator.runTasks.attach({ workspaceId, taskId, stages: [] }),
    request: () => [
      "POST",
      `/workspaces/${workspaceId}/tasks`,
      resource(
        "workspace-tasks",
        { stages: [], "enforcement-level": "mandatory" },
        { task: { data: { type: "tasks", id: taskId } } },
      ),
    ],
  },
};

const SEEDED = Object.entries(CASES).flatMap(([name, { request, seed }]) =>
  seed === undefined ? [] : [[name, request, seed] as const],
);

/** The service's errors, without the period at the end of some. */
async function refused(request: Case["request"], expected = 422): Promise<readonly string[]> {
  const { status, errors } = await http.send(...request());
  expect(status).toBe(expected);
  return errors.map(({ detail = "" }) => detail.replace(/\.$/, ""));
}

/** The message of what an operation throws. */
function messageOf(operation: () => unknown): string {
  try {
    operation();
  } catch (error) {
    expect(error).toBeInstanceOf(ControlError);
    return (error as ControlError).message;
  }
  return "nothing was thrown";
}

test.each(Object.entries(CASES))("out of band: %s", async (_, { control, request }) => {
  const before = emulator.state();
  const details = await refused(request);
  expect(messageOf(control).replace(/^\w+\.\w+\(.*?\): /, "")).toBe(`${details.join("; ")}.`);
  expect(emulator.state()).toEqual(before);
});

test.each(SEEDED)("in a seed: %s", async (_, request, [member, given]) => {
  const lists: Readonly<Record<string, readonly unknown[]>> = { organizations: [], ...SEED, name: [] };
  const acme = { ...SEED, ...(member === "organizations" ? {} : { [member]: [...lists[member]!, given] }) };
  const seed = { organizations: [acme, ...(member === "organizations" ? [given] : [])] } as Seed;
  const error: unknown = await Emulator.start({ seed }).catch((thrown: unknown) => thrown);
  expect((error as DecodeError).problems.map(({ problem }) => problem)).toEqual(
    (await refused(request)).map((detail) => `is invalid: ${detail}.`),
  );
});

test("the deletion of a project that is the default one, or has workspaces", async () => {
  const { defaultProjectId } = emulator.state().organizations[0]!;
  emulator.workspaces.move(workspaceId, projectId);
  const before = emulator.state();
  for (const id of [defaultProjectId, projectId]) {
    const [detail] = await refused(() => ["DELETE", `/projects/${id}`], 409);
    expect(messageOf(() => emulator.projects.delete(id))).toBe(`${detail}.`);
  }
  expect(messageOf(() => emulator.projects.delete(defaultProjectId, { evacuate: true }))).toContain("default project");
  expect(emulator.state()).toEqual(before);
});
