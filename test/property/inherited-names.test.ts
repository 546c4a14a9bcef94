import { Emulator } from "../../src/emulator";
import { PLACEHOLDERS } from "../../src/emulator/control/example-values";
import { exampleRequest, inQuery } from "../../src/emulator/control/operation";
import { CONTROL_ROUTES } from "../../src/emulator/control/operations";
import type { ServiceRoute } from "../../src/emulator/engine/kind";
import { ROUTES } from "../../src/emulator/service-kinds";
import { controlRequest } from "../emulator/control-client";
import { HttpClient } from "../emulator/http-client";

/*
 * Every object of JavaScript has members of these names. Whatever a request says with one of them is unknown, wherever
 * it stands: a look-up that finds the inherited member ends in a server error, or in a value that nobody sent.
 */
const INHERITED = ["constructor", "toString", "hasOwnProperty", "__proto__"];

const SEED = {
  organizations: [
    {
      name: "acme",
      projects: [{ name: "One", tags: { a: "b" }, workspaces: ["api"] }],
      agentPools: [{ name: "pool" }],
      teams: [{ name: "ops", projects: { One: "admin" } }],
      variableSets: [{ name: "aws", projects: ["One"] }],
      policySets: [{ name: "soc2", global: true }],
      sshKeys: [{ name: "modules", value: "key" }],
    },
  ],
} as const;

let emulator: Emulator;
let http: HttpClient;
/** An ID of each kind by its prefix. */
let known: ReadonlyMap<string, string>;

beforeEach(async () => {
  emulator = await Emulator.start({ seed: SEED, callRunTasks: "never" });
  http = new HttpClient(emulator);
  const workspaceId = emulator.workspaces.find("acme", "api")!.id;
  const taskId = emulator.runTasks.create({ organization: "acme", name: "scan" }).id;
  emulator.runTasks.attach({ workspaceId, taskId });
  emulator.runs.start({ workspaceId, policyEvaluations: [{}] });
  const ids = JSON.stringify(emulator.state()).match(/\b[a-z]+-[A-Za-z0-9]{16}\b/g) ?? [];
  known = new Map(ids.map((id) => [id.slice(0, id.indexOf("-") + 1), id]));
});
afterEach(() => emulator.stop());

/** A path of a route with IDs that exist, as far as the state tells them. */
function pathOf({ path }: Pick<ServiceRoute, "path">): string {
  return path.replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const placeholder = PLACEHOLDERS[parameter] ?? parameter;
    return known.get(placeholder.slice(0, placeholder.indexOf("-") + 1)) ?? placeholder;
  });
}

/** Documents that say something with the name, in every place of a document. */
function documentsWith(name: string, path: string): readonly object[] {
  const last = path.slice(path.lastIndexOf("/") + 1);
  const own = { [name]: name };
  return ["projects", "workspaces", last].flatMap((type) => [
    { data: { type, attributes: own, relationships: { [name]: { data: { type: name, id: name } } }, [name]: name } },
    { data: { type, attributes: { "vcs-repo": own, "setting-overwrites": own, outcomes: [own], stages: [name] } } },
    { data: [{ type, id: name, attributes: own, [name]: name }] },
    { data: { type: name, id: name }, [name]: {} },
  ]);
}

test.each(INHERITED)("%s is unknown to every operation of the service", async (name) => {
  const problems: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<number> => {
    const { status, text } = await http.send(method, path, body);
    if (status >= 500) problems.push(`${method} ${path} ${JSON.stringify(body)}: ${text}`);
    return status;
  };
  for (const { method, path, query } of ROUTES) {
    if (path.includes(":")) await send(method, path.replaceAll(/:\w+/g, name));
    if (method === "GET") {
      const parameters = (query?.emulated ?? []).map((it) => it.replace("[i]", "[0]"));
      for (const parameter of [...parameters, `filter[${name}]`, name]) {
        const found = await send(method, `${pathOf({ path })}?${new URLSearchParams([[parameter, name]]).toString()}`);
        // The list of stacks is always empty, in any order.
        const selects = ["sort", "include"].includes(parameter) && !path.endsWith("/stacks");
        if (selects && ![400, 404].includes(found)) problems.push(`${path}?${parameter}=${name}: ${found}`);
      }
    } else if (method !== "DELETE") {
      for (const body of documentsWith(name, path)) await send(method, pathOf({ path }), body);
    }
  }
  expect(problems).toEqual([]);
  expect(emulator.state().organizations[0]).toMatchObject({ name: "acme" });
});

test.each(INHERITED)("%s is unknown to every control operation", async (name) => {
  const problems: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const { status, document } = await controlRequest(emulator, method, path, body);
    if (status >= 500) problems.push(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(document)}`);
  };
  for (const it of CONTROL_ROUTES) {
    const { method, path, example } = it;
    await send(method, path.replaceAll(/:\w+/g, name));
    const input = Object.entries(example?.(PLACEHOLDERS) ?? {});
    const { path: filled } = exampleRequest({ ...it, example: undefined }, PLACEHOLDERS);
    for (const key of [name, ...input.map(([key]) => key)]) {
      const query = new URLSearchParams([[key, name]]).toString();
      if (inQuery(method)) await send(method, `${filled}?${query}`);
      else {
        for (const value of [name, { [name]: name }, [name]]) {
          await send(method, filled, { ...Object.fromEntries(input), [key]: value });
        }
      }
    }
  }
  expect(problems).toEqual([]);
});

test.each(INHERITED)("%s is a name like others where the service gives no rule against it", async (name) => {
  const workspace = emulator.workspaces.create({ organization: "acme", name });
  const project = emulator.projects.create({ organization: "acme", name: "Two", tags: { [name]: name } });

  expect(emulator.workspaces.find("acme", name)).toEqual(workspace);
  expect((await http.get(`/organizations/acme/workspaces/${name}`)).data.id).toBe(workspace.id);
  expect(Object.entries(emulator.projects.find("acme", "Two")!.tags)).toEqual([[name, name]]);
  const listed = await http.get("/organizations/acme/projects", { "filter[tagged][0][key]": name });
  expect(listed.list.map(({ id }) => id)).toEqual([project.id]);
});

test("an unknown member of a value that only the service knows is ignored, whatever its name", async () => {
  const { id } = emulator.workspaces.find("acme", "api")!;
  for (const name of ["unknown", ...INHERITED]) {
    const attributes = { "vcs-repo": { identifier: "acme/api", [name]: name } };
    const { status } = await http.patch(`/workspaces/${id}`, { data: { type: "workspaces", attributes } });
    const { data } = await http.get(`/workspaces/${id}`);
    expect([name, status, data.attributes["vcs-repo-identifier"]]).toEqual([name, 200, "acme/api"]);
  }
});
