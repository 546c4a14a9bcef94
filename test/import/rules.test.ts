import { planOrganization } from "../../src/engine/plan/plan";
import { readConfiguration } from "../../src/engine/source/read-configuration";
import { describeImport, LAYOUTS } from "../../src/import/imported";
import { RuleFinder } from "../../src/import/rules";
import { select, WorkspaceIndex, type Workspace } from "../../src/model";
import { casesOf, fc } from "../support/property";
import { generateApp, type AppOptions } from "./generate-app";
import { anyOrganization, DEFAULT_ID, organization } from "./organizations";
import { synthesizeFiles } from "./run-generated";

const SEPARATE = "prj-other";

/** Workspaces of one project, by name; a name with tags has them as `name team=net`. */
function workspaces(names: readonly string[], projectId = "prj-1"): readonly Workspace[] {
  return names.map((text, index) => {
    const [name = "", ...tags] = text.split(" ");
    return {
      id: `ws-${projectId.slice("prj-".length)}x${index}`,
      name,
      projectId,
      organization: "acme",
      tags: tags.map((tag) => {
        const [key = "", value = ""] = tag.split("=");
        return { key, value };
      }),
    };
  });
}

const numbered = (prefix: string, count: number, suffix = ""): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}${suffix}`);

/** What selects these workspaces of a project, if others of the organization have these names. */
function found(names: readonly string[], others: readonly string[] = []) {
  const inside = workspaces(names);
  const { workspaceNames, rule } = new RuleFinder([...inside, ...workspaces(others, SEPARATE)]).selectionOf(inside);
  return { ...rule, workspaceNames };
}

describe("a prefix that five workspaces have", () => {
  test.each<[string, readonly string[], string]>([
    ["ends at a hyphen", ["net-a", "net-b", "net-c", "net-d", "net-e"], "net-*"],
    ["ends at an underscore", ["web_a", "web_b", "web_c", "web_d", "web_e"], "web_*"],
    ["ends at a group of digits", ["app12a", "app12b", "app12c", "app12d", "app12e"], "app12*"],
    ["is the shortest that is only theirs", numbered("net-prod-", 5, "-x"), "net-*"],
    ["is in any case", ["NET-a", "net-b", "Net-c", "nEt-d", "net-E"], "NET-*"],
  ])("%s", (_, names, pattern) => {
    expect(found(names)).toEqual({ matchNames: [pattern], workspaceNames: [] });
  });

  test("is longer if a shorter one matches a workspace of another project", () => {
    expect(found(numbered("net-prod-", 5, "-x"), ["net-test-1"])).toEqual({
      matchNames: ["net-prod-*"],
      workspaceNames: [],
    });
    expect(found(numbered("net-prod-", 5), ["net-prod-web"])).toEqual({ workspaceNames: numbered("net-prod-", 5) });
    expect(found(["app1a", "app1b", "app1c", "app1d", "app1e"], ["APP12"])).toEqual({
      workspaceNames: ["app1a", "app1b", "app1c", "app1d", "app1e"],
    });
  });

  test("is not found for four, and does not end inside of a word or of a number", () => {
    expect(found(numbered("net-", 4))).toEqual({ workspaceNames: numbered("net-", 4) });
    for (const names of [["neta", "netb", "netc", "netd", "nete"], numbered("app1", 5)]) {
      expect(found(names)).toEqual({ workspaceNames: names });
    }
  });

  test("is one of several patterns of the rule, and the rest keep their names", () => {
    expect(found(["zoo", ...numbered("web-", 6), "api", ...numbered("net_", 5)])).toEqual({
      matchNames: ["net_*", "web-*"],
      workspaceNames: ["api", "zoo"],
    });
  });
});

describe("a tag that five workspaces have", () => {
  const tagged = (tag: string, count = 5): string[] =>
    ["a", "b", "c", "d", "e"].slice(0, count).map((it) => `${it} ${tag}`);

  test("selects them, if no workspace of another project has it", () => {
    expect(found(tagged("team=net"), ["x team=web", "y"])).toEqual({
      matchTags: { team: "net" },
      workspaceNames: [],
    });
    expect(found([...tagged("team=net"), "f"])).toEqual({ matchTags: { team: "net" }, workspaceNames: ["f"] });
    expect(found(tagged("legacy"))).toEqual({ matchTags: { legacy: "" }, workspaceNames: [] });
  });

  test("does not if another one has it, or if there are four", () => {
    expect(found(tagged("team=net"), ["x team=net"])).toEqual({ workspaceNames: ["a", "b", "c", "d", "e"] });
    expect(found(tagged("team=net", 4))).toEqual({ workspaceNames: ["a", "b", "c", "d"] });
  });

  test("does not if the tags of another workspace are unknown", () => {
    const inside = workspaces(tagged("team=net"));
    const unknown = workspaces(["x"], SEPARATE).map((it) => ({ ...it, tags: undefined }));
    const { rule, workspaceNames } = new RuleFinder([...inside, ...unknown]).selectionOf(inside);
    expect([rule, workspaceNames]).toEqual([undefined, ["a", "b", "c", "d", "e"]]);
  });

  test("is used if it selects more than prefixes do", () => {
    const names = numbered("net-", 5).map((name) => `${name} team=net`);
    expect(found([...names, "vpn team=net"])).toEqual({ matchTags: { team: "net" }, workspaceNames: [] });
    expect(found(names)).toEqual({ matchNames: ["net-*"], workspaceNames: [] });
  });
});

const NETWORKS = organization({
  "Default Project": ["stray"],
  Networks: ["vpn", ...numbered("net-", 6)],
  Web: numbered("web-", 5),
  Small: ["db"],
});
/** With tags, and one tag of its own for the workspaces of the project Web. */
const TAGGED = {
  ...NETWORKS,
  workspaces: NETWORKS.workspaces.map((it) => ({
    ...it,
    name: it.name.replace("web-", "w"),
    tags: it.name.startsWith("web-") ? [{ key: "team", value: "web" }] : [],
  })),
};

function files(options: AppOptions): Readonly<Record<string, string>> {
  const selected = TAGGED.projects.filter(({ id }) => id !== DEFAULT_ID);
  return Object.fromEntries(
    generateApp(TAGGED, selected, { rules: true, ...options }).map((it) => [it.path, it.content]),
  );
}

describe("the generated code", () => {
  test("has rules in constructs", () => {
    expect(files({})["main.ts"]).toContain(`
    new WorkspaceMembership(this, "networks-workspaces", {
      projectId: networks.id,
      workspaceNames: ["vpn"],
      matchNames: ["net-*"],
    });
`);
    expect(files({})["main.ts"]).toContain(`      projectId: web.id,\n      matchTags: { team: "web" },\n    });\n`);
  });

  test("has rules in a table of an app", () => {
    const table = files({ layout: "table" });
    expect(table["organization.ts"]).toContain(`
  networks: {
    name: "Networks",
    workspaceNames: ["vpn"],
    matchNames: ["net-*"],
  },
`);
    expect(table["main.ts"]).toContain("      if (workspaceNames ?? matchNames ?? matchTags) {\n");
  });

  test("has rules in Terraform configuration", () => {
    expect(files({ hcl: true })["main.tf"]).toContain(`{
  project_id      = tfprojects_project.networks.id
  workspace_names = ["vpn"]
  match_names     = ["net-*"]
}
`);
    expect(files({ hcl: true })["main.tf"]).toContain(`{
  project_id = tfprojects_project.web.id
  match_tags = { team = "web" }
}
`);
  });

  test("has rules in a table of Terraform configuration", () => {
    const table = files({ hcl: true, layout: "table" });
    expect(table["projects.tf"]).toContain(`    web = {
      name       = "Web"
      match_tags = { team = "web" }
    }
`);
    expect(table["main.tf"]).toContain(
      "if can(entry.workspace_names) || can(entry.match_names) || can(entry.match_tags) }\n",
    );
    expect(table["main.tf"]).toContain(`
  project_id      = tfprojects_project.this[each.key].id
  workspace_names = try(each.value.workspace_names, null)
  match_names     = try(each.value.match_names, null)
  match_tags      = try(each.value.match_tags, null)
  exclusive       = try(each.value.exclusive, null)
}
`);
    expect(table["imports.tf"]).toContain("can(local.projects[key].match_tags) }\n");
  });
});

test("for any organization, rules select exactly the workspaces that are in the projects, and plans are empty", () => {
  // Few names and projects, so that most organizations have rules, and many have some that almost hold.
  const crowded = fc
    .array(fc.tuple(fc.nat(2), fc.constantFrom("net-", "net-x_", "Net1", "app"), fc.nat(3), fc.boolean()), {
      minLength: 15,
      maxLength: 40,
    })
    .map((rows) => {
      const names: Record<string, string[]> = { "Default Project": [], "Project 1": [], "Project 2": [] };
      const homes = new Map<string, number>();
      rows.forEach(([home, prefix, end], index) => {
        // Mostly in one project for each prefix.
        const usual = homes.get(prefix) ?? home;
        homes.set(prefix, usual);
        const place = index % 17 === 16 ? home : usual;
        names[Object.keys(names)[place]!]!.push(`${prefix}${end}-${index}`);
      });
      const plain = organization(names);
      const workspacesOf = plain.workspaces.map((it, index) => {
        const isTagged = rows[index]![3];
        return { ...it, tags: isTagged ? [{ key: "home", value: it.projectId }] : [] };
      });
      return { ...plain, workspaces: workspacesOf };
    });
  let withRules = 0;
  fc.assert(
    fc.property(fc.oneof(crowded, anyOrganization), fc.constantFrom(...LAYOUTS), (actual, layout) => {
      const options = { exclusive: false, rules: true, constructIds: new Map(), includeDefault: "--include-default" };
      const imported = describeImport(actual, actual.projects, options);
      if (imported.workspacesByRule > 0) withRules += 1;
      const code = readConfiguration(
        synthesizeFiles(generateApp(actual, actual.projects, { rules: true, layout })),
        undefined,
      ).organizations[0]!;
      const index = new WorkspaceIndex(actual.workspaces);
      const places = { defaultProjectId: DEFAULT_ID, own: [] };
      const idByName = new Map(actual.projects.map(({ name, id }) => [name, id]));
      const projectIds = new Map(code.projects.map(({ address, name }) => [address, idByName.get(name)]));
      const selected = code.memberships.flatMap((membership) => {
        const id = projectIds.get(membership.project.by === "address" ? membership.project.address : "");
        const found = select(membership, index, places);
        expect(found).toMatchObject({ missingIds: [], missingNames: [], elsewhere: [], lacksTags: false });
        return found.selected.map(({ workspace }) => [workspace.id, id]);
      });
      expect(selected.sort()).toEqual(actual.workspaces.map(({ id, projectId }) => [id, projectId]).sort());
      expect(planOrganization(code, actual)).toMatchObject({ actions: [], refusals: [] });
    }),
    { numRuns: casesOf(100) },
  );
  expect(withRules).toBeGreaterThan(20);
});
