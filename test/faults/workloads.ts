import type { Seed } from "../../src/emulator";
import { reference, type Configuration } from "../../src/plugin/testing";
import type { PlanOptions } from "../../src/reconcile";

type Resources = Configuration["resources"];

/** A project as a workload leaves it. */
export interface ExpectedProject {
  readonly description: string | null;
  readonly workspaces: readonly string[];
  /** What it was called at the start; undefined for one that the workload creates. */
  readonly previousName?: string;
}

/** Something that people do, in a form that the engine and Terraform both take. */
export interface Workload {
  readonly name: string;
  readonly seed: Omit<Seed["organizations"][number], "name">;
  /** What Terraform manages already when the workload begins. */
  readonly managed?: Resources;
  readonly code: Resources;
  /** Where Terraform needs the code in another form than the engine. */
  readonly terraformCode?: Resources;
  readonly options?: PlanOptions;
  /** What is imported before the code is applied: address → id. Only Terraform does. */
  readonly imports?: Readonly<Record<string, string>>;
  /** All projects as they are to be in the end. */
  readonly desired: Readonly<Record<string, ExpectedProject>>;
}

const project = (name: string, more: Resources[string] = {}): Resources[string] => ({ name, ...more });
const membership = (of: string, workspaces: readonly string[], more: Resources[string] = {}): Resources[string] => ({
  project_id: reference(`tfprojects_project.${of}`, "id"),
  workspace_names: workspaces,
  ...more,
});
const adopted = { adopt_existing: true };
const DEFAULT = "Default Project";
const left = (workspaces: readonly string[], was?: string, description: string | null = null): ExpectedProject => ({
  description,
  workspaces,
  ...(was === undefined ? {} : { previousName: was }),
});

const two = {
  projects: [
    { name: "Alpha", workspaces: ["one", "two"] },
    { name: "Beta", workspaces: ["three"] },
  ],
  workspaces: ["free"],
};

/** Both projects of {@link two}, as they are. */
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
      [DEFAULT]: left(["free"], DEFAULT),
      Alpha: left(["one"], undefined, "New"),
      Beta: left(["two"]),
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
      [DEFAULT]: left(["free"], DEFAULT),
      Gamma: left(["one", "two"], "Alpha", "Renamed"),
      Beta: left(["three"], "Beta"),
    },
  },
  {
    name: "swap",
    seed: two,
    managed: managedTwo,
    code: {
      ...managedTwo,
      "tfprojects_project.alpha": project("Beta", { previous_names: ["Alpha"] }),
      "tfprojects_project.beta": project("Alpha", { previous_names: ["Beta"] }),
    },
    // Terraform cannot exchange two names in one apply: one project takes the name that the other gives up.
    terraformCode: {
      ...managedTwo,
      "tfprojects_project.alpha": project("Gamma", adopted),
      "tfprojects_project.beta": project("Alpha", { ...adopted, depends_on: ["tfprojects_project.alpha"] }),
    },
    desired: {
      [DEFAULT]: left(["free"], DEFAULT),
      Alpha: left(["three"], "Beta"),
      Beta: left(["one", "two"], "Alpha"),
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
      [DEFAULT]: left([], DEFAULT),
      Alpha: left(["free", "one", "three"], "Alpha"),
      Beta: left(["two"], "Beta"),
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
      [DEFAULT]: left(["two"], DEFAULT),
      Alpha: left(["free", "one"], "Alpha"),
      Beta: left(["three"], "Beta"),
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
      [DEFAULT]: left(["free", "three"], DEFAULT),
      Alpha: left(["one", "two"], "Alpha"),
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
      [DEFAULT]: left([], DEFAULT),
      Alpha: left(["free", "one", "two"], "Alpha", "Known"),
      Beta: left(["three"], "Beta"),
    },
  },
];

/** What the world is in the end when Terraform applied {@link Workload.terraformCode}. */
export function desiredByTerraform({ name, desired }: Workload): Workload["desired"] {
  if (name !== "swap") return desired;
  const { Beta: gamma, ...others } = desired;
  return { ...others, Gamma: gamma! };
}
