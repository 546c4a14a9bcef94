import { Client, NotFoundError, UnexpectedResponseError } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { listDocument, ScriptedService } from "./scripted-service";
import { shows } from "../fidelity";

const organization = (relationships: object): object => ({
  data: { id: "acme", type: "organizations", attributes: { name: "acme" }, relationships },
});

shows("workspaces: The default project");
test("reads an organization with its default project's ID in one request", async () => {
  const emulator = await Emulator.start();
  const { defaultProjectId } = emulator.organizations.create({ name: "globex" });
  const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  expect(await client.organizations.get("globex")).toMatchObject({ name: "globex", defaultProjectId });
  expect(emulator.requests.entries).toHaveLength(1);
  await expect(client.organizations.get("unknown")).rejects.toThrow(NotFoundError);
  await emulator.stop();
});

shows("workspaces: include=default-project");
test("includes the default project on request", async () => {
  const emulator = await Emulator.start();
  const { defaultProjectId } = emulator.organizations.create({ name: "globex" });
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

describe("a Terraform Enterprise that has no projects yet: the error names the release that has them", () => {
  let service: ScriptedService;
  beforeEach(async () => {
    service = await ScriptedService.start();
  });
  afterEach(async () => {
    await service.stop();
  });

  const workspace = { id: "ws-1", type: "workspaces", attributes: { name: "api" }, relationships: {} };
  const HAS_PROJECTS = "Projects require Terraform Enterprise v202302-1 or later: upgrade it.";

  test.each<[string, string, object, (client: Client) => Promise<unknown>]>([
    [
      "an organization",
      "organizations acme has no relationship `default-project`",
      organization({}),
      (client) => client.organizations.get("acme"),
    ],
    [
      "a workspace",
      "workspaces ws-1 has no relationship `project`",
      { data: workspace },
      (client) => client.workspaces.get("ws-1"),
    ],
    [
      "a list of workspaces",
      "workspaces ws-1 has no relationship `project`",
      listDocument([workspace]),
      (client) => client.workspaces.listPage("acme"),
    ],
  ])("%s", async (_, what, body, read) => {
    service.script({ body });
    const error = await read(service.client()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect((error as Error).message).toMatch(new RegExp(`${what}. ${HAS_PROJECTS}$`));
    expect(error).toMatchObject({ isIncomplete: true, outcomeUnknown: false });
  });

  test("and the service's own, if it says which it is", async () => {
    service.script({ body: { data: workspace }, headers: { "x-tfe-version": "v202210-1" } });
    await expect(service.client().workspaces.get("ws-1")).rejects.toThrow(
      `${HAS_PROJECTS} The service's release is v202210-1.`,
    );
  });

  test("what else a resource lacks is a matter of the release, not of the address", async () => {
    service.script({ body: { data: { ...workspace, attributes: {} } } });
    await expect(service.client().workspaces.get("ws-1")).rejects.toThrow(
      "workspaces ws-1 has no attribute `name`. Check the release of the service.",
    );
  });
});
