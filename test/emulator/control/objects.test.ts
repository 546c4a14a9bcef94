import { Emulator } from "../../../src/emulator";
import { isGivenKind } from "../../../src/emulator/engine/options";
import { KINDS } from "../../../src/emulator/service-kinds";
import { controlRequest, listedOperations, makeOneOfEach } from "../control-client";

const STATED = KINDS.filter(isGivenKind).map(({ type, outOfBand }) => ({ type, ...outOfBand }));
const paths = (ofPairs: boolean): [string, string][] =>
  STATED.flatMap(({ type, path, pair }) => ((pair !== undefined) === ofPairs ? [[type, path]] : []));

let emulator: Emulator;
beforeEach(async () => {
  emulator = await Emulator.start();
  emulator.projects.create({ organization: "acme", name: "Platform" });
  emulator.workspaces.create({ organization: "acme", name: "api" });
  await makeOneOfEach(emulator);
});
afterEach(() => emulator.stop());

/** Performs the example of an operation. */
async function perform(method: string, path: string): ReturnType<typeof controlRequest> {
  const { example } = (await listedOperations(emulator)).find(
    (it) => it.method === method && it.path === `/_emulator${path}`,
  )!;
  return controlRequest(emulator, method, example.path.replace("/_emulator", ""), example.body);
}

test.each(paths(false))("objects of kind %s are in the state once they are created, until deleted", async (_, path) => {
  const before = emulator.state();
  const made = await perform("POST", path);
  expect(made).toMatchObject({ status: 200, document: { id: expect.any(String) } });
  const { id } = made.document as { readonly id: string };
  expect(JSON.stringify(emulator.state())).toContain(JSON.stringify(made.document));
  expect((await controlRequest(emulator, "DELETE", `${path}/${id}`)).status).toBe(204);
  expect(emulator.state()).toEqual(before);
  expect((await controlRequest(emulator, "DELETE", `${path}/${id}`)).status).toBe(400);
});

test.each(paths(false))("objects of kind %s are changed, and found by name", async (_, path) => {
  const { id } = (await perform("POST", path)).document as { readonly id: string };
  const { example } = (await listedOperations(emulator)).find(
    (it) => it.method === "PATCH" && it.path.startsWith(`/_emulator${path}/`),
  )!;
  const changes = { ...example.body, ...("name" in example.body! ? { name: "changed" } : {}) };
  const changed = await controlRequest(emulator, "PATCH", `${path}/${id}`, changes);
  // The name of an organization is its ID.
  const now = path === "/organizations" ? "changed" : id;
  expect(changed).toMatchObject({ status: 200, document: { id: now } });
  expect(JSON.stringify(emulator.state())).toContain(JSON.stringify(changed.document));
  expect(await controlRequest(emulator, "PATCH", `${path}/${now}`, {})).toEqual(changed);
  const found = await controlRequest(emulator, "GET", `${path}?organization=acme&name=CHANGED`);
  expect([changed.document, undefined]).toContainEqual(found.status === 405 ? undefined : found.document);
  expect((await controlRequest(emulator, "PATCH", `${path}/none-1`, {})).document).toMatchObject({
    error: expect.stringMatching(/no .* none-1/),
  });
});

test("only what can change is an option of a change", () => {
  const { id } = emulator.policySets.create({ organization: "acme", name: "cis", kind: "opa" });
  expect(() => emulator.policySets.update(id, { kind: "sentinel" } as object)).toThrow(/^\$\.kind: is unknown/);
  expect(() => emulator.policySets.update(id, { organization: "acme" } as object)).toThrow(/^\$\.organization: is/);
});

test.each(paths(true))("an object of kind %s is in the state once it is set, until unset", async (_, path) => {
  const before = emulator.state();
  const set = await perform("POST", path);
  expect(set).toEqual({ status: 200, document: { id: expect.any(String) } });
  const after = emulator.state();
  expect(after).not.toEqual(before);
  expect(await perform("POST", path)).toEqual(set);
  expect(emulator.state()).toEqual(after);
  expect((await perform("DELETE", path)).status).toBe(204);
  expect((await perform("DELETE", path)).status).toBe(204);
  expect(emulator.state()).toEqual(before);
});

test("refer to objects of their organization only", () => {
  emulator.organizations.create({ name: "other" });
  const projectId = emulator.projects.create({ organization: "other", name: "Elsewhere" }).id;
  const teamId = emulator.teams.create({ organization: "acme", name: "web" }).id;
  const problem = `Project ${projectId} is of another organization.`;
  expect(() => emulator.teams.grant({ teamId, projectId, access: "read" })).toThrow(problem);
  expect(() => emulator.variableSets.create({ organization: "acme", name: "aws", projectIds: [projectId] })).toThrow(
    problem,
  );
});

test("are deleted by the service's rules", () => {
  const agentPoolId = emulator.agentPools.create({ organization: "acme", name: "on-premises" }).id;
  const pool = { defaultExecutionMode: "agent", defaultAgentPoolId: agentPoolId } as const;
  const project = emulator.projects.create({ organization: "acme", name: "Private", ...pool });
  expect(() => emulator.agentPools.delete(agentPoolId)).toThrow("Agent pool on-premises is in use");
  emulator.projects.delete(project.id);
  emulator.agentPools.delete(agentPoolId);
  expect(emulator.state().organizations[0]?.agentPools.map(({ name }) => name)).not.toContain("on-premises");
});

test("are checked in the process, too", () => {
  const options = { organization: "acme", name: "aws", nam: "x" } as {
    readonly organization: string;
    readonly name: string;
  };
  expect(() => emulator.teams.create(options)).toThrow(/^\$\.nam: is unknown; expected one of "organization", "name"/);
});

test("the state has no secrets", () => {
  emulator.sshKeys.create({ organization: "acme", name: "modules", value: "private" });
  const variableSetId = emulator.variableSets.create({ organization: "acme", name: "aws" }).id;
  emulator.variables.create({ variableSetId, key: "KEY", value: "private", category: "env", sensitive: true });
  emulator.runTasks.create({ organization: "acme", name: "scan", hmacKey: "private" });
  expect(JSON.stringify(emulator.state())).not.toContain("private");
});
