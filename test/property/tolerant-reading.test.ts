import { ApiError } from "../../src/api";
import type { Client } from "../../src/api";
import { ScriptedService } from "../api/scripted-service";
import { casesOf, fc, SEED } from "../support/property";

/** Values in place of what was expected. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, 0, -1, 7, 1.5, "", "12", "text", [], {}, [null], [[]], {
    id: 5,
  }),
  fc.jsonValue({ maxDepth: 2 }),
);
/** Usually the expected value. */
const mostly = (expected: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(expected) }, { weight: 1, arbitrary: odd });
const members = (expected: Record<string, unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, mostly(value)]))),
    },
    { weight: 1, arbitrary: odd },
  );

const ATTRIBUTES = {
  name: "Platform",
  description: "text",
  status: "awaiting_override",
  stage: "post_plan",
  "workspace-count": 3,
  "team-count": "3",
  permissions: { "can-update": true },
  actions: { "is-overridable": "yes" },
  "status-timestamps": { "passed-at": "2026-01-01T00:00:00Z" },
  "result-count": { passed: "1" },
  "auto-destroy-activity-duration": "14d",
};
const RELATIONSHIPS = {
  organization: { data: { id: "acme", type: "organizations" } },
  project: { data: { id: "prj-1", type: "projects" } },
  "default-project": { data: { id: "prj-1", type: "projects" } },
  run: { data: { id: "run-1", type: "runs" } },
  "task-results": { data: [{ id: "taskrs-1", type: "task-results" }] },
  "policy-evaluations": { data: [{ id: "poleval-1", type: "policy-evaluations" }] },
};
const TYPES = ["projects", "workspaces", "organizations", "task-stages", "task-results", "policy-evaluations", "runs"];

const resource = (type: string): fc.Arbitrary<unknown> =>
  fc.record({
    id: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<unknown>("id-1", "id-2", "id-3", 4) },
      { weight: 1, arbitrary: odd },
    ),
    type: mostly(type),
    attributes: members(ATTRIBUTES),
    relationships: members(RELATIONSHIPS),
  });
const link = fc.constantFrom<unknown>(
  null,
  "",
  "/api/v2/x?page%5Bnumber%5D=2",
  "https://elsewhere.example/?page[number]=3",
  5,
  "::",
);
const document = (type: string, isList: boolean): fc.Arbitrary<unknown> => {
  const one = resource(type);
  const data = isList ? fc.array(one, { maxLength: 4 }) : one;
  const pagination = members({
    "current-page": 1,
    "page-size": 100,
    "next-page": 2,
    "total-pages": "2",
    "total-count": 4,
  });
  const sent = fc.record(
    {
      data: fc.oneof({ weight: 8, arbitrary: data }, { weight: 1, arbitrary: odd }),
      included: fc.oneof(fc.array(fc.constantFrom(...TYPES).chain(resource), { maxLength: 3 }), odd),
      meta: fc.oneof(fc.record({ pagination }), odd),
      links: fc.oneof(fc.record({ next: link }), odd),
    },
    { requiredKeys: ["data"] },
  );
  if (!isList) return sent;
  // Usually a consistent list: of others next to nothing is read.
  return fc.tuple(sent, fc.integer({ min: 0, max: 4 })).map(([document, chance]) => {
    if (chance === 0 || !Array.isArray(document.data)) return document;
    const { length } = document.data;
    const pagination = { "current-page": 1, "next-page": null, "total-pages": 1, "total-count": length };
    return { ...document, meta: { pagination } };
  });
};
const errorDocument = fc.oneof(
  fc.record({
    errors: fc.oneof(
      fc.array(fc.oneof(members({ status: 422, title: "x", detail: "y", source: { pointer: "/data" } }), odd)),
      odd,
    ),
  }),
  odd,
);
const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));

interface Response {
  readonly status: number;
  readonly body: string;
  readonly type: string;
}

const response = (type: string, isList: boolean): fc.Arbitrary<Response> =>
  fc
    .oneof(
      { weight: 5, arbitrary: fc.record({ status: fc.constant(200), body: document(type, isList).map(text) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          status: fc.constantFrom(204, 302, 400, 401, 403, 404, 409, 415, 418, 422, 500, 503),
          body: fc.oneof(errorDocument.map(text), fc.constantFrom("", "plain text", "<html>", "{", "\u0000")),
        }),
      },
    )
    .chain((given) =>
      fc
        .constantFrom("application/vnd.api+json", "application/json; charset=utf-8", "text/html", "")
        .map((type) => ({ ...given, type })),
    );

async function all(items: AsyncIterable<{ readonly id: string }>): Promise<readonly { readonly id: string }[]> {
  const found: { readonly id: string }[] = [];
  for await (const item of items) found.push(item);
  return found;
}

type Operation = readonly [name: string, type: string, isList: boolean, run: (client: Client) => Promise<unknown>];
const INCLUDE = ["run", "run.workspace", "task-results", "policy-evaluations"] as const;
const operations: readonly Operation[] = [
  ["create a project", "projects", false, (client) => client.projects.create("acme", { name: "new" })],
  ["update a project", "projects", false, (client) => client.projects.update("prj-1", { name: "new" })],
  ["read a project", "projects", false, (client) => client.projects.get("prj-1")],
  ["list projects", "projects", true, (client) => all(client.projects.list("acme"))],
  ["list projects by name", "projects", true, (client) => all(client.projects.list("acme", { sort: "name" }))],
  ["delete a project", "projects", false, (client) => client.projects.delete("prj-1")],
  ["move workspaces", "workspaces", false, (client) => client.projects.moveWorkspaces("prj-1", ["ws-1"])],
  [
    "read an organization",
    "organizations",
    false,
    (client) => client.organizations.get("acme", { include: ["default-project"] }),
  ],
  ["read a workspace", "workspaces", false, (client) => client.workspaces.get("ws-1", { include: ["project"] })],
  [
    "list workspaces",
    "workspaces",
    true,
    (client) => all(client.workspaces.list("acme", {}, { include: ["project"] })),
  ],
  ["list stages", "task-stages", true, (client) => all(client.taskStages.list("run-1"))],
  ["read a stage", "task-stages", false, (client) => client.taskStages.get("ts-1", { include: INCLUDE })],
  ["override a stage", "task-stages", false, (client) => client.taskStages.override("ts-1")],
  ["read a result", "task-results", false, (client) => client.taskResults.get("taskrs-1")],
];

/** The ids of a first page. */
function idsIn(body: string): readonly string[] {
  const { data } = JSON.parse(body) as { data: readonly { readonly id: unknown }[] };
  return data.map(({ id }) => String(id));
}

describe(`a service with invalid responses (TFPROJECTS_SEED=${SEED})`, () => {
  let service: ScriptedService;
  beforeAll(async () => {
    service = await ScriptedService.start();
  });
  afterAll(async () => {
    await service.stop();
  });

  test.each(operations)(
    "%s: the client settles, rejects only with an ApiError, and loses no id",
    async (_, type, isList, run) => {
      const client = service.client({ retryPolicy: { initialDelayMs: 1, maxDelayMs: 1, attempts: 2 } });
      const responses = fc.array(response(type, isList), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(responses, async (given) => {
          service.script(
            ...given.map(({ status, body, type }) => ({ status, body, headers: { "content-type": type } })),
          );
          const result: unknown = await run(client).catch((error: unknown) => error);
          if (result instanceof Error) expect(result).toBeInstanceOf(ApiError);
          // An inconsistent first page is requested again: then another response counts.
          else if (isList && given[0]?.status === 200 && service.requests[1]?.path !== service.requests[0]!.path) {
            const found = (result as readonly { readonly id: string }[]).map(({ id }) => id);
            expect(new Set(found).size).toBe(found.length);
            expect(found).toEqual(expect.arrayContaining([...idsIn(given[0].body)]));
          }
          expect(service.requests.length).toBeLessThan(300);
        }),
        { numRuns: casesOf(60) },
      );
      client.close();
    },
  );
});
