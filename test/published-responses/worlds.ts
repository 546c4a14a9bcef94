import { Emulator } from "../../src/emulator";
import { HttpClient, HttpResponse, identifiers, resource } from "../emulator/http-client";
import type { Emulated } from "./comparison";
import type { RecordedResource, Recording } from "./recording";
import { recording, resourceOf, resourcesOf } from "./recording";

/** An emulator with the organization of a recording, and the client that sends its request. */
interface World {
  readonly it: Recording;
  readonly organization: string;
  readonly emulator: Emulator;
  readonly http: HttpClient;
}

/** Makes the content that the recording is about, and sends its request. */
type Request = (world: World) => Promise<HttpResponse>;

/** The response of the emulator to the request of a recording. */
export async function emulate(name: string): Promise<Emulated> {
  const send = REQUESTS[name];
  if (send === undefined) throw new Error(`There is no request for the recording ${name}.`);
  const it = recording(name);
  const organization = organizationOf(it);
  // With a limit, as the service has one, but one that no test reaches.
  const emulator = await Emulator.start({ rateLimit: 100_000, seed: { organizations: [{ name: organization }] } });
  try {
    const { status, headers, text } = await send({ it, organization, emulator, http: new HttpClient(emulator) });
    return { status, headers, body: text === "" ? undefined : JSON.parse(text) };
  } finally {
    await emulator.stop();
  }
}

/** The organization of a recording: in its path, or that of its resource. */
function organizationOf(it: Recording): string {
  const inPath = /\/organizations\/([\w-]+)/.exec(it.request.path)?.[1];
  return inPath ?? /"([\w-]+)","type":"organizations"/.exec(JSON.stringify(it.response.body))?.[1] ?? "acme";
}

/** The request as recorded. */
const asRecorded: Request = ({ it, http }) => http.send(it.request.method, it.request.path.replace("/api/v2", ""));

/** The same of an object with another ID. */
function about(id: string, { it, http }: World): Promise<HttpResponse> {
  return http.send(it.request.method, it.request.path.replace("/api/v2", "").replace(/[a-z]+-[A-Za-z0-9]{16}/, id));
}

const UNKNOWN_PROJECT = { project: { data: { type: "projects", id: "prj-7MN8hfr7zfdL1ZRQ" } } };

/** The requests of all recordings. */
export const REQUESTS: Readonly<Record<string, Request>> = {
  "account-user": asRecorded,
  "account-service-account": (world) => asRecorded({ ...world, http: withToken(world, "organization") }),
  "discovery-2026": async ({ emulator, it }) => {
    const response = await fetch(emulator.address + it.request.path);
    return new HttpResponse(response.status, response.headers, await response.text());
  },
  "entitlement-set-1": asRecorded,
  "entitlement-set-2": asRecorded,
  "error-401": (world) => asRecorded({ ...world, http: new HttpClient(world.emulator, "unknown") }),
  "error-404": asRecorded,
  "error-409-transition": async (world) => {
    const id = await newRun(world, newWorkspaceNamed("api", world));
    await world.http.post(`/runs/${id}/actions/discard`);
    return about(id, world);
  },
  "error-415": ({ it, http }) =>
    http.send(it.request.method, it.request.path.replace("/api/v2", ""), undefined, { "content-type": "text/plain" }),
  "error-422-execution-mode": ({ http, organization }) =>
    http.post(
      `/organizations/${organization}/projects`,
      resource("projects", { name: "Platform", "default-execution-mode": "cloud" }),
    ),
  "error-422-name-taken": (world) => {
    newWorkspaceNamed("api", world);
    return world.http.post(`/organizations/${world.organization}/workspaces`, resource("workspaces", { name: "api" }));
  },
  "error-422-page-size": asRecorded,
  "error-422-project-not-found": ({ http, organization }) =>
    http.post(`/organizations/${organization}/workspaces`, resource("workspaces", { name: "api" }, UNKNOWN_PROJECT)),
  "organization-2023": async (world) => {
    const { attributes } = resourceOf(world.it);
    await world.http.patch(`/organizations/${world.organization}`, resource("organizations", attributes));
    return asRecorded(world);
  },
  "organization-memberships-include-user": async (world) => {
    for (const name of ["ada", "ben", "eve"]) {
      const member = resource("organization-memberships", { email: `${name}@example.com` });
      await world.http.post(`/organizations/${world.organization}/organization-memberships`, member);
    }
    return asRecorded(world);
  },
  "organizations-list-2021": (world) => {
    for (const { id } of resourcesOf(world.it))
      if (id !== world.organization) world.emulator.organizations.create({ name: id });
    return asRecorded(world);
  },
  "policy-set-2023": async (world) => {
    const { emulator, http, organization } = world;
    const workspaceId = newWorkspaceNamed("api", world);
    const { id } = emulator.policySets.create({ organization, name: "set-1", workspaceIds: [workspaceId] });
    const policy = resource("policies", { name: "cis", "enforcement-level": "advisory" });
    const created = await http.post(`/organizations/${organization}/policies`, policy);
    await http.post(`/policy-sets/${id}/relationships/policies`, identifiers("policies", [idOf(created)]));
    return about(id, world);
  },
  "project-show-2025": (world) => {
    const { emulator, organization } = world;
    const { id } = emulator.projects.create({ organization, name: "Project 1", description: "text" });
    for (const name of ["api", "web", "jobs"]) emulator.workspaces.create({ organization, name, projectId: id });
    return about(id, world);
  },
  "run-show-2025": async (world) => {
    const id = await newRun(world, attachTask(world));
    await reportFirstResult(id, "running", world);
    await world.http.post(`/runs/${id}/actions/discard`);
    return about(id, world);
  },
  "runs-list-2023": async (world) => {
    const workspaceId = newWorkspaceNamed("api", world);
    for (let count = 1; count < 9; count += 1) {
      const id = await newRun(world, workspaceId);
      await world.http.post(`/runs/${id}/actions/discard`);
    }
    await newRun(world, workspaceId, { "replace-addrs": ["null_resource.example"] });
    return about(workspaceId, world);
  },
  "runs-list-2023-port": async (world) => {
    const workspaceId = newWorkspaceNamed("api", world);
    const id = await newRun(world, workspaceId);
    world.emulator.runs.setStatus(id, "planned_and_finished");
    return about(workspaceId, world);
  },
  "task-stage-passed-2026": (world) => stageWith("passed", world),
  "task-stage-running-2026": (world) => stageWith("running", world),
  "workspace-2023": async (world) => {
    const id = await newWorkspace(world);
    const tags = ["foo", "bar"].map((name) => ({ type: "tags", attributes: { name } }));
    await world.http.post(`/workspaces/${id}/relationships/tags`, { data: tags });
    return about(id, world);
  },
  "workspace-by-name-2021": async (world) => {
    await newWorkspace(world);
    return asRecorded(world);
  },
  "workspace-create-tagged": (world) => createWorkspace(world, resourceOf(world.it), TAGS),
  "workspace-create-untagged": (world) => createWorkspace(world, resourceOf(world.it)),
  "workspace-lock": async (world) => {
    const id = await newWorkspace(world, resourceOf(world.it), TAGS);
    return world.http.post(`/workspaces/${id}/actions/lock`, { reason: "text" });
  },
  "workspace-resources-empty": (world) => about(newWorkspaceNamed("api", world), world),
  "workspace-unlock": async (world) => {
    const id = await newWorkspace(world, resourceOf(world.it), TAGS);
    await world.http.post(`/workspaces/${id}/actions/lock`);
    return about(id, world);
  },
  "workspace-update-agent": async (world) => {
    const id = await newWorkspace(world, resourceOf(recording("workspace-create-tagged")), TAGS);
    return updateWorkspace(world, id);
  },
  "workspace-update-moved": async (world) => {
    const id = await newWorkspace(world, resourceOf(recording("workspace-create-tagged")), TAGS);
    const project = world.emulator.projects.create({ organization: world.organization, name: "Other" });
    return updateWorkspace(world, id, { project: { data: { type: "projects", id: project.id } } });
  },
  "workspaces-list-2021": listWithRuns,
  "workspaces-list-2021-b": listWithRuns,
  "workspaces-list-page-1-of-156": async (world) => {
    await listWithRuns(world);
    for (let index = 2; index <= 156; index += 1) newWorkspaceNamed(`another-${index}`, world);
    return asRecorded(world);
  },
};

function withToken({ emulator, organization }: World, role: "organization"): HttpClient {
  return new HttpClient(emulator, emulator.tokens.create({ organization, role }));
}

function newWorkspaceNamed(name: string, { emulator, organization }: World): string {
  return emulator.workspaces.create({ organization, name }).id;
}

const TAGS = ["env", "team"].map((key) => ({ type: "tag-bindings", attributes: { key, value: "a" } }));

/** Creates a workspace with all recorded attributes that can be set. */
async function createWorkspace(
  world: World,
  recorded: RecordedResource,
  tags: readonly object[] = [],
): Promise<HttpResponse> {
  const relationships = tags.length === 0 ? {} : { "tag-bindings": { data: tags } };
  const document = resource("workspaces", await settable(world, recorded), relationships);
  return world.http.post(`/organizations/${world.organization}/workspaces`, document);
}

/** The attributes that a client sets for a workspace like the recorded one. An agent needs a pool. */
async function settable({ http, organization }: World, { attributes }: RecordedResource): Promise<object> {
  const set = Object.entries(attributes).filter(([name, value]) => name !== "operations" && value !== null);
  if (attributes["execution-mode"] !== "agent") return Object.fromEntries(set);
  const pool = await http.post(`/organizations/${organization}/agent-pools`, resource("agent-pools", { name: "pool" }));
  return { ...Object.fromEntries(set), "agent-pool-id": pool.data.id };
}

/** The ID of a new object. */
function idOf(response: HttpResponse): string {
  if (response.status !== 201) throw new Error(`It was not created: ${response.text}`);
  return response.data.id;
}

async function newWorkspace(
  world: World,
  recorded = resourceOf(world.it),
  tags: readonly object[] = [],
): Promise<string> {
  return idOf(await createWorkspace(world, recorded, tags));
}

async function updateWorkspace(world: World, id: string, relationships: object = {}): Promise<HttpResponse> {
  const attributes = await settable(world, resourceOf(world.it));
  return world.http.patch(`/workspaces/${id}`, resource("workspaces", attributes, relationships));
}

/** Creates a workspace whose runs have a task after the plan. */
function attachTask(world: World): string {
  const { emulator, organization } = world;
  const workspaceId = newWorkspaceNamed("api", world);
  const { id: taskId } = emulator.runTasks.create({ organization, name: "scan" });
  emulator.runTasks.attach({ workspaceId, taskId });
  return workspaceId;
}

/** Starts a run with a configuration, as clients do. */
async function newRun({ http }: World, workspaceId: string, attributes: object = {}): Promise<string> {
  const version = await http.post(
    `/workspaces/${workspaceId}/configuration-versions`,
    resource("configuration-versions", { "auto-queue-runs": false }),
  );
  await fetch(String(version.data.attributes["upload-url"]), { method: "PUT", body: "a configuration" });
  const workspace = { workspace: { data: { type: "workspaces", id: workspaceId } } };
  return idOf(await http.post("/runs", resource("runs", attributes, workspace)));
}

/** Reports the result of the first task of a run, and returns the ID of its stage. */
async function reportFirstResult(runId: string, status: "running" | "passed", world: World): Promise<string> {
  const [stage] = (await world.http.get(`/runs/${runId}/task-stages`)).list;
  const [result] = stage!.relationships["task-results"]!.data as readonly { readonly id: string }[];
  world.emulator.runs.reportResult(result!.id, { status });
  return stage!.id;
}

async function stageWith(status: "running" | "passed", world: World): Promise<HttpResponse> {
  return about(await reportFirstResult(await newRun(world, attachTask(world)), status, world), world);
}

/** A list whose workspaces have an applied run, unless the recorded ones have none. */
async function listWithRuns(world: World): Promise<HttpResponse> {
  for (const recorded of resourcesOf(world.it)) {
    const id = await newWorkspace(world, recorded);
    const hasRun = JSON.stringify(recorded.relationships?.["current-run"]) !== '{"data":null}';
    if (hasRun) await newRun(world, id, { "auto-apply": true });
  }
  return asRecorded(world);
}
