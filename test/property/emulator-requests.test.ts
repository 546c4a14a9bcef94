import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../src/emulator";
import type { Kind, ServiceRoute } from "../../src/emulator/engine/kind";
import { routesOf } from "../../src/emulator/engine/routes";
import { runs } from "../../src/emulator/kinds/run";
import { KINDS, ROUTES } from "../../src/emulator/service-kinds";
import { HttpClient, type HttpResponse, resource } from "../emulator/http-client";
import { fc, lengthFrom, SEED } from "../support/property";

/*
 * Whatever is sent to an operation, the emulator answers in JSON:API (or with the file that was asked for), without a
 * server error, and keeps its state.
 */

const MEDIA_TYPE = "application/vnd.api+json; charset=utf-8";
/** The media types of files, by operation. Whatever else an operation returns, errors included, is in JSON:API. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["GET /plans/:plan/json-output-redacted", "application/json"],
  ["GET /plans/:plan/log", "text/plain"],
  ["GET /applies/:apply/log", "text/plain"],
  ["GET /state-versions/:stateVersion/download", "application/json"],
  ["GET /policies/:policy/download", "application/octet-stream"],
]);
const REQUESTS = lengthFrom("TFPROJECTS_REQUESTS", 1500);
/** Timers depend on the number of requests, a second each, and not on how long they take. */
const BEGIN = Date.UTC(2026, 10, 2, 12);

interface Draft {
  readonly route: ServiceRoute;
  /** A number for each parameter of the path, which picks from the IDs that are known by then. */
  readonly picks: readonly number[];
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

/** Stands for an ID that the emulator has by then, in values of a body. */
class SomeId {
  constructor(
    readonly pick: number,
    readonly type: string,
  ) {}
}

const TYPES = KINDS.map(({ type }) => type);
const odd = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -1, 1.5, 1e308, "", " ", "x", "yes", "\u0000", "ü".repeat(300), "a,b", "*", "../..", "14d"],
  ...["2030-01-01T00:00:00Z", "remote", "agent", "mandatory", "pre_plan", "failed", "read", "admin", "custom", "1.5.0"],
  ...["http://127.0.0.1:1", [], [null], ["pre_plan"], {}, { key: "a", value: 1 }, "__proto__"],
);
/** Values that the operations accept, without which nearly all requests would be invalid. */
const VALID: Readonly<Record<string, unknown>> = {
  name: "a-1",
  email: "a@b.example",
  url: "https://x.example",
  category: "task",
  "enforcement-level": "mandatory",
  stages: ["pre_plan", "post_plan"],
  status: "passed",
  body: "Looks good",
  "destination-type": "generic",
  enabled: true,
  global: true,
  "allowed-stages": ["pre_plan"],
  key: "environment",
  description: "A description",
};

const idOf = (type: string): fc.Arbitrary<SomeId> => fc.nat().map((pick) => new SomeId(pick, type));
const identifierOf = (type: string): fc.Arbitrary<object> => fc.record({ type: fc.constant(type), id: idOf(type) });
const reference = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TYPES, "tag-bindings").chain(identifierOf) },
  { weight: 1, arbitrary: odd },
);
const references = fc.oneof(reference, fc.array(reference, { maxLength: 3 }));

const KEYS = [
  ...KINDS.flatMap(keysOf),
  ...["message", "comment", "setting-overwrites", "global-configuration", "end-at", "runs-ceiling", "outcomes"],
];

function keysOf({ attributes, settings }: Kind): readonly string[] {
  return [...Object.keys(attributes), ...Object.keys(settings)].map(wireKey);
}

function wireKey(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A document that the operation may accept. */
function documentOf(kind: Kind, path: string): fc.Arbitrary<unknown> {
  const attribute = fc.oneof(fc.constantFrom("name", ...keysOf(kind)), fc.constantFrom(...KEYS));
  const attributes = fc
    .tuple(
      fc.subarray(Object.entries(VALID), { minLength: 10 }),
      fc.dictionary(attribute, fc.oneof({ weight: 4, arbitrary: odd }, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 2 }),
      fc.nat({ max: 50 }),
    )
    .map(([valid, other, suffix]) => ({ ...Object.fromEntries(valid), name: `a-${suffix}`, ...other }));
  const relations = Object.entries({ ...kind.relations, task: { to: "tasks", many: false } }).map(
    ([name, relation]) => {
      const one = identifierOf(relation.to);
      const data = fc.oneof(
        { weight: 4, arbitrary: relation.many ? fc.array(one, { maxLength: 3 }) : one },
        references,
      );
      return fc.record({ data }).map((value) => [wireKey(name), value] as const);
    },
  );
  const relationships = fc
    .tuple(...relations)
    .chain((all) => fc.subarray(all))
    .map(Object.fromEntries);
  // Some operations, such as those for tag bindings, are named after what they take.
  const type = fc.oneof(
    { weight: 3, arbitrary: fc.constant(kind.type) },
    fc.constantFrom(path.slice(path.lastIndexOf("/") + 1), "task-results"),
  );
  return fc.record({
    data: fc.oneof({ weight: 6, arbitrary: fc.record({ type, attributes, relationships }) }, references, odd),
  });
}

/** What a parameter of a path names. Plans, applies and state versions are parts of runs, and no kind of their own. */
function namedBy(parameter: string): Partial<Kind> {
  const prefixes: Readonly<Record<string, string>> = { plan: "plan-", apply: "apply-", stateVersion: "sv-" };
  return KINDS.find((kind) => kind.parameter === parameter) ?? { prefix: prefixes[parameter] ?? "" };
}

const kindOf = new Map<string, Kind>(KINDS.flatMap((kind) => routesOf(kind).map((it) => [keyOf(it), kind] as const)));

function keyOf({ method, path }: ServiceRoute): string {
  return `${method} ${path}`;
}

/** Deletions are rare, or there would soon be nothing left. */
const deletions = ROUTES.filter(
  ({ method, path }) => (method === "DELETE" && !path.includes("/relationships/")) || path.endsWith("/safe-delete"),
);
const others = ROUTES.filter((it) => !deletions.includes(it));
const creations = others.filter(({ method, path }) => method === "POST" && !/actions|relationships/.test(path));
const route = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...deletions) },
  { weight: 6, arbitrary: fc.constantFrom(...creations) },
  { weight: 20, arbitrary: fc.constantFrom(...others) },
);

const draft: fc.Arbitrary<Draft> = route.chain((route) => {
  const { emulated = [], notEmulated = [] } = route.query ?? {};
  const parameter = fc.constantFrom(...emulated, ...notEmulated, "page[number]", "page[size]", "include", "sort", "q");
  const value = fc.oneof(
    fc.constantFrom(
      "name",
      "-name",
      "true",
      "0",
      "2",
      "1e9",
      "-1",
      "",
      "a",
      "*a*",
      "workspace",
      "organization",
      "toString",
    ),
    fc.string(),
  );
  const document = documentOf(kindOf.get(keyOf(route)) ?? runs, route.path);
  return fc.record({
    route: fc.constant(route),
    picks: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    query: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(fc.tuple(parameter, value), { maxLength: 2 })),
    body: route.method === "GET" ? fc.constant(undefined) : fc.oneof({ weight: 8, arbitrary: document }, odd),
  });
});

/** The IDs that the emulator has returned, with some that it never does. */
class KnownIds {
  readonly #all = ["acme", "nobody", "%00", "..%2f..", "prj-0000000000000000", "%F0%9F%98%80"];

  learn(text: string): void {
    for (const [id] of text.matchAll(/\b[a-z]+-[A-Za-z0-9]{16}\b/g)) this.#all.push(id);
    if (this.#all.length > 2000) this.#all.splice(6, 1000);
  }

  /** One that fits what the name says, if there is one, in most cases. */
  at(pick: number, { prefix = "", type = "" }: Partial<Kind> = {}): string {
    if (type === "organizations" && pick % 64 !== 0) return "acme";
    const fitting = prefix === "" || pick % 16 === 0 ? [] : this.#all.filter((id) => id.startsWith(prefix));
    const ids = fitting.length === 0 ? this.#all : fitting;
    return ids[pick % ids.length]!;
  }

  fill(value: unknown): unknown {
    if (value instanceof SomeId)
      return this.at(
        value.pick,
        KINDS.find(({ type }) => type === value.type),
      );
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fill(item)]));
  }
}

const ACME = resource("organizations", { name: "acme", email: "ops@acme.example" });

/** Whether a request can rename or delete an organization. */
function isOfOrganization({ method, path }: ServiceRoute): boolean {
  return method !== "GET" && path === "/organizations/:organization";
}

const SOMETHING_OF_EACH = {
  organizations: [
    {
      name: "acme",
      projects: ["One", "Two"].map((name) => ({ name, tags: { a: "b" }, workspaces: [`${name}-a`, `${name}-b`] })),
      agentPools: [{ name: "pool" }],
      teams: [{ name: "ops", projects: { One: "admin" } }],
      variableSets: [{ name: "aws", projects: ["One"] }],
      policySets: [{ name: "soc2", global: true }],
    },
  ],
} as const;

/** Runs that wait for a task, and for the decision on a policy. */
function startRuns(emulator: Emulator): void {
  const taskId = emulator.runTasks.create({ organization: "acme", name: "scan" }).id;
  for (const name of ["One-a", "One-b", "Two-a"]) {
    const workspaceId = emulator.workspaces.find("acme", name)!.id;
    emulator.runTasks.attach({ workspaceId, taskId, stages: ["pre_plan", "post_plan"] });
    emulator.runs.start({ workspaceId, overridable: true });
    emulator.runs.start({ workspaceId, policyEvaluations: [{ status: "failed", enforcementLevel: "mandatory" }] });
  }
}

function send(http: HttpClient, ids: KnownIds, { route, picks, query, body }: Draft): Promise<HttpResponse> {
  let index = 0;
  const path = route.path.replaceAll(/:(\w+)/g, (_, parameter: string) =>
    ids.at(picks[index++] ?? 0, namedBy(parameter)),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of query) parameters.append(name.replaceAll("[i]", "[0]"), value);
  return http.send(route.method, `${path}?${parameters.toString()}`, ids.fill(body));
}

/** What is wrong with a response; undefined for nothing. */
function problemOf(route: ServiceRoute, { status, headers, text }: HttpResponse): string | undefined {
  if (status >= 500) return "a server error";
  if (text === "") return status < 300 ? undefined : "an error without a document";
  const file = FILES.get(keyOf(route));
  if (file !== undefined && status === 200) {
    return headers.get("content-type") === `${file}; charset=utf-8` ? undefined : `no ${file}`;
  }
  if (headers.get("content-type") !== MEDIA_TYPE) return `a document of ${headers.get("content-type")}`;
  const document = JSON.parse(text) as { readonly data?: unknown; readonly errors?: readonly unknown[] };
  if (status < 300) return document.data === undefined ? "no data" : undefined;
  return document.errors?.every(isErrorObject) === true ? undefined : "no error objects";
}

function isErrorObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && "status" in value && "title" in value;
}

test(`${REQUESTS} odd requests are answered, and survive a restart (seed ${SEED})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-requests-"));
  let seconds = 0;
  const now = (): number => BEGIN + seconds * 1000;
  const options = { stateFile: join(folder, "state.jsonl"), callRunTasks: "never", now } as const;
  const emulator = await Emulator.start({ ...options, seed: SOMETHING_OF_EACH });
  startRuns(emulator);
  const http = new HttpClient(emulator);
  const ids = new KnownIds();
  ids.learn(JSON.stringify(emulator.state()));
  const problems: string[] = [];
  try {
    // One after the other: what a request asks for depends on the responses before it.
    for (const it of fc.sample(draft, { seed: SEED, numRuns: REQUESTS })) {
      const response = await send(http, ids, it);
      // Most requests need this organization to work on.
      if (isOfOrganization(it.route)) await http.post("/organizations", ACME);
      ids.learn(response.text);
      const problem = problemOf(it.route, response);
      if (problem !== undefined) {
        problems.push(`${problem}: ${keyOf(it.route)} ${JSON.stringify([it.query, it.body])} → ${response.text}`);
      }
      seconds += 1;
    }
    expect(problems.slice(0, 5)).toEqual([]);
    const before = emulator.state();
    await emulator.stop();
    const restarted = await Emulator.start(options);
    const after = restarted.state();
    await restarted.stop();
    expect(after).toEqual(before);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
});
