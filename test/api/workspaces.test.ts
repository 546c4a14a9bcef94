import { Client, NotFoundError } from "../../src/api";
import { Emulator } from "../../src/emulator";

let emulator: Emulator;
let client: Client;

beforeEach(async () => {
  emulator = await Emulator.start();
  client = new Client({ address: emulator.address, token: emulator.token, env: {} });
});
afterEach(async () => {
  client.close();
  await emulator.stop();
});

async function names(filters: Parameters<Client["workspaces"]["list"]>[1]): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of client.workspaces.list("acme", filters)) found.push(name);
  return found.sort();
}

test("a workspace is the same by its id and by its name, and tells where it lives", async () => {
  const project = emulator.addProject({ organization: "acme", name: "Platform" });
  const { id } = emulator.addWorkspace({ organization: "acme", name: "api", projectId: project.id });
  const workspace = await client.workspaces.get(id);
  expect(workspace).toMatchObject({ id, name: "api", projectId: project.id, organization: "acme" });
  expect(await client.workspaces.getByName("acme", "api")).toEqual(workspace);
});

test("what is not there is not found", async () => {
  await expect(client.workspaces.get("ws-0000000000000000")).rejects.toThrow(NotFoundError);
  await expect(client.workspaces.getByName("acme", "unknown")).rejects.toThrow(NotFoundError);
});

test("workspaces are listed by project and by a part of the name", async () => {
  const project = emulator.addProject({ organization: "acme", name: "Platform" });
  emulator.addWorkspace({ organization: "acme", name: "api-prod", projectId: project.id });
  emulator.addWorkspace({ organization: "acme", name: "api-test" });
  emulator.addWorkspace({ organization: "acme", name: "web" });
  expect(await names({})).toEqual(["api-prod", "api-test", "web"]);
  expect(await names({ projectId: project.id })).toEqual(["api-prod"]);
  expect(await names({ searchName: "api" })).toEqual(["api-prod", "api-test"]);
  expect((await client.workspaces.listPage("acme", { size: 2 })).pagination).toMatchObject({
    totalCount: 3,
    nextPage: 2,
  });
});
