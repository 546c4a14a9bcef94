import type { TfeWorkspace } from "../../../src/engine/organization";
import { compareOrganization, planOrganization } from "../../../src/engine/plan/plan";
import { warningText } from "../../../src/engine/report/warning-text";
import { code, organization, type MembershipSpecs } from "./organization-with-rules";

const actual = organization({ Default: ["free"], Net: ["api", "dns", "by-hand"], Web: ["shop"] });

/** The `tfe_workspace` of the workspace with this name, in the project with that name. */
function resource(name: string, project: string | undefined, more: Partial<TfeWorkspace> = {}): TfeWorkspace {
  const reference = project === undefined ? {} : { project: { by: "name", name: project } as const };
  return { address: `tfe_workspace.${name}`, id: `ws-${name}`, name, certainty: "moves", ...reference, ...more };
}

const projects = { Net: {}, Web: {} };
const comparedWith = (tfeWorkspaces: readonly TfeWorkspace[], memberships: MembershipSpecs = projects) => {
  const desired = { ...code(memberships), tfeWorkspaces };
  const drift = compareOrganization(desired, actual, { strict: true });
  const misplaced = drift.warnings.filter(({ kind }) => kind === "misplaced").map(warningText);
  return { drift, misplaced, unmanaged: drift.coverage.unmanagedWorkspaces.map(({ name }) => name) };
};

test("a workspace that a tfe_workspace puts into a project counts as managed, by its ID or its name", () => {
  const byName = resource("dns", "Net", { id: undefined, name: "DNS" });
  const { drift, misplaced, unmanaged } = comparedWith([resource("api", "Net"), byName, resource("shop", undefined)]);
  expect(unmanaged).toEqual(["by-hand", "free"]);
  expect(drift.coverage.workspaces).toEqual({ managed: 3, total: 5 });
  expect(drift.unmanagedDrift.workspaces).toBe(1);
  expect(misplaced).toEqual([]);
});

test.each([
  ["moves", ["by-hand", "dns", "free", "shop"]],
  // The code sets the project, and a Terraform plan does not show whether it ignores changes.
  ["sets", ["by-hand", "dns", "free", "shop"]],
  // Only the state has the project: the code may set none.
  ["recorded", ["api", "by-hand", "dns", "free", "shop"]],
] as const)("a resource that %s a project leaves these unmanaged", (certainty, expected) => {
  expect(comparedWith([resource("api", "Net", { certainty })]).unmanaged).toEqual(expected);
});

test("one that is elsewhere is told, and not planned", () => {
  const tfeWorkspaces = [resource("shop", "Net"), resource("api", "Net")];
  const { drift, misplaced } = comparedWith(tfeWorkspaces);
  expect(misplaced).toEqual([
    'A workspace is not where the code of hashicorp/tfe puts it: shop is in "Web", and tfe_workspace.shop sets "Net".' +
      " The next apply of Terraform moves it; this plan does not.",
  ]);
  const plan = planOrganization({ ...code(projects), tfeWorkspaces }, actual);
  expect([plan.actions, plan.refusals, drift.actions]).toEqual([[], [], []]);
  expect(plan.warnings).toMatchObject([{ kind: "misplaced", addresses: ["tfe_workspace.shop"] }]);
});

test("many that are elsewhere are named in part", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const desired = { ...code(projects), tfeWorkspaces: names.map((name) => resource(name, "Net")) };
  const { warnings } = compareOrganization(desired, organization({ Default: names, Net: [], Web: [] }));
  const text = warnings.map(warningText).join();
  expect(text).toMatch(/^7 workspaces are not where the code of hashicorp\/tfe puts them: a is in "Default", and /);
  expect(text).toMatch(/; e is in "Default", and tfe_workspace\.e sets "Net"; and 2 more\. The next apply/);
});

test("one that a membership has belongs where that puts it", () => {
  const memberships = { Net: { workspaceNames: ["api"] }, Web: {} };
  const { misplaced, drift } = comparedWith([resource("api", "Web")], memberships);
  expect(misplaced).toEqual([]);
  expect(drift.warnings.map(({ kind }) => kind)).toEqual(["two-owners"]);
});
