import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";
import { stateFileOf } from "./crafted";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-state-"));
  stateFile = join(folder, "state.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("restores all changes after a restart", async () => {
  const first = await Emulator.start({ stateFile });
  const http = new HttpClient(first);
  const project = (
    await http.post("/organizations/acme/projects", resource("projects", { name: "Platform", description: "All" }))
  ).data;
  const gone = first.projects.create({ organization: "acme", name: "Gone" }).id;
  const { id } = first.workspaces.create({ organization: "acme", name: "api" });
  await http.post(`/projects/${project.id}/relationships/workspaces`, identifiers("workspaces", [id]));
  await http.delete(`/projects/${gone}`);
  const run = first.runs.start({ workspaceId: id, overridable: true, tasks: [{ name: "scan", stage: "pre_plan" }] });
  first.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed", message: "no" });
  const reader = first.tokens.create({ organization: "acme", role: "read-only" });
  const before = first.state();
  await first.stop();

  const second = await Emulator.start({ stateFile, seed: { organizations: [{ name: "unused" }] } });

  expect(second.state()).toEqual(before);
  expect(second.token).toBe(first.token);
  const shown = await new HttpClient(second, reader).get(`/projects/${project.id}`);
  expect(shown.data.attributes).toMatchObject({ name: "Platform", description: "All" });
  expect((await new HttpClient(second).get("/organizations/acme/projects")).names).toEqual([
    "Default Project",
    "Platform",
  ]);
  await second.stop();
});

test("restores the clock and pending timers after a restart", async () => {
  const now = (): number => 0;
  const first = await Emulator.start({ stateFile, now });
  const { id } = first.workspaces.create({ organization: "acme", name: "api" });
  const run = first.runs.start({ workspaceId: id, policyEvaluations: [{ status: "failed", overridable: true }] });
  first.clock.advance(3600);
  await new HttpClient(first).post(`/task-stages/${run.taskStages[0]!.id}/actions/override`);
  await first.stop();

  const second = await Emulator.start({ stateFile, now });
  expect(second.state().runs[0]!.taskStages[0]!.status).toBe("running");
  second.clock.advance(1);
  expect(second.state().runs[0]!.taskStages[0]!.status).toBe("passed");
  await second.stop();
});

test("writes each change before it is acknowledged", async () => {
  const emulator = await Emulator.start({ stateFile });
  const http = new HttpClient(emulator);
  for (const name of ["one", "two", "three"]) {
    await http.post("/organizations/acme/projects", resource("projects", { name }));
    expect(readFileSync(stateFile, "utf8").trimEnd().split("\n").at(-1)).toContain(`"name":"${name}"`);
  }
  await emulator.stop();
});

test("discards an incomplete last line, which was never acknowledged", async () => {
  const first = await Emulator.start({ stateFile });
  first.projects.create({ organization: "acme", name: "Platform" });
  const before = first.state();
  await first.stop();
  const [header = "", begin = "", change = ""] = readFileSync(stateFile, "utf8").split("\n");
  writeFileSync(stateFile, `${header}\n${begin}\n${change}\n4 0123456789abcdef [{"table":"projects","id":"prj-1","rec`);

  const second = await Emulator.start({ stateFile });
  expect(second.state()).toEqual(before);
  second.projects.create({ organization: "acme", name: "After" });
  await second.stop();

  const third = await Emulator.start({ stateFile });
  expect(third.projects.find("acme", "After")).toBeDefined();
  await third.stop();
});

test.each([
  [
    "another file",
    '{"name": "package"}\n',
    /is not a state file of this emulator, or is damaged: line 1: it is not a line/,
  ],
  [
    "a state with an invalid record",
    stateFileOf([{ table: "projects", id: "prj-1", record: {} }]),
    /line 2: \$\[0\]\.record/,
  ],
  ["a state with an unknown table", stateFileOf([{ table: "pets", id: "1", record: null }]), /"pets" is not a table/],
])("%s is rejected and not changed", async (_, content, message) => {
  writeFileSync(stateFile, content);
  await expect(Emulator.start({ stateFile })).rejects.toThrow(message);
  expect(readFileSync(stateFile, "utf8")).toBe(content);
});

test("a port in use leaves the file unlocked", async () => {
  const other = await Emulator.start();
  const port = Number(new URL(other.address).port);
  await expect(Emulator.start({ stateFile, port })).rejects.toThrow(/EADDRINUSE/);
  const emulator = await Emulator.start({ stateFile });
  await emulator.stop();
  await other.stop();
});

test("a folder or a device is rejected and not changed", async () => {
  await expect(Emulator.start({ stateFile: folder })).rejects.toThrow(/is not a regular file/);
  symlinkSync("/dev/full", stateFile);
  await expect(Emulator.start({ stateFile })).rejects.toThrow(/is not a regular file/);
});

test("a stopped emulator can be read, and does not change the file", async () => {
  const emulator = await Emulator.start({ stateFile });
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
  emulator.runs.start({ workspaceId: id, policyEvaluations: [{ status: "failed", overridable: true }] });
  await emulator.stop();
  const content = readFileSync(stateFile);
  expect(emulator.state().organizations[0]!.projects[0]!.workspaces[0]!.name).toBe("api");
  expect(emulator.workspaces.find("acme", "api")!.id).toBe(id);
  expect(() => emulator.projects.create({ organization: "acme", name: "Late" })).toThrow(/the emulator has stopped/);
  expect(readFileSync(stateFile).equals(content)).toBe(true);
});
