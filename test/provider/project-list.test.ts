import type { ProjectState } from "../../src/model";
import type { ListedObject } from "../../src/plugin";
import { projectList } from "../../src/provider/project-list";
import { ProviderData } from "../../src/provider/provider-data";
import { Acme } from "../support/acme";
import { contextOf, error, errorsOf, warning } from "./context";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

type Config = Parameters<typeof projectList.list>[0]["config"];
const ALL: Config = { names: null, search: null, can_create_workspace: null, can_update: null, organization: null };

function list(config: Partial<Config> = {}, includesState = false, organization = ["acme"]) {
  const context = contextOf(acme, new ProviderData(acme.client, organization[0]));
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
    expect(await errorsOf(() => all({ organization: "other" }))).toMatchObject([
      { summary: 'Cannot list the projects of organization "other"', attribute: undefined },
    ]);
    expect(await errorsOf(() => all({}, false, []))).toMatchObject([{ summary: "No organization configured" }]);
  });

  it("leaves out a project that was deleted since it was listed, with a warning", async () => {
    const id = acme.addProject("Platform");
    acme.emulator.faults.add({ path: new RegExp(`/projects/${id}`), status: 404, times: Infinity });
    const context = contextOf(acme);
    const config = { ...ALL, names: ["Platform", "default project"] };
    const found = [];
    for await (const object of projectList.list({ config, includesState: true }, context)) found.push(object);
    expect(names(found)).toEqual(["Default Project"]);
    expect(context.diagnostics.entries).toEqual([
      warning(
        "Project not found",
        `Project "Platform" (${id}) was not found: it was deleted, or the token is not authorized to see it. It ` +
          `counts ` +
          "as deleted. It is left out. If it still exists, do not apply this: use a token that sees all projects " +
          "of the " +
          "organization.",
      ),
    ]);
  });

  it("is refused if it lacks a project, and the token does not see the default project", async () => {
    const id = acme.addProject("Platform");
    const projects = { [id]: ["read"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const context = contextOf({ client: acme.viewWith(token).client });
    const listing = projectList.list({ config: { ...ALL, names: ["Other"] }, includesState: false }, context);
    expect(await errorsOf(() => listing[Symbol.asyncIterator]().next())).toEqual([
      error(
        'Cannot list the projects of organization "acme"',
        expect.stringContaining('Project "Other" was not found: it was deleted, or') as string,
      ),
    ]);
  });
});
