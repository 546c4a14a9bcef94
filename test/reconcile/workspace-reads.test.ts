import type { Workspace } from "../../src/model";
import { WorkspaceReads } from "../../src/reconcile/workspace-reads";
import { Acme } from "../support/acme";
import { changeSettings, changeTags } from "../support/project-settings";

/*
 * Tags of workspaces come with the lists, where a rule needs them. The requests are the point: with 10,000 workspaces,
 * one for each would take minutes.
 */

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** The requests since the last call, with what they include. */
function takeIncludes(): string[] {
  const taken = acme.emulator.requests.entries.map(({ method, path }) => {
    const url = new URL(path, acme.emulator.address);
    const include = url.searchParams.get("include");
    return `${method} ${url.pathname.replace("/api/v2/", "")}${include === null ? "" : ` with ${include}`}`;
  });
  acme.emulator.requests.clear();
  return taken;
}

const PAGE = "GET organizations/acme/workspaces";
const PAGE_WITH_TAGS = `${PAGE} with effective-tag-bindings`;

async function taggedWorkspaces(count: number): Promise<readonly string[]> {
  const ids = acme.addWorkspaces(count);
  await changeTags(acme.emulator, ids[0]!, { team: "net" });
  takeIncludes();
  return ids;
}

const TAGS = [{ key: "team", value: "net" }];

test("each page is read once with tags, and then no more", async () => {
  const ids = await taggedWorkspaces(150);
  const view = acme.view();
  await view.workspaces.includeTags();
  const all = await view.workspaces.all();
  expect(all.map(({ tags }) => tags)).toEqual(ids.map((_, index) => (index === 0 ? TAGS : [])));
  await view.workspaces.includeTags();
  await view.workspaces.all();
  expect((await view.workspaces.byId(ids[0]!))?.tags).toEqual(TAGS);
  expect(await view.workspaces.inProject(acme.defaultProjectId)).toHaveLength(150);
  expect(takeIncludes()).toEqual([PAGE_WITH_TAGS, PAGE_WITH_TAGS]);
});

test("pages that were read without tags are read once more, with them", async () => {
  const [id] = await taggedWorkspaces(3);
  const view = acme.view();
  expect((await view.workspaces.all()).map(({ tags }) => tags)).toEqual([undefined, undefined, undefined]);
  await Promise.all([view.workspaces.includeTags(), view.workspaces.includeTags()]);
  const all = await view.workspaces.all();
  expect(all.find((workspace) => workspace.id === id)?.tags).toEqual(TAGS);
  expect(takeIncludes()).toEqual([PAGE, PAGE_WITH_TAGS]);
});

test("the list of one project has tags, too, and is read again if it was read without", async () => {
  const [projectId] = acme.addProjects(1);
  const id = acme.addWorkspace("inside", projectId);
  acme.addWorkspaces(1000);
  await changeTags(acme.emulator, id, { team: "net" });
  takeIncludes();
  const view = acme.view();
  expect((await view.workspaces.inProject(projectId!))[0]?.tags).toBeUndefined();
  await view.workspaces.includeTags();
  expect((await view.workspaces.inProject(projectId!))[0]?.tags).toEqual(TAGS);
  expect((await view.workspaces.inProject(projectId!))[0]?.tags).toEqual(TAGS);
  expect(takeIncludes()).toEqual([PAGE, PAGE_WITH_TAGS]);
});

test("tags that a list had stay known after a move, and after a single read without them", async () => {
  const [id] = await taggedWorkspaces(2);
  const [projectId] = acme.addProjects(1);
  const view = acme.view();
  await view.workspaces.includeTags();
  await view.workspaces.all();
  await acme.client.projects.moveWorkspaces(projectId!, [id!]);
  view.workspaces.recordMove([{ id: id!, projectId: acme.defaultProjectId }], projectId!);
  expect(await view.workspaces.freshById(id!)).toMatchObject({ projectId, tags: TAGS });
  expect(await view.workspaces.inProject(projectId!)).toMatchObject([{ id, tags: TAGS }]);
});

test("a service that rejects the include is asked without it from then on, and tags stay unknown", async () => {
  await taggedWorkspaces(150);
  const rejection = { status: 400, path: "/organizations/acme/workspaces" };
  // Both spellings of the first page.
  acme.emulator.faults.add({ ...rejection, times: 2 });
  const view = acme.view();
  await view.workspaces.includeTags();
  const all = await view.workspaces.all();
  expect(all).toHaveLength(150);
  expect(all.every(({ tags }) => tags === undefined)).toBe(true);
  expect(takeIncludes()).toEqual([
    PAGE_WITH_TAGS,
    "GET organizations/acme/workspaces with effective_tag_bindings",
    PAGE,
    PAGE,
  ]);
});

test("a service that rejects the tags of workspaces may still include those of projects", async () => {
  const [projectId] = acme.addProjects(1);
  await changeSettings(acme.emulator, projectId!, { tags: { env: "prod" } });
  await taggedWorkspaces(1);
  acme.emulator.faults.add({ status: 400, path: "/organizations/acme/workspaces", times: 2 });
  const view = acme.view();
  await view.workspaces.includeTags();
  expect((await view.workspaces.all())[0]?.tags).toBeUndefined();
  expect((await view.upToDateProject(projectId!))?.tags).toEqual({ env: "prod" });
});

describe("an own move", () => {
  const inProject = (id: string, projectId: string): Workspace => ({ id, name: id, projectId, organization: "acme" });

  test("remember where a workspace was before the first one", () => {
    const { workspaces } = acme.view();
    workspaces.recordMove([inProject("ws-1", "prj-from")], "prj-between");
    workspaces.recordMove([inProject("ws-1", "prj-between")], "prj-to");
    expect(workspaces.beforeMoves(inProject("ws-1", "prj-to")).projectId).toBe("prj-from");
    expect(workspaces.beforeMoves(inProject("ws-2", "prj-to")).projectId).toBe("prj-to");
  });

  test("of a workspace that was not read outdates what an earlier process read", () => {
    const { workspaces } = acme.view();
    workspaces.recordMove([inProject("ws-1", "prj-from")], "prj-to");
    workspaces.recordEarlier([inProject("ws-1", "prj-from"), inProject("ws-2", "prj-from")]);
    expect(["ws-1", "ws-2"].map((id) => workspaces.peek(id)?.projectId)).toEqual(["prj-to", "prj-from"]);
  });

  test("of a workspace that was not read outdates the list of its project", async () => {
    const [from, to] = acme.addProjects(2);
    acme.addWorkspaces(1000);
    const [inside, moved] = [acme.addWorkspace("inside", to), acme.addWorkspace("moved", from)];
    const view = acme.view();
    expect((await view.workspaces.inProject(to!)).map(({ id }) => id)).toEqual([inside]);
    await acme.client.projects.moveWorkspaces(to!, [moved]);
    takeIncludes();
    expect(await view.workspaces.inProject(to!)).toHaveLength(1);
    expect(takeIncludes()).toEqual([]);
    view.workspaces.recordMove([{ id: moved, projectId: acme.defaultProjectId }], to!);
    expect((await view.workspaces.inProject(to!)).map(({ id }) => id).sort()).toEqual([inside, moved].sort());
    expect(takeIncludes()).toEqual([PAGE]);
  });
});

describe("the list of a project that fails", () => {
  test("is read again the next time", async () => {
    const [projectId] = acme.addProjects(1);
    acme.addWorkspaces(1000);
    acme.addWorkspace("inside", projectId);
    const { workspaces } = acme.view();
    acme.emulator.faults.add({ path: "filter[project][id]", status: 422 });
    await expect(workspaces.inProject(projectId!)).rejects.toMatchObject({ code: "unprocessable-entity" });
    expect(await workspaces.inProject(projectId!)).toMatchObject([{ name: "inside" }]);
  });

  test("leaves a list that was read since, with tags, in place", async () => {
    const lists: { readonly succeed: () => void; readonly fail: () => void }[] = [];
    let areHeld = true;
    const never = (): Promise<never> => Promise.reject(new Error("not read"));
    const reads = new WorkspaceReads({
      byId: never,
      byName: never,
      page: never,
      inProject: () =>
        new Promise((resolve, reject) => {
          lists.push({ succeed: () => resolve([]), fail: () => reject(new Error("down")) });
          if (!areHeld) resolve([]);
        }),
    });
    const started = async (count: number): Promise<void> => {
      while (lists.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    const withoutTags = reads.inProject("prj-1");
    await started(1);
    await reads.includeTags();
    const withTags = reads.inProject("prj-1");
    await started(2);
    lists[1]!.succeed();
    expect(await withTags).toEqual([]);
    lists[0]!.fail();
    await expect(withoutTags).rejects.toThrow("down");
    areHeld = false;
    expect(await reads.inProject("prj-1")).toEqual([]);
    expect(lists).toHaveLength(2);
  });
});

test("lists of managed projects count as reads that pages would have made unnecessary", async () => {
  const [one, other] = acme.addProjects(2);
  const ids = acme.addWorkspaces(300);
  const view = acme.view();
  for (const id of [one!, other!]) await view.projectWithSettings(id);
  for (const id of ids.slice(0, 2)) await view.workspaces.byId(id);
  await view.workspaces.inProject(one!);
  takeIncludes();
  await view.workspaces.inProject(other!);
  expect(takeIncludes()).toEqual([PAGE, PAGE, PAGE]);
});
