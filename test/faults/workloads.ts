import type { Seed } from "../../src/emulator";
import { reference, type Configuration } from "../in-process-terraform";
import type { PlanOptions } from "../../src/engine/plan/plan-options";

type Resources = Configuration["resources"];

/** A project as it should be after a workload. */
export interface ExpectedProject {
  readonly description: string | null;
  readonly workspaces: readonly string[];
  /** What is assigned to it, such as `web: read`. @default nothing */
  readonly assigned?: readonly string[];
  /** Its name before the workload; undefined for a project that the workload creates. */
  readonly previousName?: string;
}

/** A change that users make, as code for both the engine and Terraform. */
export interface Workload {
  readonly name: string;
  readonly seed: Omit<Seed["organizations"][number], "name">;
  /** What Terraform manages before the workload. */
  readonly managed?: Resources;
  readonly code: Resources;
  readonly options?: PlanOptions;
  /** What Terraform imports before it applies the code: address → id. */
  readonly imports?: Readonly<Record<string, string>>;
  /** All projects as they should be afterwards. */
  readonly desired: Readonly<Record<string, ExpectedProject>>;
}

const project = (name: string, more: Resources[string] = {}): Resources[string] => ({ name, ...more });
const membership = (of: string, workspaces: readonly string[], more: Resources[string] = {}): Resources[string] => ({
  project_id: reference(`tfprojects_project.${of}`, "id"),
  workspace_names: workspaces,
  ...more,
});
const assigned = (to: string, more: Resources[string]): Resources[string] => ({
  project_id: reference(`tfprojects_project.${to}`, "id"),
  ...more,
});
const adopted = { adopt_existing: true };
const DEFAULT = "Default Project";
const expected = (
  workspaces: readonly string[],
  previousName?: string,
  description: string | null = null,
): ExpectedProject => ({
  description,
  workspaces,
  ...(previousName === undefined ? {} : { previousName }),
});

const two = {
  projects: [
    { name: "Alpha", workspaces: ["one", "two"] },
    { name: "Beta", workspaces: ["three"] },
  ],
  workspaces: ["free"],
};

/** Code for both projects of {@link two}. */
const managedTwo: Resources = {
  "tfprojects_project.alpha": project("Alpha", adopted),
  "tfprojects_project.beta": project("Beta", adopted),
  "tfprojects_workspace_membership.alpha": membership("alpha", ["one", "two"]),
  "tfprojects_workspace_membership.beta": membership("beta", ["three"]),
};

export const WORKLOADS: readonly Workload[] = [
  {
    name: "create",
    seed: { workspaces: ["one", "two", "free"] },
    code: {
      "tfprojects_project.alpha": project("Alpha", { description: "New" }),
      "tfprojects_project.beta": project("Beta"),
      "tfprojects_workspace_membership.alpha": membership("alpha", ["one"]),
      "tfprojects_workspace_membership.beta": membership("beta", ["two"]),
    },
    desired: {
      [DEFAULT]: expected(["free"], DEFAULT),
      Alpha: expected(["one"], undefined, "New"),
      Beta: expected(["two"]),
    },
  },
  {
    name: "assign",
    seed: {
      projects: [{ name: "Alpha", workspaces: ["one"] }],
      workspaces: ["free"],
      teams: [
        { name: "web", projects: { Alpha: "read" } },
        { name: "ops", projects: { Alpha: "admin" } },
      ],
      variableSets: [{ name: "aws" }, { name: "old", projects: ["Alpha"] }],
      policySets: [{ name: "cis" }, { name: "pci", projects: ["Alpha"] }, { name: "soc", excludedProjects: ["Alpha"] }],
    },
    managed: { "tfprojects_project.alpha": project("Alpha", adopted) },
    code: {
      "tfprojects_project.alpha": project("Alpha", adopted),
      "tfprojects_project.beta": project("Beta"),
      "tfprojects_project_team_access.alpha": assigned("alpha", {
        team: [{ name: "web", access: "write" }],
        exclusive: true,
      }),
      "tfprojects_project_variable_sets.alpha": assigned("alpha", { names: ["aws"], exclusive: true }),
      "tfprojects_project_policy_sets.alpha": assigned("alpha", { names: ["soc"], exclude: ["pci"] }),
      "tfprojects_project_policy_sets.beta": assigned("beta", { names: ["cis"] }),
      "tfprojects_project_variable_sets.beta": assigned("beta", { names: ["aws"] }),
      "tfprojects_workspace_membership.beta": membership("beta", ["free"], {
        depends_on: ["tfprojects_project_policy_sets.beta", "tfprojects_project_variable_sets.beta"],
      }),
    },
    desired: {
      [DEFAULT]: expected([], DEFAULT),
      Alpha: { ...expected(["one"], "Alpha"), assigned: ["!pci", "aws", "soc", "web: write"] },
      Beta: { ...expected(["free"]), assigned: ["aws", "cis"] },
    },
  },
  {
    name: "rename",
    seed: two,
    managed: managedTwo,
    code: {
      ...managedTwo,
      "tfprojects_project.alpha": project("Gamma", { previous_names: ["Alpha"], description: "Renamed" }),
    },
    desired: {
      [DEFAULT]: expected(["free"], DEFAULT),
      Gamma: expected(["one", "two"], "Alpha", "Renamed"),
      Beta: expected(["three"], "Beta"),
    },
  },
  {
    name: "pass on a name",
    seed: two,
    managed: managedTwo,
    code: {
      ...managedTwo,
      "tfprojects_project.alpha": project("Gamma", { previous_names: ["Alpha"] }),
      // Terraform would rename them in no particular order.
      "tfprojects_project.beta": project("Alpha", {
        previous_names: ["Beta"],
        depends_on: ["tfprojects_project.alpha"],
      }),
    },
    desired: {
      [DEFAULT]: expected(["free"], DEFAULT),
      Alpha: expected(["three"], "Beta"),
      Gamma: expected(["one", "two"], "Alpha"),
    },
  },
  {
    name: "move",
    seed: two,
    managed: managedTwo,
    code: {
      ...managedTwo,
      "tfprojects_workspace_membership.alpha": membership("alpha", ["one", "three", "free"]),
      "tfprojects_workspace_membership.beta": membership("beta", ["two"]),
    },
    desired: {
      [DEFAULT]: expected([], DEFAULT),
      Alpha: expected(["free", "one", "three"], "Alpha"),
      Beta: expected(["two"], "Beta"),
    },
  },
  {
    name: "exclusive",
    seed: two,
    managed: { "tfprojects_project.alpha": project("Alpha", adopted) },
    code: {
      "tfprojects_project.alpha": project("Alpha", adopted),
      "tfprojects_workspace_membership.alpha": membership("alpha", ["one", "free"], { exclusive: true }),
    },
    desired: {
      [DEFAULT]: expected(["two"], DEFAULT),
      Alpha: expected(["free", "one"], "Alpha"),
      Beta: expected(["three"], "Beta"),
    },
  },
  {
    name: "evacuate and delete",
    seed: two,
    managed: {
      ...managedTwo,
      "tfprojects_project.beta": project("Beta", { ...adopted, deletion_policy: "evacuate" }),
    },
    code: {
      "tfprojects_project.alpha": project("Alpha", adopted),
      "tfprojects_workspace_membership.alpha": membership("alpha", ["one", "two"]),
    },
    options: { prune: true, evacuate: true, maxDeletes: 1 },
    desired: {
      [DEFAULT]: expected(["free", "three"], DEFAULT),
      Alpha: expected(["one", "two"], "Alpha"),
    },
  },
  {
    name: "import",
    seed: two,
    imports: { "tfprojects_project.alpha": "acme/Alpha", "tfprojects_workspace_membership.alpha": "acme/Alpha" },
    code: {
      "tfprojects_project.alpha": project("Alpha", { description: "Known" }),
      "tfprojects_workspace_membership.alpha": membership("alpha", ["one", "two", "free"]),
    },
    desired: {
      [DEFAULT]: expected([], DEFAULT),
      Alpha: expected(["free", "one", "two"], "Alpha", "Known"),
      Beta: expected(["three"], "Beta"),
    },
  },
];
