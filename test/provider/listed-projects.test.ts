import { Diagnostics } from "../../src/plugin";
import { checkListed, filtersIn, isFiltered } from "../../src/provider/listed-projects";
import { NotVisibleError, type OrganizationView } from "../../src/reconcile";
import { Acme } from "../support/acme";
import { refusalOf, warning } from "./context";

const UNSET = { names: null, search: null, can_create_workspace: null, can_update: null };

test("filters are those that the code sets", () => {
  const none = { names: undefined, search: undefined, canCreateWorkspace: false, canUpdate: false };
  expect(filtersIn(UNSET)).toEqual(none);
  expect(filtersIn({ ...UNSET, can_create_workspace: false, can_update: false })).toEqual(none);
  const all = { names: ["Platform"], search: "plat", can_create_workspace: true, can_update: true };
  expect(filtersIn(all)).toEqual({ names: ["Platform"], search: "plat", canCreateWorkspace: true, canUpdate: true });
});

test("all of them but names leave out projects that the token sees", () => {
  const filters = [{}, { names: ["a"] }, { canUpdate: false }, { canCreateWorkspace: false }];
  expect(filters.map(isFiltered)).toEqual([false, false, false, false]);
  expect([{ search: "" }, { canUpdate: true }, { canCreateWorkspace: true }].map(isFiltered)).toEqual([
    true,
    true,
    true,
  ]);
});

describe("a list that lacks projects", () => {
  let acme: Acme;
  let token: string;
  let platform: string;
  beforeAll(async () => {
    acme = await Acme.start();
    token = acme.emulator.tokens.create({ organization: "acme", role: "owner" });
    platform = acme.addProject("Platform");
  });
  afterAll(() => acme.stop());

  const seeOnly = (...ids: readonly string[]): void => {
    const projects = Object.fromEntries(ids.map((id) => [id, ["read" as const]]));
    acme.emulator.tokens.update({ token, organization: "acme", role: "team", projects });
  };

  /** A view that knows the default project, unless it is told otherwise. */
  async function viewOf(knowsDefault = true): Promise<OrganizationView> {
    const view = acme.viewWith(token);
    if (knowsDefault) await view.organization();
    return view;
  }

  async function warningsOf(view: OrganizationView, found: readonly string[], filters: object = {}) {
    const diagnostics = new Diagnostics();
    const listed = found.map((name) => ({ id: acme.project(name)!.id, name }));
    await checkListed(view, listed, filters, diagnostics);
    return diagnostics.entries;
  }

  const NOT_FOUND = (what: string) =>
    warning(
      "Project not found",
      `${what} does not exist, or the token is not authorized to see it. It is not in the list.`,
    );
  const INCOMPLETE = warning(
    "The list may be incomplete",
    'The token does not see the default project of the organization "acme", and may not see others. The list ' +
      "contains " +
      "only the projects that it sees.",
  );

  test("is a warning if it has all names but one, and the token does not see all projects", async () => {
    seeOnly(platform, acme.defaultProjectId);
    const names = ["PLATFORM", "Nowhere", "Elsewhere"];
    expect(await warningsOf(await viewOf(), ["Platform"], { names })).toEqual([
      NOT_FOUND('Project "Elsewhere", "Nowhere"'),
    ]);
    expect(await warningsOf(await viewOf(), ["Platform"], { names: ["platform"] })).toEqual([]);
  });

  test("is no warning if the token sees every project", async () => {
    acme.emulator.tokens.update({ token, organization: "acme", role: "owner" });
    expect(await warningsOf(await viewOf(), ["Platform"], { names: ["Platform", "Nowhere"] })).toEqual([]);
  });

  test("is an error if the token does not see the default project", async () => {
    seeOnly(platform);
    for (const [found, names, what] of [
      [["Platform"], ["Platform", "Nowhere"], 'Project "Nowhere" was not found'],
      [[], undefined, "A requested project was not found"],
    ] as const) {
      const refusal = await refusalOf(async () => warningsOf(await viewOf(), found, { names }));
      expect(refusal).toBeInstanceOf(NotVisibleError);
      expect(refusal).toMatchObject({ message: expect.stringContaining(what) as string });
    }
  });

  test("is no error where the list itself has the default project", async () => {
    seeOnly(platform);
    const found = ["Default Project"];
    const view = await viewOf();
    expect(await warningsOf(view, found, { names: ["Default Project", "Nowhere"] })).toEqual([
      NOT_FOUND('Project "Nowhere"'),
    ]);
  });

  test("may be incomplete if it has not the default project", async () => {
    seeOnly(platform);
    expect(await warningsOf(await viewOf(), ["Platform"])).toEqual([INCOMPLETE]);
    expect(await warningsOf(await viewOf(), ["Platform", "Default Project"])).toEqual([]);
    expect(await warningsOf(await viewOf(false), ["Platform"])).toEqual([]);
    expect(await warningsOf(await viewOf(), ["Platform"], { names: ["Platform"] })).toEqual([]);
    expect(await warningsOf(await viewOf(), ["Platform"], { search: "Plat" })).toEqual([]);
  });

  test("is an empty one of a search without a warning, if the token sees the default project", async () => {
    seeOnly(platform, acme.defaultProjectId);
    expect(await warningsOf(await viewOf(), [], { search: "none", names: ["Nowhere"] })).toEqual([]);
  });
});
