import { messageOf, problemAt } from "../../../src/model";
import {
  inTwoMemberships,
  renamedWorkspaces,
  tooManyPlaced,
  unknownTags,
  warningOf,
  PLAN_ERRORS,
} from "../../../src/diagnostics";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { ConnectionError, NotFoundError } from "../../../src/api";
import { ERROR_CODES as CLIENT_CODES } from "../../../src/api";
import { COMMAND_ERRORS, ENGINE_ERRORS, serviceErrorCode } from "../../../src/engine/report/error-codes";
import { UserError } from "../../../src/user-error";
import { applyAsJson, asJson, errorAsJson } from "../../../src/engine/report/json";
import { OrganizationNotFoundError, OutcomeUnknownError, WorkspacesNotFoundError } from "../../../src/reconcile";
import { EngineError } from "../../../src/engine/engine-error";
import type { Outcome } from "../../../src/engine/result";
import type { DoneBefore } from "../../../src/engine/plan/progress";
import { VERSION } from "../../../src/version";
import { asDrift, driftFor, planFor } from "./organization";
import { everyChange, everyImpact, withUnreadable } from "./scenarios";

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
    const plan = everyChange();
    const refused = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], { prune: true });
    expect(refused.errors).not.toEqual([]);
    expect(new Set(plan.actions.map(({ kind }) => kind))).toEqual(new Set(["create", "update", "move", "delete"]));
    const renamedByHand = planFor(
      [{ name: "Default Project" }, { name: "Web 2", workspaces: ["web"] }],
      [{ name: "Web", workspaces: ["web"] }],
    );
    expect(new Set([...plan.warnings, ...renamedByHand.warnings].map(({ code }) => code))).toEqual(
      new Set(["delete", "run-identity", "evacuate", "possible-rename", "evict", "auto-destroy"]),
    );

    const governed = [
      [
        { name: "Default Project" },
        { name: "Data", workspaces: ["stray", "old"] },
        { name: "Old", workspaces: ["in-old"] },
      ],
      [{ name: "Data" }],
    ] as const;
    const limits = { prune: true, maxDeletes: 9, maxMoves: "all", ignore: ["old*"] } as const;
    const strict = driftFor(...governed, { ignore: ["old*"], strict: true });
    expect(strict.unmanagedDrift).toEqual({ projects: 0, workspaces: 1, unplaced: 0 });
    const states = [{ source: "terraform.tfstate", lineage: "a", serial: 3 }];
    const reviewed = [
      { terraformPlan: { source: "plan.json", createdAt: "2026-11-22T12:41:52Z" }, states: [] },
      { terraformPlan: { source: "plan.json", createdAt: undefined }, states: [] },
      { states },
    ].map((inState) => ({
      ...plan,
      desired: { ...plan.desired, inState: { ...inState, droppedProjects: [], memberships: [] } },
    }));
    const withStates = asJson(reviewed);
    expect(JSON.parse(withStates)).toMatchObject({
      organizations: [
        { terraform_plan: { source: "plan.json", created_at: "2026-11-22T12:41:52Z" } },
        { terraform_plan: { source: "plan.json", created_at: null } },
        { states },
      ],
    });
    for (const json of [
      withStates,
      asJson([plan, refused, planFor(...governed, limits)]),
      asJson([everyImpact(), withUnreadable(everyImpact())]),
      asJson([asDrift(plan), asDrift(renamedByHand), strict]),
      asJson([]),
    ]) {
      expect(problemsOf(json)).toEqual([]);
    }
  });

  test("has all of 25 workspaces that an error is about, of which the message has ten", () => {
    const names = Array.from({ length: 25 }, (_, index) => `ws-${String(index).padStart(2, "0")}`);
    const missing = planFor([{ name: "Default Project" }], [{ name: "Data", workspaces: names }]);
    const full = planFor([{ name: "Default Project" }, { name: "Full", workspaces: names }], [], {
      prune: true,
      maxDeletes: 1,
    });
    const json = asJson([missing, full]);
    expect(problemsOf(json)).toEqual([]);
    const { organizations } = JSON.parse(json) as { organizations: { errors: object[] }[] };
    expect(organizations.flatMap(({ errors }) => errors)).toEqual([
      expect.objectContaining({
        code: "UNKNOWN_WORKSPACE",
        workspaces: names,
        message: expect.stringContaining("ws-09 and 15 more") as unknown,
      }),
      expect.objectContaining({
        code: "PROJECT_NOT_EMPTY",
        workspaces: names,
        message: expect.stringContaining("ws-09 and 15 more") as unknown,
      }),
    ]);
    const gone = errorAsJson(new WorkspacesNotFoundError("acme", names));
    expect([problemsOf(gone), JSON.parse(gone)]).toMatchObject([[], { error: { workspaces: names } }]);
  });

  test("has all workspaces that stay because no state has them, of which other reports have ten", () => {
    const plan = everyChange();
    const names = Array.from({ length: 25 }, (_, index) => ({ id: `ws-${index}`, name: `web-${index}` }));
    const unlisted = names.map((it) => ({ ...it, projectId: "prj-1", organization: "acme" }));
    const json = asJson([{ ...plan, unlisted }]);
    expect([problemsOf(json), JSON.parse(json)]).toMatchObject([[], { organizations: [{ unlisted: names }] }]);
  });

  test("has the rules that place workspaces, and the placements whose rules cannot be evaluated", () => {
    const plan = planFor([{ name: "Home", workspaces: ["net-1"] }], [{ name: "Data", workspaces: ["net-1"] }]);
    const address = "tfprojects_workspace_membership.data";
    const placement = "tfprojects_workspace_placement.all";
    const rule = { placement, position: 0, match: { pattern: "net-*", tags: [{ key: "team", value: "*" }] } };
    const project = { id: "prj-1", name: "Web" };
    const errors = [
      unknownTags({ addresses: [placement], workspaces: ["a"], organization: "acme" }),
      renamedWorkspaces({ address, renamed: [{ from: "a", id: "ws-1", to: "b" }] }),
      tooManyPlaced({ address: placement, limit: 0, workspaces: ["a"], language: "terraform" }),
      inTwoMemberships({ address, workspaces: ["a"], memberships: [{ label: "other" }, { label: address }] }),
    ] as const;
    const actions = plan.actions.map((it) =>
      it.kind === "move"
        ? { ...it, workspaces: it.workspaces.map((moved) => ({ ...moved, reason: "placed" as const, rule })) }
        : it,
    );
    const elsewhere = [{ id: "ws-2", name: "net-2", project, rule: { placement, position: 1, match: {} } }];
    const missing = { organization: "acme", missing: ["gone"], suggestions: {}, isTolerated: false };
    const missingWorkspaces = [{ address, ...missing, renamed: [{ from: "a", id: "ws-1", to: "b" }] }];
    const json = asJson([{ ...plan, actions, errors, elsewhere, missingWorkspaces }]);
    expect(problemsOf(json)).toEqual([]);
    expect(JSON.parse(json)).toMatchObject({
      organizations: [
        {
          actions: [{ kind: "create" }, { workspaces: [{ name: "net-1", rule }] }],
          errors: [
            { addresses: [placement], workspaces: ["a"] },
            { workspaces: ["a"] },
            { workspaces: ["a"] },
            { workspaces: ["a"] },
          ],
          elsewhere,
          missing_workspaces: [
            { address, missing: ["gone"], renamed: [{ name: "a", workspace: { id: "ws-1", name: "b" } }] },
          ],
        },
      ],
    });
  });

  test("has the addresses of warnings about the code, in place of an action", () => {
    const plan = planFor([{ name: "Default Project" }], [{ name: "Data" }]);
    const gates = ["terraform_data.gate"];
    const owners = { owner: "tfprojects_workspace_membership.a", workspaces: ["tfe_workspace.b"] };
    const warnings = [
      warningOf("gate", { addresses: gates, gates: [] }),
      warningOf("two-owners", {
        owners: { ...owners, conflict: "member" },
        addresses: [owners.owner, ...owners.workspaces],
      }),
      warningOf("renamed-workspaces", { addresses: [owners.owner], renamed: [{ from: "a", id: "ws-1", to: "b" }] }),
      warningOf("missing-workspaces", {
        addresses: [owners.owner],
        workspaces: ["a"],
        organization: "acme",
        suggestions: {},
      }),
      warningOf("lost-match", { addresses: [owners.owner], lost: [{ id: "ws-1", name: "a" }] }),
      warningOf("new-match", { addresses: [owners.owner], matching: [{ id: "ws-1", name: "a" }] }),
      warningOf("no-match", { addresses: [owners.owner], rules: [{ position: 0 }] }),
    ] as const;
    const json = asJson([{ ...plan, warnings }]);
    expect(problemsOf(json)).toEqual([]);
    expect(JSON.parse(json)).toMatchObject({
      organizations: [
        { warnings: warnings.map((it) => ({ code: it.code, message: messageOf(it), addresses: it.data.addresses })) },
      ],
    });
  });

  test("does not match the schema with one more member, one less, or one of another type", () => {
    const document = JSON.parse(asJson([everyChange()])) as { organizations: { actions: object[] }[] };
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
    const plan = planFor(
      [
        { name: "Default Project", workspaces: ["api"] },
        { name: "Platform", description: "Old" },
      ],
      [{ name: "Platform", description: "New", autoDestroy: "14d", workspaces: ["api"] }],
    );
    expect(JSON.parse(asJson([plan]))).toEqual({
      format_version: "2.0",
      tfprojects_version: VERSION,
      kind: "plan",
      organizations: [
        {
          name: "acme",
          language: "terraform",
          applyable: true,
          summary: { create: 0, update: 1, set: 0, move: 1, unset: 0, delete: 0 },
          raised_limits: [],
          not_compared: [],
          states: [],
          errors: [],
          warnings: [
            { code: "run-identity", message: expect.stringContaining("Runs of 1 workspace") },
            { code: "auto-destroy", action: "move Platform", message: expect.stringContaining("14d") },
          ],
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
            projects: { managed: 1, total: 2, percent: 50 },
            workspaces: { managed: 1, total: 1, percent: 100 },
            default_project: "unmanaged",
            unmanaged_projects: [],
            unmanaged_workspaces: [],
            ignored: { patterns: [], projects: 0, workspaces: 0 },
          },
          impact: {
            identities: [
              {
                cause: "moved",
                before: "organization:acme:project:Default Project",
                after: "organization:acme:project:Platform",
                workspaces: 1,
              },
            ],
            moves: [
              {
                action: "move Platform",
                from: { id: "prj-default-project", name: "Default Project" },
                to: { id: "prj-platform", name: "Platform" },
                workspaces: 1,
                settings: [
                  {
                    attribute: "auto_destroy_activity_duration",
                    before: null,
                    before_known: true,
                    after: "14d",
                    workspaces: 1,
                    certain: false,
                  },
                ],
                not_compared: [],
                destroyed_anyway: [],
              },
            ],
            deletions: [],
          },
          unmanaged_drift: { projects: 0, workspaces: 0, unplaced: 0 },
          found_by_name: [{ id: "prj-platform", name: "Platform" }],
          not_pruned: [],
          missing_workspaces: [],
          known_after_apply: [],
          elsewhere: [],
          unlisted: [],
        },
      ],
    });
  });

  test("has the address of an error in the code, and the project of one that is not in the code", () => {
    const unknown = planFor([{ name: "Default Project" }], [{ name: "Platform", workspaces: ["missing", "gone"] }]);
    const full = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], { prune: true });
    const errorsIn = (json: string): unknown =>
      (JSON.parse(json) as { organizations: [{ errors: unknown }] }).organizations[0].errors;
    expect(errorsIn(asJson([unknown]))).toEqual([
      {
        code: "UNKNOWN_WORKSPACE",
        address: "tfprojects_workspace_membership.platform",
        workspaces: ["missing", "gone"],
        message: expect.stringContaining("no workspaces gone, missing, or"),
      },
    ]);
    expect(errorsIn(asJson([full]))).toEqual([
      {
        code: "PROJECT_NOT_EMPTY",
        project: { id: "prj-full", name: "Full" },
        workspaces: ["a"],
        message: expect.any(String),
      },
      { code: "TOO_MANY_DELETES", message: expect.any(String) },
    ]);
  });

  test("is byte-equal for equal plans", () => {
    expect(asJson([everyChange()])).toBe(asJson([structuredClone(everyChange())]));
  });
});

const REQUEST = { method: "PATCH", path: "/api/v2/projects/prj-1", outcomeUnknown: true, attempts: 3 } as const;
const NOT_FOUND = new NotFoundError(
  { ...REQUEST, outcomeUnknown: false },
  { status: 404, problems: [], requestId: "req-1" },
);
const CONNECTION = new ConnectionError(
  REQUEST,
  { address: "https://tfe.example.com", source: "TFE_ADDRESS" },
  { reason: "unreachable", cause: new Error("ECONNREFUSED") },
);
/** Errors of every class, and what documents have of them. */
const ERRORS: readonly (readonly [string, unknown, object])[] = [
  [
    "the command line",
    new UserError("It is a saved plan.", "Apply it.", { code: "USAGE" }),
    { code: "USAGE", message: "It is a saved plan.", next: "Apply it." },
  ],
  [
    "one problem of the code",
    new UserError("Invalid configuration:\na.b:\n  It is odd.", "Correct it.", {
      code: "INVALID_CONFIGURATION",
      summary: "Invalid configuration.",
      problems: [problemAt("a.b", "It is odd.")],
    }),
    {
      code: "INVALID_CONFIGURATION",
      message: "Invalid configuration.",
      next: "Correct it.",
      address: "a.b",
      errors: [{ address: "a.b", message: "It is odd." }],
    },
  ],
  [
    "the service",
    NOT_FOUND,
    {
      code: "NOT_FOUND",
      message: expect.stringContaining("not found, or not permitted"),
      request: { method: "PATCH", path: "/api/v2/projects/prj-1", status: 404, request_id: "req-1" },
      outcome_unknown: false,
    },
  ],
  [
    "the connection",
    CONNECTION,
    {
      code: "CONNECTION",
      message: expect.stringContaining("ECONNREFUSED"),
      request: { method: "PATCH", path: "/api/v2/projects/prj-1" },
      outcome_unknown: true,
    },
  ],
  [
    "the organization",
    new OrganizationNotFoundError("acmee", "https://tfe.example.com", NOT_FOUND),
    { code: "ORGANIZATION_NOT_FOUND", message: expect.stringContaining('"acmee"'), outcome_unknown: false },
  ],
  [
    "an unknown outcome",
    new OutcomeUnknownError(
      { kind: "delete", organization: "acme", project: { id: "prj-1", name: "Old" } },
      CONNECTION,
      undefined,
    ),
    { code: "OUTCOME_UNKNOWN", message: expect.stringContaining("was deleted"), outcome_unknown: true },
  ],
  ["a bug", new TypeError("undefined is not a function"), { code: "INTERNAL", message: expect.any(String) }],
];

describe("the JSON of an error", () => {
  test.each(ERRORS)("of %s matches the schema, and is the same as of an action", (_, error, expected) => {
    const json = errorAsJson(error);
    expect(JSON.parse(json)).toEqual({
      format_version: "2.0",
      tfprojects_version: VERSION,
      kind: "error",
      error: expected,
    });
    expect(problemsOf(json)).toEqual([]);

    const plan = everyChange();
    const failed = applyAsJson([{ plan, outcomes: [{ kind: "failed", error: EngineError.ofAction(error) }] }]);
    expect(JSON.parse(failed)).toMatchObject({
      organizations: [{ outcomes: [{ outcome: "failed", error: expected }] }],
    });
    expect(problemsOf(failed)).toEqual([]);
  });

  test("does not match the schema with another code, or beside a result", () => {
    const document = JSON.parse(errorAsJson(NOT_FOUND)) as { error: object };
    expect(problemsOf(JSON.stringify(document))).toEqual([]);
    expect(problemsOf(JSON.stringify({ ...document, error: { ...document.error, code: "ODD" } }))).not.toEqual([]);
    expect(problemsOf(JSON.stringify({ ...document, organizations: [] }))).not.toEqual([]);
  });

  test("has a code of the catalogue, which the schema lists", () => {
    const { $defs } = schema as {
      readonly $defs: Readonly<Record<string, { properties: { code: { enum: readonly string[] } } }>>;
    };
    const codes = [
      ...[COMMAND_ERRORS, PLAN_ERRORS, ENGINE_ERRORS].flatMap((errors) => Object.keys(errors)),
      ...CLIENT_CODES.map((code) => serviceErrorCode(code)),
    ];
    expect(new Set(codes).size).toBe(codes.length);
    expect([...$defs["command_error"]!.properties.code.enum].sort()).toEqual(codes.sort());
    expect([...$defs["error"]!.properties.code.enum].sort()).toEqual(Object.keys(PLAN_ERRORS).sort());
  });
});

describe("the JSON of an apply", () => {
  const plan = everyChange();
  const why = [{ reason: "dependency", failures: [plan.actions[0]!.id] } as const, { reason: "stopped" } as const];
  const outcomes = plan.actions.map((action, index): Outcome => {
    if (index === 0) return { kind: "failed", error: EngineError.ofAction(CONNECTION) };
    return action.kind === "create" ? { kind: "done", createdId: "prj-new" } : { kind: "skipped", ...why[index % 2]! };
  });

  test("matches the schema, with every outcome, and for plans that were not executed", () => {
    const refused = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], { prune: true });
    const json = applyAsJson([
      { plan, outcomes },
      { plan: refused, outcomes: [] },
    ]);
    expect(problemsOf(json)).toEqual([]);
    const { organizations } = JSON.parse(json) as { organizations: { outcomes: { outcome: string }[] }[] };
    expect(new Set(organizations[0]!.outcomes.map(({ outcome }) => outcome))).toEqual(
      new Set(["done", "failed", "skipped"]),
    );
    expect(organizations[1]!.outcomes).toEqual([]);
  });

  test("matches the schema with what was done before", () => {
    const outcomes = plan.actions.map(({ kind }): Outcome => {
      return kind === "move" ? { kind: "skipped", reason: "earlier-organization" } : { kind: "done" };
    });
    const doneBefore = plan.actions.map((action): DoneBefore => {
      const common = { action, isComplete: action.kind !== "move" };
      if (action.kind === "create") return { ...common, createdId: "prj-new" };
      return action.kind === "move" ? { ...common, workspaces: action.workspaces } : common;
    });
    const json = applyAsJson([{ plan, outcomes, doneBefore }]);
    expect(problemsOf(json)).toEqual([]);
    const [organization] = (JSON.parse(json) as { organizations: object[] }).organizations;
    const [move] = plan.actions.flatMap((action) => (action.kind === "move" ? [action] : []));
    const moved = move!.workspaces.map(({ id, name }) => ({ id, name }));
    expect(organization).toMatchObject({
      outcomes: expect.arrayContaining([
        { action: `move ${move!.destination.name}`, outcome: "skipped", reason: "earlier-organization" },
      ]) as object[],
      done_before: expect.arrayContaining([
        { action: `move ${move!.destination.name}`, complete: false, workspaces: moved },
        expect.objectContaining({ complete: true, project_id: "prj-new" }),
      ]) as object[],
    });
  });

  test("has all members of the plan, with the same values", () => {
    const planned = JSON.parse(asJson([plan])) as { organizations: object[] };
    expect(JSON.parse(applyAsJson([{ plan, outcomes }]))).toMatchObject({ organizations: planned.organizations });
  });

  test("does not match the schema of another kind", () => {
    const document = JSON.parse(applyAsJson([{ plan, outcomes }])) as object;
    expect(problemsOf(JSON.stringify({ ...document, kind: "plan" }))).not.toEqual([]);
    const planned = JSON.parse(asJson([plan])) as object;
    expect(problemsOf(JSON.stringify({ ...planned, kind: "apply" }))).not.toEqual([]);
  });
});
