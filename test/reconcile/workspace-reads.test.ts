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
  view.workspaces.recordMove([id!], projectId!);
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
