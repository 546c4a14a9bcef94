import { Client, NotFoundError, UnexpectedResponseError } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { ScriptedService } from "./scripted-service";
import { shows } from "../fidelity";

const organization = (relationships: object): object => ({
  data: { id: "acme", type: "organizations", attributes: { name: "acme" }, relationships },
});

shows("workspaces: The default project");
test("reads an organization with its default project's ID in one request", async () => {
  const emulator = await Emulator.start();
  const { defaultProjectId } = emulator.organizations.create("globex");
  const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  expect(await client.organizations.get("globex")).toMatchObject({ name: "globex", defaultProjectId });
  expect(emulator.requests.entries).toHaveLength(1);
  await expect(client.organizations.get("unknown")).rejects.toThrow(NotFoundError);
  await emulator.stop();
});

shows("workspaces: include=default-project");
test("includes the default project on request", async () => {
  const emulator = await Emulator.start();
  const { defaultProjectId } = emulator.organizations.create("globex");
  const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  const { defaultProject } = await client.organizations.get("globex", { include: ["default-project"] });
  expect(defaultProject).toMatchObject({ id: defaultProjectId, name: "Default Project", organization: "globex" });
  expect((await client.organizations.get("globex")).defaultProject).toBeUndefined();
  expect(emulator.requests.entries).toHaveLength(2);
  await emulator.stop();
});

describe("a release that sends the default project only when it is included", () => {
  let service: ScriptedService;
  beforeEach(async () => {
    service = await ScriptedService.start();
  });
  afterEach(async () => {
    await service.stop();
  });

  shows("workspaces: The default project");
  test("is sent the include parameter", async () => {
    service.script(
      { body: organization({}) },
      { body: organization({ "default-project": { data: { id: "prj-1", type: "projects" } } }) },
    );
    expect((await service.client().organizations.get("acme")).defaultProjectId).toBe("prj-1");
    expect(service.requests[1]!.path).toBe("/api/v2/organizations/acme?include=default-project");
  });

  test("fails when it never sends the default project", async () => {
    service.script({ body: organization({}) });
    await expect(service.client().organizations.get("acme")).rejects.toThrow(UnexpectedResponseError);
  });
});
