import { DEFAULT_ID, organization } from "./organizations";
import { generateApp, type AppOptions } from "./generate-app";
import type { ActualOrganization } from "../../src/engine/actual-organization";

/** Two projects: one with all, among them custom permissions; one with a team that the token does not see. */
const actual: ActualOrganization = {
  ...organization({ "Default Project": [], Billing: ["billing-api"], Empty: [], Search: [] }),
  assignments: {
    tfprojects_project_team_access: {
      isReadable: true,
      objects: [],
      projects: {
        "prj-1": [
          { object: { id: "team-1", name: "ops" }, attributes: custom() },
          { object: { id: "team-2", name: "billing" }, attributes: { access: "maintain" } },
        ],
        "prj-3": [{ object: { id: "team-9", name: undefined }, attributes: { access: "read" } }],
      },
    },
    tfprojects_project_variable_sets: {
      isReadable: true,
      objects: [],
      projects: {
        "prj-1": [
          { object: { id: "varset-1", name: "aws, eu" }, attributes: {} },
          { object: { id: "varset-2", name: "${proxy}" }, attributes: {} },
          { object: { id: "varset-3", name: "everywhere", fixed: "global" }, attributes: {} },
        ],
      },
    },
    tfprojects_project_policy_sets: {
      isReadable: true,
      objects: [],
      projects: {
        "prj-1": [{ object: { id: "polset-1", name: "pci" }, attributes: { mode: "applied" } }],
        "prj-3": [{ object: { id: "polset-2", name: "costs", fixed: "global" }, attributes: { mode: "excluded" } }],
      },
    },
  },
};

function custom() {
  return { access: "custom", "workspace_access.runs": "apply", "workspace_access.run_tasks": true };
}

function generate(options: AppOptions, of = actual): Record<string, string> {
  const files = generateApp(
    of,
    of.projects.filter(({ id }) => id !== DEFAULT_ID),
    options,
  );
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

describe("access and sets in an app", () => {
  test("are in the entries of a table, and the loop has workspaces wait for them", () => {
    const files = generate({});
    expect(files["organization.ts"]).toContain(`
  billing: {
    name: "Billing",
    workspaceNames: ["billing-api"],
    teams: {
      billing: "maintain",
      ops: {
        access: "custom",
        workspaceAccess: { runs: "apply", runTasks: true },
      },
    },
    variableSets: ["$\${proxy}", "aws, eu"],
    policySets: ["pci"],
  },
  empty: { name: "Empty" },
  search: {
    name: "Search",
    teams: { "team-9": { name: undefined, teamId: "team-9", access: "read" } },
    excludedPolicySets: ["costs"],
  },
`);
    expect(files["main.ts"]).toContain(`
      const project = new Project(this, id, config);
      // Workspaces move in when access and sets are there.
      const dependsOn: ITerraformDependable[] = [];
      if (teams !== undefined) {
        dependsOn.push(
          new ProjectTeamAccess(this, \`\${id}-team-access\`, {
            projectId: project.id,
            team: Object.entries(teams).map(([name, team]) => ({
              name,
              ...(typeof team === "string" ? { access: team } : team),
            })),
          }),
        );
      }
`);
    expect(files["imports.ts"]).toContain(`
const ownedIds: Record<string, string> = {
  "billing-workspaces": "prj-1:billing-api",
  "billing-team-access": "prj-1:billing,ops",
  "billing-variable-sets": 'prj-1:$\${proxy},"aws, eu"',
  "billing-policy-sets": "prj-1:pci",
  "search-team-access": "prj-3:team-9",
  "search-policy-sets": "prj-3:costs",
};
`);
  });

  test("of a placement come before it in a table, too", () => {
    const names = Array.from({ length: 5 }, (_, index) => `billing-${index}`);
    const of = { ...actual, ...organization({ "Default Project": [], Billing: names }) };
    expect(generate({ rules: true }, of)["main.ts"]).toContain(`
        rules.push({ project: project.name, matchNames, matchTags });
        prerequisites.push(...dependsOn);
      }
    }
    new WorkspacePlacement(this, "placement", {
      takeFrom: "any",
      rule: rules,
      dependsOn: prerequisites,
    });
`);
    expect(generate({ rules: true, hcl: true }, of)["main.tf"]).toMatch(
      /resource "tfprojects_workspace_placement" "all" \{[^]*\n {2}depends_on = \[\n {4}tfprojects_project_team_access\.this,/,
    );
  });

  test("name teams, also those whose names only an import ID with quotes can list", () => {
    const teams = ["a, b", " ops", '"x"'].map((name, index) => ({
      object: { id: `team-${index}`, name },
      attributes: { access: "read" },
    }));
    const read = { isReadable: true, objects: [], projects: { "prj-1": teams } };
    const of = { ...actual, assignments: { tfprojects_project_team_access: read } };
    const files = generate({}, of);
    expect(files["organization.ts"]).toContain(`"a, b": "read"`);
    expect(files["organization.ts"]).not.toContain("teamId");
    expect(files["imports.ts"]).toContain(`"billing-team-access": 'prj-1:" ops","""x""","a, b"'`);
    const table = generate({ hcl: true }, of);
    expect(table["projects.tf"]).toContain(`"a, b" = "read"`);
    expect(table["imports.tf"]).toContain(String.raw`billing = "prj-1:\" ops\",\"\"\"x\"\"\",\"a, b\""`);
  });

  test("have construct IDs that no project has", () => {
    const of = organization({ "Default Project": [], Web: [], "Web Team Access": [] });
    const access = { object: { id: "team-1", name: "ops" }, attributes: { access: "read" } };
    const read = { isReadable: true, objects: [], projects: { "prj-1": [access], "prj-2": [access] } };
    const files = generate({}, { ...of, assignments: { tfprojects_project_team_access: read } });
    expect([...files["imports.ts"]!.matchAll(/^ {2}"?([\w-]+)"?: "prj/gm)].map(([, id]) => id)).toEqual([
      ...["web", "web-team-access-2", "web-team-access", "web-team-access-2-team-access"],
    ]);
  });
});

describe("access and sets in Terraform configuration", () => {
  test("are in the entries of a table, from which dynamic blocks are made", () => {
    const files = generate({ hcl: true });
    expect(files["projects.tf"]).toContain(`
    billing = {
      name            = "Billing"
      workspace_names = ["billing-api"]
      teams = {
        billing = "maintain"
        ops     = { access = "custom", workspace_access = { runs = "apply", run_tasks = true } }
      }
      variable_sets = ["$\${proxy}", "aws, eu"]
      policy_sets   = ["pci"]
    }
    empty = {
      name = "Empty"
    }
    search = {
      name                 = "Search"
      teams                = { "team-9" = { name = null, team_id = "team-9", access = "read" } }
      excluded_policy_sets = ["costs"]
    }
`);
    expect(files["main.tf"]).toContain(`
  dynamic "team" {
    for_each = each.value.teams
    content {
      team_id = try(team.value.team_id, null)
      name    = try(team.value.name, team.key)
      access  = try(team.value.access, team.value)

      dynamic "project_access" {
        for_each = try([team.value.project_access], [])
`);
    expect(files["main.tf"]).toContain(`
  project_id = tfprojects_project.this[each.key].id
  names      = try(each.value.policy_sets, [])
  exclude    = try(each.value.excluded_policy_sets, null)
}
`);
    expect(files["imports.tf"]).toContain(`
  policy_sets_ids = {
    billing = "prj-1:pci"
    search  = "prj-3:costs"
  }
`);
  });
});
