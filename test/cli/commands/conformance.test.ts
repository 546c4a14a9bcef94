import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CHECKS } from "../../../src/conformance/checks";
import { CliFixture } from "../cli-fixture";
import { CommandLine, waitForExit } from "../command-line";
import { waitUntil } from "../../support/wait-until";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  fixture = await CliFixture.create(cli);
  fixture.acme.takeRequests();
  rmSync(join(cli.folder, "state"), { recursive: true, force: true });
});
afterEach(() => fixture.dispose());

const UNCHANGED = { "Default Project": [] };
const WRITE = ["conformance", "--write", "--auto-approve"];

const conformance = (...args: readonly string[]) => fixture.run("conformance", ...args);
const journals = (): readonly string[] => {
  const folder = join(cli.folder, "state/tfprojects/conformance");
  return existsSync(folder) ? readdirSync(folder) : [];
};
/** Waits until the command has created its workspaces, whose next request waits for half a minute. */
async function created(): Promise<void> {
  fixture.acme.emulator.faults.add({ method: "POST", path: "/relationships/workspaces", delayMs: 30_000 });
  await waitUntil(() => fixture.acme.emulator.faults.pending.every(({ matched }) => matched > 0));
}

test("without --write, only reads are sent, and what needs more is named: exit status 0", async () => {
  const { status, stdout, stderr } = await conformance();

  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^tfprojects \S+, tfprojects emulator, API version 2\.6\n/);
  expect(stdout).toMatch(/\n\[skip\] \d+ more checks: --write is needed\n\[skip\] \d+ more checks: --run is needed\n/);
  expect(fixture.acme.takeRequests().every((request) => request.startsWith("GET "))).toBe(true);
  expect(journals()).toEqual([]);
});

test("--write --auto-approve says what it creates, and what the audit log shows, and leaves nothing", async () => {
  const { status, stdout, stderr } = await conformance("--write", "--auto-approve", "--json");

  expect([status, fixture.acme.world, journals()]).toEqual([0, UNCHANGED, []]);
  expect(stderr).toMatch(/ {2}- project tfprojects conformance \w+ A\n/);
  expect(stderr).toContain("The audit log shows each of these changes as yours.");
  const document = JSON.parse(stdout) as { readonly checks: readonly object[] };
  expect(document).toMatchObject({ kind: "conformance", as_expected: true, wrote: true, left: [] });
  expect(document.checks.length).toBe(CHECKS.length);
  // What can be attached to a report.
  expect(stdout).not.toMatch(/acme|Default Project|-[A-Za-z0-9]{16}/);
  expect(stdout).not.toContain(fixture.acme.emulator.token);
});

test("--write needs an approval: without a terminal, nothing is created", async () => {
  const { status, stderr } = await conformance("--write");

  expect([status, fixture.takeWrites()]).toEqual([1, []]);
  expect(stderr).toContain("Use --auto-approve to skip interactive approval.");
});

test.each([
  ["no", "no\n", 1, []],
  ["Ctrl-C", "\u0003", 130, []],
  ["yes", "yes\n", 0, undefined],
])("in a terminal, the answer %s decides", async (_, typed, status, writes) => {
  const result = await fixture.runInTerminal(["conformance", "--write"], [/Enter a value: /, typed]);

  expect([result.status, fixture.acme.world]).toEqual([status, UNCHANGED]);
  if (writes !== undefined) expect(fixture.takeWrites()).toEqual(writes);
});

test("a difference is shown with what was seen and what it means: exit status 2", async () => {
  fixture.acme.emulator.faults.add({ path: "/ping", status: 404 });
  const { status, stdout } = await conformance();

  expect(status).toBe(2);
  expect(stdout).toMatch(/\n\[FAIL\] GET \/api\/v2\/ping: .*\n {7}Seen: 404 .*\n {7}Check: ping\n {7}Consequence: /);
});

test("what could not be deleted is listed with the reason and what to do: exit status 3", async () => {
  fixture.acme.emulator.faults.add({ path: "safe-delete", status: 409, times: 3 });
  const { status, stdout, stderr } = await conformance(...WRITE.slice(1), "--json");

  expect([status, (JSON.parse(stdout) as { left: object[] }).left.length]).toEqual([3, 4]);
  expect(stderr).toMatch(
    /error: 4 objects could not be deleted:\n {2}- workspace "tfprojects-conformance-\w+-1" \(ws-/,
  );
  expect(stderr).toContain("Run `tfprojects conformance --write` again");
});

test("a killed run leaves its objects and a journal, by which the next run deletes them", async () => {
  const child = fixture.start(...WRITE);
  await created();
  child.kill("SIGKILL");
  await once(child, "close");
  expect(Object.values(fixture.acme.world).flat().length).toBe(3);
  expect(journals().length).toBe(1);
  fixture.acme.emulator.faults.clear();

  const reading = await conformance();
  expect([reading.status, reading.stderr]).toEqual([
    0,
    expect.stringMatching(/^Note: An earlier run has left project "/),
  ]);
  const { status, stderr } = await conformance("--write", "--auto-approve");
  expect([status, fixture.acme.world, journals()]).toEqual([0, UNCHANGED, []]);
  expect(stderr).toMatch(/An earlier run has left project ".* It will be deleted first\.\n/);
});

test("Ctrl-C finishes the request under way, and deletes what was created: exit status 1", async () => {
  const child = fixture.start(...WRITE);
  const ended = waitForExit(child);
  fixture.acme.emulator.faults.add({ method: "POST", path: "/relationships/workspaces", delayMs: 1_000 });
  await waitUntil(() => fixture.acme.emulator.faults.pending.every(({ triggered }) => triggered > 0));
  child.kill("SIGINT");
  const { status, stdout, stderr } = await ended;

  expect([status, fixture.acme.world, journals()]).toEqual([1, UNCHANGED, []]);
  expect(stderr).toContain("Interrupted. What was created is deleted.");
  expect(stdout).toContain("interrupted");
});

test.each([
  [["--run", "latest"], '"latest" is not a valid run ID (expected prefix `run-`).'],
  [["--organization", "globex"], 'GET /api/v2/organizations/globex: 404 "not found".'],
])("%j is an error: exit status 1", async (args, message) => {
  const { status, stderr } = await conformance(...args);

  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test("without an organization, the error says how to set one", async () => {
  const { status, stderr } = await cli.run(["conformance"], { ...fixture.environment, TFE_ORGANIZATION: "" });

  expect([status, stderr]).toEqual([1, expect.stringContaining("Use --organization NAME, or set TFE_ORGANIZATION.")]);
});
