import { TerraformStack, Testing } from "cdktf";
import type { Construct } from "constructs";
import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  ProjectPolicySets,
  ProjectTeamAccess,
  ProjectVariableSets,
  RunTaskGate,
  TfprojectsProvider,
  WorkspaceMembership,
  WorkspacePlacement,
  type ProjectConfig,
} from "../../../src";
import { DATA_SOURCES, isInput, providerDefinition, RESOURCES, type Definition } from "../../../src/model";
import { camelCase } from "../../../src/schema";

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return stack;
}

/** The warnings of a synth, with the paths of their constructs. */
function warningsIn(stack: TerraformStack): readonly string[] {
  Testing.synth(stack, true);
  return stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata.flatMap(({ type, data }) => (type === "@cdktf/warn" ? [`[${node.path}] ${String(data)}`] : [])),
    );
}

type ConstructClass = new (scope: Construct, id: string, config: object) => Construct;

interface Case {
  readonly of: unknown;
  /** A valid configuration. */
  readonly config: object;
  readonly definition: Definition;
  /** Properties that the definition does not have, which are not those of every resource and data source. */
  readonly others?: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  Project: { of: Project, config: { name: "Platform" }, definition: RESOURCES.tfprojects_project },
  WorkspaceMembership: {
    of: WorkspaceMembership,
    config: { projectId: "prj-1", workspaceNames: ["api"] },
    definition: RESOURCES.tfprojects_workspace_membership,
  },
  DataProject: { of: DataProject, config: { name: "Platform" }, definition: DATA_SOURCES.tfprojects_project },
  DataProjects: { of: DataProjects, config: {}, definition: DATA_SOURCES.tfprojects_projects },
  DataRunTaskStages: {
    of: DataRunTaskStages,
    config: { runId: "run-1" },
    definition: DATA_SOURCES.tfprojects_run_task_stages,
  },
  RunTaskGate: {
    of: RunTaskGate,
    config: { runId: "run-1" },
    definition: DATA_SOURCES.tfprojects_run_task_stages,
    others: ["stages", "resource"],
  },
  TfprojectsProvider: {
    of: TfprojectsProvider,
    config: { alias: "other" },
    definition: providerDefinition,
    others: ["alias", "platforms"],
  },
};
const META = ["connection", "count", "dependsOn", "forEach", "lifecycle", "provider", "provisioners"];

describe.each(Object.entries(CASES))("%s", (name, { of, config, definition, others = [] }) => {
  const make = (more: object, stack = given()): TerraformStack => {
    new (of as ConstructClass)(stack, "it", { ...config, ...more });
    return stack;
  };
  const inputs = Object.entries(definition.attributes).flatMap(([it, attribute]) => (isInput(attribute) ? [it] : []));
  const meta = name === "TfprojectsProvider" ? [] : META;
  const known = [...inputs.map(camelCase), ...others, ...meta];

  test("rejects each of its properties with a letter too few, naming the right one", () => {
    for (const property of known) {
      const wrong = `${property.slice(0, -2)}${property.slice(-1)}`;
      expect(() => make({ [wrong]: "x" })).toThrow(
        `[stack/it] No argument or block type is named "${wrong}". Did you mean "${property}"?`,
      );
    }
  });

  test("rejects each of its attributes in the notation of Terraform", () => {
    for (const attribute of inputs.filter((it) => it.includes("_"))) {
      expect(() => make({ [attribute]: "x", [camelCase(attribute)]: undefined })).toThrow(
        `[stack/it] No argument or block type is named "${attribute}". Did you mean "${camelCase(attribute)}"?`,
      );
    }
  });

  test("says all of them at once", () => {
    const [one, other] = [`${known[0]}s`, `${known[1]}s`];
    expect(() => make({ [one]: 1, [other]: 2 })).toThrow(new RegExp(`named "${one}".*\\n.*named "${other}"`));
  });

  test("accepts a property that is not near any with a warning at synth, and nothing of it is written", () => {
    const stack = make({ costCenter: "cc-7", account: "123456789012" });
    expect(warningsIn(stack).map((it) => it.replace("/task-stages", ""))).toEqual([
      '[stack/it] No argument or block type is named "costCenter". It has no effect.',
      '[stack/it] No argument or block type is named "account". It has no effect.',
    ]);
    expect(Testing.synth(stack)).toBe(Testing.synth(make({})));
  });

  test("takes undefined for absent", () => {
    expect(warningsIn(make({ exceptName: undefined, costCenter: undefined, [`${known[0]}s`]: undefined }))).toEqual([]);
  });
});

test("a construct without a configuration is an error that says what it needs, where something is required", () => {
  const without = (of: unknown, ...config: readonly unknown[]) => {
    const create = of as new (...args: readonly unknown[]) => Construct;
    return () => new create(given(), "it", ...config);
  };
  const message = (and: string): string => `[stack/it] The third argument must be an object, the configuration${and}.`;
  expect(without(Project)).toThrow(message(", with `name`"));
  expect(without(Project, "Platform")).toThrow(message(", with `name`"));
  expect(without(WorkspaceMembership)).toThrow(message(", with `projectId`"));
  expect(without(WorkspacePlacement)).toThrow(message(", with `rule`"));
  expect(without(ProjectTeamAccess)).toThrow(message(", with `projectId`"));
  expect(without(ProjectVariableSets)).toThrow(message(", with `projectId` and `names`"));
  expect(without(ProjectPolicySets)).toThrow(message(", with `projectId` and `names`"));
  expect(without(RunTaskGate)).toThrow(message(""));
  expect(without(TfprojectsProvider, null)).toThrow(message(""));
  for (const it of [DataProject, DataProjects, DataRunTaskStages]) {
    expect(without(it, null)).toThrow(message(""));
    expect(without(it)).not.toThrow();
  }
});

test.each(["id", "isDefault", "workspaceCount", "permissions"])(
  "what only the provider sets is accepted with a warning: %s, which wider objects may have",
  (name) => {
    const stack = given();
    new DataProject(stack, "it", { name: "Platform", [name]: "x" });
    expect(warningsIn(stack)).toEqual([
      `[stack/it] \`${name}\` is read-only: only the provider sets it. Leave it out. It has no effect.`,
    ]);
  },
);

test("meta-arguments and overrides are accepted without a warning", () => {
  const stack = given();
  const base = new Project(stack, "base", { name: "Base" });
  const lab = new Project(stack, "lab", {
    name: "Lab",
    dependsOn: [base],
    count: 1,
    lifecycle: { preventDestroy: true },
    connection: { type: "ssh", host: "lab" },
    provisioners: [],
  });
  lab.addOverride("descripton", "x");
  lab.addOverride("tag", { team: "net" });
  expect(warningsIn(stack)).toEqual([]);
});

test("classes with configurations of their own that extend ours go on working", () => {
  interface TeamProjectConfig extends ProjectConfig {
    readonly team: string;
    readonly members?: readonly string[];
  }
  class TeamProject extends Project {
    constructor(scope: Construct, id: string, config: TeamProjectConfig) {
      super(scope, id, config);
      this.description = `Of ${config.team}, ${config.members?.length ?? 0} members`;
    }
  }
  const stack = given();
  new TeamProject(stack, "net", { name: "Network", team: "net", members: ["a", "b"] });
  expect(warningsIn(stack)).toEqual([
    '[stack/net] No argument or block type is named "team". It has no effect.',
    '[stack/net] No argument or block type is named "members". It has no effect.',
  ]);
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    resource: { tfprojects_project: { net: { name: "Network", description: "Of net, 2 members" } } },
  });
});

describe("the stack of an error begins where the app calls the constructor", () => {
  class OwnProject extends Project {}
  const misspelled = { name: "Platform", descripton: "of the app" };
  test.each<[string, (stack: TerraformStack) => unknown]>([
    ["a misspelled property", (stack) => new Project(stack, "platform", misspelled)],
    ["a misspelled property of a class of the app", (stack) => new OwnProject(stack, "platform", misspelled)],
    ["a gate", (stack) => new RunTaskGate(stack, "gate", { runID: "run-1" } as object)],
    ["a platform", (stack) => new TfprojectsProvider(stack, "other", { platforms: ["linux" as "linux_amd64"] })],
  ])("%s", (_, create) => {
    let stack: string | undefined;
    try {
      create(given());
    } catch (error) {
      stack = (error as Error).stack;
    }
    const [first, ...others] = (stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
    expect(first).toContain(__filename);
    expect(others.join("\n")).not.toContain("src/constructs");
  });
});
