import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineOrganization,
  type EngineError,
  loadPlan,
  observe,
  plan,
  render,
  savePlan,
  type OrganizationDefinition,
} from "../../src/engine";
import { changesOf } from "../../src/engine/undo/read-document";
import { Acme } from "../support/acme";

/*
 * What another version of this package has written, and this one does not know, is refused, never left out. Code,
 * states and plans of Terraform have such tests of their own in source/.
 */

const TYPE = "tfprojects_project_notifications";

let acme: Acme;
let folder: string;
beforeEach(async () => {
  acme = await Acme.start();
  folder = mkdtempSync(join(tmpdir(), "unknown-"));
});
afterEach(async () => {
  await acme.stop();
  rmSync(folder, { recursive: true });
});

/** A plan that gives a team access. */
async function teamPlan() {
  acme.emulator.teams.create({ organization: "acme", name: "web" });
  const desired = defineOrganization({
    name: "acme",
    projects: [{ name: "Web" }],
    teamAccess: [{ project: "Web", teams: [{ name: "web", access: "read" }] }],
  });
  return plan(desired, await observe(acme.client, desired));
}

interface SavedPlan {
  readonly desired: { readonly assignments: Record<string, unknown>[] } & Record<string, unknown>;
  readonly actions: Record<string, unknown>[];
}

test.each<[string, (saved: SavedPlan) => void, RegExp]>([
  [
    "resource",
    ({ desired }) => (desired.assignments[0]!["type"] = TYPE),
    /plans\.0\.desired\.assignments\.0\.type must be /,
  ],
  [
    "list of resources",
    ({ desired }) => (desired["notifications"] = []),
    /plans\.0\.desired\.notifications is unknown\./,
  ],
  ["action", ({ actions }) => (actions[0]!["kind"] = "notify"), /plans\.0\.actions\.0\.kind must be "create" or /],
  ["assigned object", ({ actions }) => (actions[1]!["type"] = TYPE), /plans\.0\.actions\.1\.type must be /],
])("a saved plan with an unknown kind of %s", async (_, change, message) => {
  const path = join(folder, "plan.json");
  await savePlan(path, await teamPlan());
  await expect(loadPlan(path)).resolves.toBeDefined();
  const content = JSON.parse(readFileSync(path, "utf8")) as { readonly plans: readonly SavedPlan[] };
  change(content.plans[0]!);
  writeFileSync(path, JSON.stringify(content));
  await expect(loadPlan(path)).rejects.toThrow(message);
});

describe("a document to undo", () => {
  type Document = Record<string, unknown> & {
    readonly organizations: readonly { readonly actions: Record<string, unknown>[] }[];
  };

  test.each<[string, (document: Document) => void, RegExp]>([
    ["an unknown kind", (it) => (it["kind"] = "drift"), /: it is of the kind drift\.$/],
    ["no format", (it) => delete it["format_version"], /: format_version is missing\.$/],
    ["a newer format", (it) => (it["format_version"] = "3.0"), /: format_version: expected version 2 of the format\.$/],
    ["a number", (it) => Object.assign(it, { organizations: 3 }), /: organizations must be a list\.$/],
    [
      "an unknown kind of action",
      (it) => (it.organizations[0]!.actions[0]!["kind"] = "notify"),
      /actions\.0\.kind must /,
    ],
    ["an unknown type", (it) => (it.organizations[0]!.actions[1]!["type"] = TYPE), /actions\.1\.type must be "/],
  ])("of or with %s", async (_, change, message) => {
    const document = JSON.parse(render(await teamPlan(), "json")) as Document;
    expect(changesOf(document)[0]?.actions.map(({ kind }) => kind)).toEqual(["create", "set"]);
    change(document);
    expect(() => changesOf(document)).toThrow(message);
  });
});

test("an unknown member of plain objects, at every depth", () => {
  const definition = {
    name: "acme",
    notifications: [],
    projects: [{ name: "Web", notifications: [] }],
    teamAccess: [{ project: "Web", teams: [{ name: "web", access: "read", sso: {} }], notifications: [] }],
  };
  let problems: readonly unknown[] = [];
  try {
    defineOrganization(definition as unknown as OrganizationDefinition);
  } catch (error) {
    problems = (error as EngineError).problems.map((it) => it.where);
  }
  expect(problems).toEqual([
    "notifications",
    'projects["Web"].notifications',
    "teamAccess[0].notifications",
    "teamAccess[0].teams[0].sso",
  ]);
});
