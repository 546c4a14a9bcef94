import { inspect } from "node:util";
import type { Client, ClientOptions } from "../../src/api";
import { projectDocument, ScriptedService, TOKEN } from "./scripted-service";
import type { ScriptedResponse } from "./scripted-service";
import { REFUSING_ADDRESS } from "../support/refusing-address";

let service: ScriptedService;

beforeEach(async () => {
  service = await ScriptedService.start();
});
afterEach(async () => {
  await service.stop();
});

/** Everything that a value shows of itself, hidden properties and causes included. */
function everythingShownOf(value: unknown): string {
  const texts = [
    inspect(value, { depth: Infinity, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
  ];
  if (value instanceof Error) texts.push(value.message, value.stack ?? "", everythingShownOf(value.cause));
  return texts.join("\n");
}

test("a client does not expose the token, before and after its use", async () => {
  const client = service.client();
  expect(everythingShownOf(client)).not.toContain(TOKEN);
  service.script({ body: projectDocument() });
  const project = await client.projects.get("prj-1");
  expect(everythingShownOf([client, project])).not.toContain(TOKEN);
});

const failures: readonly [string, ScriptedResponse, ClientOptions][] = [
  ["a refusal", { status: 422, body: { errors: [{ status: "422", title: "x" }] } }, {}],
  [
    "a refusal that repeats the token",
    (response, { headers }) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ errors: [{ title: "unauthorized", detail: `bad header: ${headers.authorization}` }] }),
      );
    },
    {},
  ],
  [
    "a refusal that repeats the token, letter by letter escaped",
    (response) => {
      const escaped = TOKEN.replace(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
      response.writeHead(401, { "content-type": "application/json" });
      response.end(`{"errors":[{"status":"${escaped}","title":"${escaped}","detail":"${escaped}"}]}`);
    },
    {},
  ],
  ["a document that has the token for its type", { body: { data: { id: "x", type: TOKEN } } }, {}],
  ["a document that has the token for its id", { body: projectDocument(TOKEN) }, {}],
  ["a text that repeats the token", (response, { headers }) => response.writeHead(500).end(headers.authorization), {}],
  ["a redirect", { status: 302, headers: { location: `https://elsewhere.example/?token=${TOKEN}` } }, {}],
  ["a redirect to the token", { status: 302, headers: { location: `https://elsewhere.example/${TOKEN}` } }, {}],
  ["a request id that repeats the token", { status: 422, headers: { "x-request-id": TOKEN }, body: {} }, {}],
  ["a broken connection", (_, { socket }) => socket.destroy(), {}],
  ["a timeout", () => undefined, { timeoutMs: 50 }],
  ["an abort", () => undefined, { signal: AbortSignal.timeout(50) }],
  ["no JSON", { headers: { "content-type": "text/html" }, body: "<html>" }, {}],
  ["HTTP that is none", (_, { socket }) => socket.end("this is no HTTP\r\n\r\n"), {}],
];

test.each(failures)("the error of %s does not contain the token", async (_, answer, options) => {
  service.script(answer);
  const client: Client = service.client(options);
  for (const work of [() => client.projects.get("prj-1"), () => client.projects.create("acme", { name: "new" })]) {
    const error: unknown = await work().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(everythingShownOf(error)).not.toContain(TOKEN);
  }
});

test("a token passed as an ID appears neither in the error nor in observed requests", async () => {
  const observed: unknown[] = [];
  const client = service.client({ onRequest: (request) => observed.push(request) });
  service.script({ status: 404, body: {} });
  const error: unknown = await client.projects.get(TOKEN).catch((error: unknown) => error);
  expect(error).toMatchObject({ path: "/api/v2/projects/[token]" });
  expect(everythingShownOf(error)).not.toContain(TOKEN);
  expect(observed).toHaveLength(1);
  expect(everythingShownOf(observed)).not.toContain(TOKEN);
});

test("the error of a service that is down does not contain the token", async () => {
  const client = service.client({ address: REFUSING_ADDRESS });
  const error: unknown = await client.projects.get("prj-1").catch((error: unknown) => error);
  expect(everythingShownOf(error)).toContain("ECONNREFUSED");
  expect(everythingShownOf(error)).not.toContain(TOKEN);
});
