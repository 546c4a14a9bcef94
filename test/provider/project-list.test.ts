import type { ProjectState } from "../../src/model";
import { Diagnostics, type ListedObject } from "../../src/plugin";
import { JsonLogger } from "../../src/plugin/logger";
import { projectList } from "../../src/provider/project-list";
import { ProviderData } from "../../src/provider/provider-data";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

type Config = Parameters<typeof projectList.list>[0]["config"];
const ALL: Config = { names: null, search: null, can_create_workspace: null, can_update: null, organization: null };

function list(config: Partial<Config> = {}, includesState = false, organization = ["acme"]) {
  const context = {
    diagnostics: new Diagnostics(),
    signal: new AbortController().signal,
    logger: new JsonLogger({ module: "test", write: () => undefined, level: "off" }),
    provider: new ProviderData(acme.client, organization[0]),
  };
  return projectList.list({ config: { ...ALL, ...config }, includesState }, context);
}

async function all(...args: Parameters<typeof list>): Promise<readonly ListedObject[]> {
  const found = [];
  for await (const object of list(...args)) found.push(object);
  return found;
}

const names = (objects: readonly ListedObject[]) => objects.map(({ displayName }) => displayName).sort();

describe("the list of projects", () => {
  it("has every project that matches, with its identity, in one request for 100", async () => {
    acme.addProjects(120);
    const found = await all();
    expect(found).toHaveLength(121);
    expect(found).toContainEqual({
      displayName: "Project 7",
      identity: { id: acme.project("Project 7")!.id, hostname: new URL(acme.emulator.address).host },
    });
    expect(acme.takeRequests()).toHaveLength(2);
    expect(names(await all({ search: "Project 11" }))).toEqual(
      ["Project 11", ...Array.from({ length: 10 }, (_, index) => `Project 11${index}`)].sort(),
    );
    expect(names(await all({ names: ["project 1", "Project 2", "Project none"] }))).toEqual(["Project 1", "Project 2"]);
    expect(await all({ can_update: true, can_create_workspace: true })).toHaveLength(121);
  });

  it("reads no page that nobody takes", async () => {
    acme.addProjects(120);
    for await (const _ of list()) break;
    expect(acme.takeRequests()).toHaveLength(1);
  });

  it("has the state that an import would have, if it is asked for", async () => {
    const id = acme.addProject("Platform", { description: "Shared", autoDestroyActivityDuration: "14d" });
    const states = (await all({}, true)).map(({ state }) => state as ProjectState);
    const expected = { id, description: "Shared", auto_destroy_activity_duration: "14d", deletion_policy: "refuse" };
    expect(states.find(({ name }) => name === "Platform")).toMatchObject(expected);
    // It cannot be deleted.
    expect(states.find(({ name }) => name === "Default Project")).toMatchObject({ deletion_policy: "retain" });
  });

  it("says which organization cannot be listed, and that none is configured", async () => {
    await expect(all({ organization: "other" })).rejects.toThrow('Cannot list the projects of organization "other"');
    await expect(all({}, false, [])).rejects.toThrow("No organization configured");
  });
});
