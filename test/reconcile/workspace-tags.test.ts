import { Client, ForbiddenError } from "../../src/api";
import type { EmulatorOptions } from "../../src/emulator";
import type { Workspace } from "../../src/model";
import { NotVisibleError, OrganizationView } from "../../src/reconcile";
import { Acme } from "../support/acme";
import { Gate } from "../support/gate";
import { changeSettings } from "../support/project-settings";

/*
 * Tags that lists of workspaces do not include. The requests are the point: none is sent in vain, and their number has
 * a limit.
 */

let acme: Acme;
afterEach(() => acme.stop());

async function start(options: EmulatorOptions): Promise<void> {
  acme = await Acme.start(options);
}

const LIST = "GET organizations/acme/workspaces?page[number]=1&page[size]=100&include=effective-tag-bindings";
const counted = (key: string): string => `GET organizations/acme/workspaces?page[size]=1&filter[tagged][0][key]=${key}`;
const tagsOf = (id: string): string => `GET workspaces/${id}/effective-tag-bindings`;

/** The requests since the last call, with their queries. */
function takeRequests(): string[] {
  const taken = acme.emulator.requests.entries.map(
    ({ method, path }) => `${method} ${decodeURIComponent(path).replace("/api/v2/", "")}`,
  );
  acme.emulator.requests.clear();
  return taken;
}

/** All workspaces by name, with their tags as `key=value`, or with the reason why they are unknown. */
async function read(view: OrganizationView, keys: readonly string[] = ["team"]): Promise<Record<string, unknown>> {
  await view.workspaces.includeTags();
  return shown(await view.workspacesWithTags(await view.workspaces.all(), keys));
}

function shown(workspaces: readonly Workspace[]): Record<string, unknown> {
  return Object.fromEntries(
    workspaces.map(({ name, tags, unknownTags }) => [
      name,
      tags === undefined ? unknownTags : tags.map(({ key, value }) => `${key}=${value}`),
    ]),
  );
}

/** `tagged` has a tag, `inheriting` one of its project, and `bare` none. */
async function threeWorkspaces(): Promise<Readonly<Record<"tagged" | "inheriting" | "bare", string>>> {
  const project = acme.addProject("Shared");
  await changeSettings(acme.emulator, project, { tags: { team: "app" } });
  const tagged = acme.addWorkspace("tagged");
  const ids = { tagged, inheriting: acme.addWorkspace("inheriting", project), bare: acme.addWorkspace("bare") };
  await acme.tag(tagged, { team: "net" });
  takeRequests();
  return ids;
}

const KNOWN = { tagged: ["team=net"], inheriting: [], bare: [] };

describe("the own tags of workspaces", () => {
  test.each(["always", "tagged"] as const)("come with the list where it has those of %s", async (tagRelationships) => {
    await start({ tagRelationships });
    await threeWorkspaces();
    expect(await read(acme.view())).toEqual(KNOWN);
    expect(takeRequests()).toEqual([LIST]);
  });

  test("are read by themselves where lists have links only, once, for those that have a link", async () => {
    await start({ tagRelationships: "links" });
    const { tagged, inheriting } = await threeWorkspaces();
    const view = acme.view();
    expect(await read(view)).toEqual(KNOWN);
    expect(takeRequests().sort()).toEqual([LIST, tagsOf(tagged), tagsOf(inheriting)].sort());
    expect(await read(view, ["env"])).toEqual(KNOWN);
    expect(takeRequests()).toEqual([]);
  });

  test("are read by themselves where the service rejects the include, for those that have a link", async () => {
    await start({ tagRelationships: "tagged" });
    const { tagged, inheriting } = await threeWorkspaces();
    acme.emulator.faults.add({ status: 400, path: /include=/, times: Infinity });
    expect(await read(acme.view())).toEqual(KNOWN);
    expect(takeRequests().filter((request) => !request.includes("organizations/"))).toEqual([
      tagsOf(tagged),
      tagsOf(inheriting),
    ]);
  });

  test("are none where no list refers to any, and no workspace has the keys: a request for each key", async () => {
    await start({ tagRelationships: "never" });
    await threeWorkspaces();
    const view = acme.view();
    expect(await read(view, ["env", "cost"])).toEqual({ tagged: [], inheriting: [], bare: [] });
    expect(takeRequests()).toEqual([LIST, counted("env"), counted("cost")]);
    // Other keys take requests of their own.
    const unknown = { tagged: "not-reported", inheriting: "not-reported", bare: "not-reported" };
    expect(await read(view, ["cost", "team"])).toEqual(unknown);
    expect(takeRequests()).toEqual([counted("team")]);
    expect(await read(view, ["env"])).toEqual({ tagged: [], inheriting: [], bare: [] });
    expect(await read(view, [])).toEqual(unknown);
    expect(takeRequests()).toEqual([]);
  });

  test("are unknown where a workspace has a key only by inheritance", async () => {
    await start({ tagRelationships: "never" });
    const { tagged } = await threeWorkspaces();
    await acme.tag(tagged, {});
    expect(await read(acme.view())).toMatchObject({ bare: "not-reported" });
  });

  test("are unknown where the service ignores the filter", async () => {
    await start({ tagRelationships: "never", tagFilter: "ignore" });
    await threeWorkspaces();
    const unknown = { tagged: "not-filtered", inheriting: "not-filtered", bare: "not-filtered" };
    expect(await read(acme.view(), ["env"])).toEqual(unknown);
    expect(takeRequests()).toEqual([LIST, counted("env")]);
  });

  test.each([400, 422])("are unknown where the service rejects the filter with %d", async (status) => {
    await start({ tagRelationships: "never" });
    await threeWorkspaces();
    acme.emulator.faults.add({ status, path: "filter[tagged]", times: Infinity });
    expect(await read(acme.view(), ["env"])).toMatchObject({ bare: "not-filtered" });
  });

  test("are none where the only list with references to tags is the one by tags", async () => {
    await start({ tagRelationships: "tagged" });
    const project = acme.addProject("Other");
    const [bare, tagged] = [acme.addWorkspace("bare"), acme.addWorkspace("tagged", project)];
    acme.addWorkspaces(1000, project);
    await acme.tag(tagged, { team: "net" });
    const view = acme.view();
    await view.workspaces.includeTags();
    const inside = await view.workspaces.inProject(acme.defaultProjectId);
    takeRequests();
    expect(await view.workspacesWithTags(inside, ["team"])).toMatchObject([{ id: bare, tags: [] }]);
    expect(takeRequests()).toEqual([counted("team")]);
  });

  test("of a project are unknown where the list by tags refers to none, whatever the number", async () => {
    await start({ tagRelationships: "never", tagFilter: "ignore" });
    const project = acme.addProject("Other");
    acme.addWorkspaces(1000, project);
    acme.addWorkspace("bare");
    const view = acme.view();
    await view.workspaces.includeTags();
    const inside = await view.workspaces.inProject(acme.defaultProjectId);
    expect(shown(await view.workspacesWithTags(inside, ["team"]))).toEqual({ bare: "not-reported" });
  });

  test("are unknown where several that are read by themselves share a tag without an origin", async () => {
    await start({ tagRelationships: "links" });
    const { inheriting } = await threeWorkspaces();
    const projectId = acme.emulator.workspaces.find("acme", "inheriting")?.projectId;
    acme.addWorkspace("sibling", projectId);
    const gate = await Gate.start(acme.emulator.address);
    try {
      gate.keeper = { rewrite: (body) => body.replaceAll('"inherited-from"', '"from"') };
      const client = new Client({ address: gate.address, token: acme.emulator.token, env: {} });
      const view = new OrganizationView(client, "acme");
      expect(inheriting).toBeDefined();
      expect(await read(view)).toEqual({ ...KNOWN, inheriting: "indistinct", sibling: "indistinct" });
    } finally {
      await gate.stop();
    }
  });

  test("are not concluded from a read of another workspace by itself, which may say more than lists", async () => {
    await start({ tagRelationships: "never" });
    const { tagged } = await threeWorkspaces();
    const view = acme.view();
    const { tags, unknownTags } = (
      await view.workspacesWithTags([(await view.workspaces.byId(tagged))!], ["team"])
    )[0]!;
    expect([tags, unknownTags]).toEqual([[{ key: "team", value: "net" }], undefined]);
    expect(await read(view)).toMatchObject({ bare: "not-reported" });
  });
});

describe("more workspaces than are read one by one", () => {
  const LIMIT = 100;

  async function tagged(count: number): Promise<readonly string[]> {
    await start({ tagRelationships: "links" });
    const ids = acme.addWorkspaces(count);
    await Promise.all(ids.map((id) => acme.tag(id, { team: "net" })));
    acme.addWorkspace("bare");
    takeRequests();
    return ids;
  }

  test("are not read at all; one without a link has no tags", async () => {
    await tagged(LIMIT + 1);
    const found = await read(acme.view());
    expect(takeRequests().filter((request) => !request.includes("organizations/"))).toEqual([]);
    expect(found).toMatchObject({ "workspace-0": "too-many-links", "workspace-100": "too-many-links", bare: [] });
  });

  test("as many as that are read, and no more of the organization afterwards", async () => {
    const ids = await tagged(LIMIT);
    const view = acme.view();
    const found = await read(view);
    expect(new Set(Object.values(found).map(String))).toEqual(new Set(["team=net", ""]));
    expect(takeRequests()).toHaveLength(2 + LIMIT);
    const late = acme.addWorkspace("late");
    await acme.tag(late, { team: "net" });
    const inside = await view.workspaces.freshInProject(acme.defaultProjectId);
    takeRequests();
    const again = shown(await view.workspacesWithTags(inside, ["team"]));
    expect(takeRequests()).toEqual([]);
    expect(again).toMatchObject({ late: "too-many-links", "workspace-0": ["team=net"] });
    expect(Object.keys(again)).toHaveLength(ids.length + 2);
  });
});

describe("tags that a list links to, and that are not found,", () => {
  beforeEach(() => start({ tagRelationships: "links" }));

  test("are unknown if the workspace is still there", async () => {
    const { tagged, inheriting } = await threeWorkspaces();
    acme.emulator.faults.add({ status: 404, path: tagsOf(tagged).replace("GET ", "") });
    expect(await read(acme.view())).toEqual({ ...KNOWN, tagged: "link-not-found" });
    expect(takeRequests().sort()).toEqual(
      [LIST, tagsOf(tagged), tagsOf(inheriting), `GET workspaces/${tagged}`].sort(),
    );
  });

  test("are those of a workspace that was deleted, and is left out", async () => {
    const { inheriting, tagged } = await threeWorkspaces();
    const view = acme.view();
    await view.workspaces.includeTags();
    const all = await view.workspaces.all();
    acme.emulator.workspaces.delete(tagged);
    expect(shown(await view.workspacesWithTags(all, ["team"]))).toEqual({ inheriting: [], bare: [] });
    expect(takeRequests()).toContain(tagsOf(inheriting));
    expect(view.workspaces.peek(tagged)).toBeUndefined();
  });

  test("are an error if the token sees neither the workspace nor the default project", async () => {
    const { tagged } = await threeWorkspaces();
    const project = acme.addProject("Own");
    acme.emulator.workspaces.move(tagged, project);
    const scope = { organization: "acme", role: "team" } as const;
    const token = acme.emulator.tokens.create({ ...scope, projects: { [project]: ["read"] } });
    const view = acme.viewWith(token);
    await view.workspaces.includeTags();
    const all = await view.workspaces.all();
    acme.emulator.tokens.update({ token, ...scope, projects: {} });
    await expect(view.workspacesWithTags(all, ["team"])).rejects.toThrow(NotVisibleError);
  });
});

describe("a read of tags that fails", () => {
  test("is an error, and is sent again the next time", async () => {
    await start({ tagRelationships: "links" });
    const { tagged } = await threeWorkspaces();
    const view = acme.view();
    acme.emulator.faults.add({ status: 403, path: tagsOf(tagged).replace("GET ", "") });
    await expect(read(view)).rejects.toThrow(ForbiddenError);
    expect(await read(view)).toEqual(KNOWN);
  });

  test("of the list by tags is an error, too", async () => {
    await start({ tagRelationships: "never" });
    await threeWorkspaces();
    const view = acme.view();
    acme.emulator.faults.add({ status: 403, path: "filter[tagged]" });
    await expect(read(view, ["env"])).rejects.toThrow(ForbiddenError);
    expect(await read(view, ["env"])).toMatchObject({ bare: [] });
  });
});
