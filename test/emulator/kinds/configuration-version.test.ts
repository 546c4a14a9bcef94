import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import type { Resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ maxRequestBytes: 1000 });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const create = async (attributes: object = {}): Promise<Resource> => {
  const given = { "auto-queue-runs": false, ...attributes };
  const path = `/workspaces/${workspaceId}/configuration-versions`;
  const response = await http.post(path, resource("configuration-versions", given));
  expect(response.status).toBe(201);
  return response.data;
};

/** Uploads some bytes without a token, as clients do. */
const upload = async ({ attributes }: Resource, body = new Uint8Array([0x1f, 0x8b, 0xff])): Promise<number> => {
  const headers = { "content-type": "application/octet-stream" };
  return (await fetch(attributes["upload-url"] as string, { method: "PUT", headers, body })).status;
};

const uploaded = async (attributes: object = {}): Promise<Resource> => {
  const version = await create(attributes);
  expect(await upload(version)).toBe(200);
  return version;
};

const status = async ({ id }: Resource): Promise<unknown> =>
  (await http.get(`/configuration-versions/${id}`)).data.attributes["status"];

const archive = ({ id }: Resource) => http.post(`/configuration-versions/${id}/actions/archive`);

const startRun = (version?: Pick<Resource, "id">, attributes: object = {}) =>
  http.post(
    "/runs",
    resource("runs", attributes, {
      workspace: { data: { type: "workspaces", id: workspaceId } },
      ...(version && { "configuration-version": { data: { type: "configuration-versions", id: version.id } } }),
    }),
  );

test("a configuration version is pending until its configuration is uploaded", async () => {
  const version = await create();
  expect(version.id).toMatch(/^cv-\w{16}$/);
  expect(version.attributes).toMatchObject({
    "auto-queue-runs": false,
    error: null,
    provisional: false,
    source: "tfe-api",
    speculative: false,
    status: "pending",
    "upload-url": expect.stringContaining(emulator.address) as string,
  });
  const shown = (await http.get(`/configuration-versions/${version.id}`)).data;
  expect(shown.attributes).not.toHaveProperty("upload-url");

  expect(await upload(version)).toBe(200);

  expect((await http.get(`/configuration-versions/${version.id}`)).data.attributes).toMatchObject({
    status: "uploaded",
    "status-timestamps": { "finished-at": expect.any(String) as string },
  });
  // A client that lost the response sends it again.
  expect(await upload(version)).toBe(200);
});

test("an upload requires a valid URL and has a maximum size", async () => {
  const version = await create();
  const elsewhere = { ...version, attributes: { "upload-url": `${version.attributes["upload-url"] as string}x` } };
  expect(await upload(elsewhere)).toBe(404);
  expect(await upload(version, new Uint8Array(1001))).toBe(413);
  expect(await status(version)).toBe("pending");
});

test("the first upload queues a run with the run tasks of the workspace, unless auto-queue-runs is false", async () => {
  const taskId = emulator.runTasks.create({ organization: "acme", name: "scan" }).id;
  emulator.runTasks.attach({ workspaceId, taskId });
  const quiet = await uploaded();
  expect(emulator.state().runs).toEqual([]);

  const version = await uploaded({ "auto-queue-runs": undefined });
  await upload(version);

  expect(emulator.state().runs).toMatchObject([{ workspaceId, taskStages: [{ stage: "post_plan" }] }]);
  const { data } = await http.get(`/runs/${emulator.state().runs[0]!.id}`);
  expect(data.attributes["source"]).toBe("tfe-configuration-version");
  expect(data.relationships["configuration-version"]!.data).toMatchObject({ id: version.id });
  expect(quiet.id).not.toBe(version.id);
});

test("a run uses the given version, or the workspace's current one", async () => {
  const first = await uploaded();
  const second = await uploaded();
  const used = async (response: ReturnType<typeof startRun>) =>
    (await response).data.relationships["configuration-version"]!.data;

  expect(await used(startRun(first))).toEqual({ type: "configuration-versions", id: first.id });
  expect(await used(startRun())).toEqual({ type: "configuration-versions", id: second.id });

  const [newest] = emulator.state().runs.slice(-1);
  const { document } = await http.get(`/runs/${newest!.id}`, { include: "configuration_version" });
  expect(document.included).toMatchObject([{ type: "configuration-versions", id: second.id }]);
});

test("a run requires no configuration version, but rejects an invalid one", async () => {
  expect((await startRun()).data.relationships["configuration-version"]!.data).toBeNull();

  const pending = await create();
  const own = workspaceId;
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "web" }).id;
  const foreign = await uploaded();
  workspaceId = own;
  for (const version of [pending, foreign, { id: "cv-nothere" }]) {
    const response = await startRun(version);
    expect([response.status, response.pointers]).toEqual([422, ["/data/relationships/configuration-version"]]);
  }
});

test("runs of a speculative version are plan-only", async () => {
  expect((await startRun(await uploaded({ speculative: true }))).data.attributes["plan-only"]).toBe(true);
});

test("the newest version is the current one, a provisional one after its apply", async () => {
  const current = async () => {
    const { data, document } = await http.get(`/workspaces/${workspaceId}`, {
      include: "current_configuration_version",
    });
    const { id } = data.relationships["current-configuration-version"]!.data as Resource;
    expect(document.included).toMatchObject([{ type: "configuration-versions", id }]);
    return id;
  };
  const first = await uploaded();
  const provisional = await uploaded({ provisional: true });
  expect(await current()).toBe(first.id);

  expect((await startRun(provisional, { "auto-apply": true })).data.attributes["status"]).toBe("applied");
  expect(await current()).toBe(provisional.id);
});

test("lists the versions of a workspace, newest first", async () => {
  const ids = [(await create()).id, (await create()).id, (await create()).id];
  const path = `/workspaces/${workspaceId}/configuration-versions`;
  const response = await http.get(path, { "page[size]": "2" });
  expect(response.list.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(response.document.meta!.pagination["total-count"]).toBe(3);
  expect((await http.get(path, { include: "ingress_attributes" })).status).toBe(200);
  expect((await http.get(path, { include: "run" })).errors[0]!.title).toBe("not emulated");
});

test("archives a version that is uploaded, not current, and not in use", async () => {
  const first = await uploaded();
  const reason = async (version: Resource) => (await archive(version)).errors[0]!.detail;
  expect(await reason(first)).toContain("could not be archived because it is current");
  const run = (await startRun(first)).data.id;
  const second = await create();
  expect(await reason(second)).toContain("because it is pending");
  expect(await reason(first)).toContain("because it is used by a run");
  await http.post(`/runs/${run}/actions/discard`);

  expect((await archive(first)).status).toBe(202);

  expect(await status(first)).toBe("archived");
  expect(await upload(first)).toBe(409);
  expect((await startRun(first)).status).toBe(422);
});

test("a caller without permission to run can read versions, but neither create nor archive them", async () => {
  const version = await uploaded();
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  const path = `/workspaces/${workspaceId}/configuration-versions`;
  expect((await reader.get(path)).status).toBe(200);
  expect((await reader.get(`/configuration-versions/${version.id}`)).status).toBe(200);
  expect((await reader.post(path, resource("configuration-versions", {}))).status).toBe(404);
  expect((await reader.post(`/configuration-versions/${version.id}/actions/archive`)).status).toBe(404);
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  expect((await stranger.get(`/configuration-versions/${version.id}`)).status).toBe(404);
});

test("versions are deleted with their workspace", async () => {
  const version = await uploaded();
  await http.delete(`/workspaces/${workspaceId}`);
  expect((await http.get(`/configuration-versions/${version.id}`)).status).toBe(404);
  expect(await upload(version)).toBe(404);
});

test("the state file keeps versions and the runs that use them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-versions-"));
  try {
    const stateFile = join(folder, "state.jsonl");
    const first = await Emulator.start({ stateFile });
    const principal = new HttpClient(first);
    const { id } = first.workspaces.create({ organization: "acme", name: "api" });
    const path = `/workspaces/${id}/configuration-versions`;
    const version = (await principal.post(path, resource("configuration-versions", {}))).data;
    await upload(version);
    const run = first.state().runs[0]!.id;
    const paths = [path, `/runs/${run}`];
    const before = await Promise.all(paths.map(async (it) => (await principal.get(it)).document.data));
    await first.stop();

    const second = await Emulator.start({ stateFile });
    const again = new HttpClient(second);
    expect(await Promise.all(paths.map(async (it) => (await again.get(it)).document.data))).toEqual(before);
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
