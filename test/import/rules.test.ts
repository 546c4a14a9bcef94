import { describeImport } from "../../src/import/imported";
import { RuleFinder, selectByRules, type Selection } from "../../src/import/rules";
import type { Workspace } from "../../src/model";
import { casesOf, fc } from "../support/property";
import { firstMatch } from "./first-match";
import { generateApp, type AppOptions } from "./generate-app";
import { anyOrganization, DEFAULT_ID, organization } from "./organizations";

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
  return shown(new RuleFinder([...inside, ...workspaces(others, SEPARATE)]).selectionOf(inside));
}

function shown({ condition, named }: Selection) {
  return { ...condition, workspaceNames: named.map(({ name }) => name) };
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
    expect(shown(new RuleFinder([...inside, ...unknown]).selectionOf(inside))).toEqual({
      workspaceNames: ["a", "b", "c", "d", "e"],
    });
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
  test("has rules in the table of an app, with names of the others, and one placement", () => {
    const table = files({});
    expect(table["organization.ts"]).toContain(`
  networks: {
    name: "Networks",
    workspaceNames: ["vpn"],
    matchNames: ["net-*"],
  },
`);
    expect(table["main.ts"]).toContain(`
      if (matchNames ?? matchTags) {
        rules.push({ project: project.name, matchNames, matchTags });
      }
    }
    new WorkspacePlacement(this, "placement", {
      takeFrom: "any",
      rule: rules,
    });
`);
  });

  test("has blocks from the table of Terraform configuration", () => {
    const table = files({ hcl: true });
    expect(table["projects.tf"]).toContain(`    web = {
      name       = "Web"
      match_tags = { team = "web" }
    }
`);
    expect(table["main.tf"]).toContain(`
resource "tfprojects_workspace_placement" "all" {
  take_from = "any"

  dynamic "rule" {
    for_each = { for key, entry in local.projects : key => entry if can(entry.match_names) || can(entry.match_tags) }

    content {
      project     = tfprojects_project.this[rule.key].name
      match_names = try(rule.value.match_names, null)
      match_tags  = try(rule.value.match_tags, null)
    }
  }
}
`);
    expect(table["main.tf"]).toMatch(/attributes = \[\s[^\]]*"match_names",\s+"match_tags",\s+\]/);
  });

  test("has no placement if no project has a rule", () => {
    const small = organization({ "Default Project": [], Small: ["db"] });
    for (const hcl of [false, true]) {
      const without = generateApp(small, small.projects, { hcl });
      expect(generateApp(small, small.projects, { hcl, rules: true })).toEqual(without);
    }
  });
});

test("a placement has the rules that match most workspaces, if there are too many", () => {
  const insides = Array.from({ length: 502 }, (_, index) =>
    workspaces(numbered(`p${index}-`, index === 0 || index === 7 ? 5 : 6), `prj-${index}`),
  );
  const selections = selectByRules(insides, insides.flat());
  expect(selections.flatMap(({ condition }, index) => (condition === undefined ? [index] : []))).toEqual([0, 7]);
  expect(selections[7]!.named).toHaveLength(5);
});

test('a tag with the value "*" is not in a rule, where it would match any value', () => {
  const inside = workspaces(["a x=*", "b x=*", "c x=*", "d x=*", "e x=*"]);
  const others = workspaces(["f x=1"], SEPARATE);
  expect(selectByRules([inside], [...inside, ...others])[0]!.condition).toBeUndefined();
});

test("for any organization, rules and memberships select exactly the workspaces that are in the projects", () => {
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
    fc.property(fc.oneof(crowded, anyOrganization), (actual) => {
      const names = { includeDefault: "--include-default", with: "--with" };
      const options = { exclusive: false, rules: true, constructIds: new Map(), ...names };
      const { projects, workspacesByRule } = describeImport(actual, actual.projects, options);
      if (workspacesByRule > 0) withRules += 1;
      const named = projects.flatMap(({ id, membership }) =>
        (membership?.attributes ?? []).flatMap(({ name, value }) =>
          name === "workspace_names" ? (value as readonly string[]).map((it) => [it, id]) : [],
        ),
      );
      const rules = projects.flatMap(({ id, condition }) => (condition === undefined ? [] : [{ id, condition }]));
      const routed = actual.workspaces.flatMap((workspace) => {
        const rule = firstMatch(rules, workspace);
        return rule === undefined ? [] : [[workspace.name, rule.id]];
      });
      expect(routed).toHaveLength(workspacesByRule);
      expect([...named, ...routed].sort()).toEqual(
        actual.workspaces.map(({ name, projectId }) => [name, projectId]).sort(),
      );
    }),
    { numRuns: casesOf(100) },
  );
  expect(withRules).toBeGreaterThan(20);
});
