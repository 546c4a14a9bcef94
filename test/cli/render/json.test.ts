import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { driftAsJson, planAsJson } from "../../../src/cli/render/json";
import { VERSION } from "../../../src/version";
import { planFor } from "./organization";
import { everyChange } from "./scenarios";

const schema = JSON.parse(readFileSync(resolve(__dirname, "../../../schema/plan.schema.json"), "utf8")) as Readonly<
  Record<string, unknown>
>;
// The schema has `required` beside `allOf`, where strict mode expects the properties too.
const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

function problemsOf(json: string): unknown {
  validate(JSON.parse(json));
  return validate.errors ?? [];
}

describe("the JSON of a plan", () => {
  test("matches the schema of the package, with every kind of action, warning and error", () => {
    const { plan } = everyChange();
    const refused = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], { prune: true });
    expect(refused.plan.refusals).not.toEqual([]);
    expect(new Set(plan.actions.map(({ kind }) => kind))).toEqual(new Set(["create", "update", "move", "delete"]));
    const renamedByHand = planFor(
      [{ name: "Default Project" }, { name: "Web 2", workspaces: ["web"] }],
      [{ name: "Web", workspaces: ["web"] }],
    ).plan;
    expect(new Set([...plan.warnings, ...renamedByHand.warnings].map(({ kind }) => kind))).toEqual(
      new Set(["delete", "evacuate", "possible-rename", "evict", "auto-destroy"]),
    );

    for (const json of [planAsJson([plan, refused.plan]), driftAsJson([plan, renamedByHand]), planAsJson([])]) {
      expect(problemsOf(json)).toEqual([]);
    }
  });

  test("does not match the schema with one more member, one less, or one of another type", () => {
    const document = JSON.parse(planAsJson([everyChange().plan])) as { organizations: { actions: object[] }[] };
    const [first] = document.organizations;
    const withAction = (action: object): string =>
      JSON.stringify({ ...document, organizations: [{ ...first, actions: [action] }] });
    const create = first!.actions.find((action) => "kind" in action && action.kind === "create")!;
    expect(problemsOf(withAction(create))).toEqual([]);
    expect(problemsOf(withAction({ ...create, token: "secret" }))).not.toEqual([]);
    expect(problemsOf(withAction({ ...create, after: null }))).not.toEqual([]);
    expect(problemsOf(withAction({ ...create, reason: undefined }))).not.toEqual([]);
  });

  test("has a project before and after, and where each workspace comes from", () => {
    const { plan } = planFor(
      [
        { name: "Default Project", workspaces: ["api"] },
        { name: "Platform", description: "Old" },
      ],
      [{ name: "Platform", description: "New", autoDestroy: "14d", workspaces: ["api"] }],
    );
    expect(JSON.parse(planAsJson([plan]))).toEqual({
      format_version: "2.0",
      tfprojects_version: VERSION,
      kind: "plan",
      organizations: [
        {
          name: "acme",
          applyable: true,
          summary: { create: 0, update: 1, move: 1, delete: 0 },
          not_compared: [],
          states: [],
          errors: [],
          warnings: [{ kind: "auto-destroy", action: "move Platform", message: expect.stringContaining("14d") }],
          actions: [
            {
              id: "update Platform",
              kind: "update",
              reason: "description and auto_destroy_activity_duration differ from the code",
              depends_on: [],
              address: "tfprojects_project.platform",
              project_id: "prj-platform",
              before: {
                name: "Platform",
                description: "Old",
                auto_destroy_activity_duration: null,
                default_execution_mode: null,
                default_agent_pool_id: null,
                tags: {},
              },
              after: {
                name: "Platform",
                description: "New",
                auto_destroy_activity_duration: "14d",
                default_execution_mode: null,
                default_agent_pool_id: null,
              },
            },
            {
              id: "move Platform",
              kind: "move",
              reason: "1 workspace named by a membership",
              depends_on: [],
              destination: { id: "prj-platform", name: "Platform" },
              workspaces: [
                {
                  id: "ws-api",
                  name: "api",
                  from: { id: "prj-default-project", name: "Default Project" },
                  reason: "member",
                },
              ],
            },
          ],
          coverage: {
            projects: { managed: 2, total: 2, percent: 100 },
            workspaces: { managed: 1, total: 1, percent: 100 },
            unmanaged_projects: [],
            unmanaged_workspaces: [],
          },
        },
      ],
    });
  });

  test("is byte-equal for equal plans", () => {
    expect(planAsJson([everyChange().plan])).toBe(planAsJson([structuredClone(everyChange().plan)]));
  });
});
