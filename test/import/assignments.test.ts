import { ASSIGNED_EDGE_CASES, DEFAULT_ID, organization } from "./organizations";
import { generateApp, type AppOptions } from "./generate-app";
import { synthesizeFiles } from "./run-generated";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import { LAYOUTS } from "../../src/import/imported";

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
  test("have a construct for each kind of a project that has any", () => {
    const files = generate({});
    expect(files["main.ts"]).toContain(`
    const billing = new Project(this, "billing", { name: "Billing" });
    new ProjectTeamAccess(this, "billing-team-access", {
      projectId: billing.id,
      team: [
        { name: "billing", access: "maintain" },
        {
          name: "ops",
          access: "custom",
          workspaceAccess: { runs: "apply", runTasks: true },
        },
      ],
    });
    new ProjectVariableSets(this, "billing-variable-sets", {
      projectId: billing.id,
      names: ["$\${proxy}", "aws, eu"],
    });
    new ProjectPolicySets(this, "billing-policy-sets", {
      projectId: billing.id,
      names: ["pci"],
    });
    new WorkspaceMembership(this, "billing-workspaces", {
      projectId: billing.id,
      workspaceNames: ["billing-api"],
    });

    new Project(this, "empty", { name: "Empty" });

    const search = new Project(this, "search", { name: "Search" });
    new ProjectTeamAccess(this, "search-team-access", {
      projectId: search.id,
      team: [{ teamId: "team-9", access: "read" }],
    });
    new ProjectPolicySets(this, "search-policy-sets", {
      projectId: search.id,
      names: [],
      exclude: ["costs"],
    });

    importExisting(this);
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

  test("are in the entries of a table, and the loop has workspaces wait for them", () => {
    const files = generate({ layout: "table" });
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
  });

  test("are the same from a table, except that workspaces wait for them", () => {
    const selected = ASSIGNED_EDGE_CASES.projects.filter(({ id }) => id !== DEFAULT_ID);
    const [files, table] = LAYOUTS.map((layout) => {
      const stacks = synthesizeFiles(generateApp(ASSIGNED_EDGE_CASES, selected, { layout }));
      return JSON.stringify(stacks, (key, value: unknown) => (key === "depends_on" ? undefined : value), 2);
    });
    expect(table).toEqual(files);
  });

  test("of a placement come before it in a table, too", () => {
    const names = Array.from({ length: 5 }, (_, index) => `billing-${index}`);
    const of = { ...actual, ...organization({ "Default Project": [], Billing: names }) };
    expect(generate({ layout: "table", rules: true }, of)["main.ts"]).toContain(`
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
    expect(generate({ layout: "table", rules: true, hcl: true }, of)["main.tf"]).toMatch(
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
    expect(files["main.ts"]).toContain(`{ name: "a, b", access: "read" }`);
    expect(files["main.ts"]).not.toContain("teamId");
    expect(files["imports.ts"]).toContain(`"billing-team-access": 'prj-1:" ops","""x""","a, b"'`);
    const table = generate({ hcl: true, layout: "table" }, of);
    expect(table["projects.tf"]).toContain(`"a, b" = "read"`);
    expect(table["imports.tf"]).toContain(String.raw`billing = "prj-1:\" ops\",\"\"\"x\"\"\",\"a, b\""`);
  });

  test("have construct IDs that no project has", () => {
    const of = organization({ "Default Project": [], Web: [], "Web Team Access": [] });
    const access = { object: { id: "team-1", name: "ops" }, attributes: { access: "read" } };
    const read = { isReadable: true, objects: [], projects: { "prj-1": [access], "prj-2": [access] } };
    const { "main.ts": main } = generate({}, { ...of, assignments: { tfprojects_project_team_access: read } });
    expect([...main!.matchAll(/\(this, "([\w-]+)"/g)].map(([, id]) => id)).toEqual([
      ...["tfprojects", "web", "web-team-access", "web-team-access-2", "web-team-access-2-team-access"],
    ]);
  });
});

describe("access and sets in Terraform configuration", () => {
  test("have a resource for each kind of a project that has any, with blocks", () => {
    const files = generate({ hcl: true });
    expect(files["main.tf"]).toContain(`
resource "tfprojects_project_team_access" "billing" {
  project_id = tfprojects_project.billing.id

  team {
    name   = "billing"
    access = "maintain"
  }

  team {
    name   = "ops"
    access = "custom"

    workspace_access {
      runs      = "apply"
      run_tasks = true
    }
  }
}

resource "tfprojects_project_variable_sets" "billing" {
  project_id = tfprojects_project.billing.id
  names      = ["$\${proxy}", "aws, eu"]
}
`);
    expect(files["imports.tf"]).toContain(`
import {
  to = tfprojects_project_variable_sets.billing
  id = "prj-1:$\${proxy},\\"aws, eu\\""
}
`);
  });

  test("are in the entries of a table, from which dynamic blocks are made", () => {
    const files = generate({ hcl: true, layout: "table" });
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
