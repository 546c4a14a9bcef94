import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Check, CheckName } from "../../src/doctor/check";
import type { ServiceSettings } from "../../src/doctor/code-settings";
import { checkService } from "../../src/doctor/service-checks";
import { createIdentity } from "../../src/plugin/launch/certificate";
import { ProxyServer } from "../api/proxy-server";
import { ScriptedService, type ScriptedResponse } from "../api/scripted-service";
import { REFUSING_ADDRESS } from "../support/refusing-address";

/** Real servers fail in every way in which a network can; each has its own code, and says what to do. */

const TOKEN = "the-secret.atlasv1.token";
const SETTINGS: ServiceSettings = {
  address: undefined,
  hostname: undefined,
  token: undefined,
  requestsPerSecond: undefined,
  organizations: [{ name: "acme", source: "TFE_ORGANIZATION" }],
};

let folder: string;
const closing: (() => unknown)[] = [];
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "doctor-"))));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true });
});

type Env = Readonly<Record<string, string>>;

/** Checks a service; nothing that is found has the token or a part of it. */
async function check(env: Env, settings: Partial<ServiceSettings> = {}, timeoutMs = 5000): Promise<readonly Check[]> {
  const found = await checkService(
    { ...SETTINGS, ...settings },
    { env: { HOME: folder, TFE_TOKEN: TOKEN, ...env }, timeoutMs },
  );
  for (const part of ["the-secret", "atlasv1", "pa55word", Buffer.from("user:pa55word").toString("base64")])
    expect(JSON.stringify(found)).not.toContain(part);
  return found;
}

const named = (checks: readonly Check[], name: CheckName): Check => checks.find((it) => it.name === name)!;

/** The only check that failed; the others were made as far as they can be. */
async function failureOf(...args: Parameters<typeof check>): Promise<Check> {
  const checks = await check(...args);
  const failures = checks.filter(({ status }) => status === "failed");
  expect(failures.map(({ name }) => name)).toHaveLength(1);
  expect(checks.map(({ name }) => name)).toEqual(ALL);
  expect(failures[0]!.next).toMatch(/[.]$/);
  return failures[0]!;
}

const ALL = [
  "address",
  "proxy",
  "certificates",
  "token",
  "connection",
  "account",
  "organization",
  "permissions",
  "assignments",
  "rate_limit",
];

async function scripted(...answers: ScriptedResponse[]): Promise<ScriptedService> {
  const service = await ScriptedService.start();
  closing.push(() => service.stop());
  service.script(...answers);
  return service;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A response without a function of its own. */
type PlainResponse = Extract<ScriptedResponse, { readonly status?: number }>;

const jsonError = (status: number, title: string): PlainResponse => ({
  status,
  body: { errors: [{ status: String(status), title }] },
});
const account = (attributes: object = {}, resource?: object): PlainResponse => ({
  body: {
    data: {
      id: "user-1",
      type: "users",
      attributes: { username: "ada", "is-service-account": false, ...attributes },
      relationships: resource === undefined ? {} : { "authenticated-resource": { data: resource } },
    },
  },
  headers: { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "28", "x-ratelimit-reset": "0.0" },
});
const organization = (permissions: object | undefined, projectPermissions?: object): ScriptedResponse => ({
  body: {
    data: {
      id: "acme",
      type: "organizations",
      attributes: { name: "acme", ...(permissions && { permissions }) },
      relationships: { "default-project": { data: { id: "prj-1", type: "projects" } } },
    },
    included:
      projectPermissions === undefined
        ? []
        : [{ id: "prj-1", type: "projects", attributes: { name: "Default Project", permissions: projectPermissions } }],
  },
});

describe("the network", () => {
  test("a name that cannot be resolved", async () => {
    const { name, code, message } = await failureOf({ TFE_ADDRESS: "https://no-such-host.invalid" });
    expect([name, code]).toEqual(["connection", "DNS"]);
    expect(message).toContain("no-such-host.invalid");
    expect(message).toContain("from TFE_ADDRESS");
  });

  test("a port at which nothing listens", async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { code, message } = await failureOf({ TFE_ADDRESS: `http://127.0.0.1:${port}` });
    expect([code, message]).toEqual(["CONNECTION_REFUSED", expect.stringContaining(`127.0.0.1:${port}`)]);
  });

  test("a server that says nothing", async () => {
    const port = await listen(createTcpServer((socket) => socket.resume()));
    const { code, message, next } = await failureOf({ TFE_ADDRESS: `http://127.0.0.1:${port}` }, {}, 100);
    expect([code, message]).toEqual(["TIMEOUT", expect.stringContaining("within 0.1 s")]);
    expect(next).toContain("HTTPS_PROXY");
  });

  test("a server that closes the connection", async () => {
    const port = await listen(createTcpServer((socket) => socket.on("data", () => socket.destroy())));
    expect((await failureOf({ TFE_ADDRESS: `http://127.0.0.1:${port}` })).code).toBe("CONNECTION_LOST");
  });

  test("a response that is cut short", async () => {
    const service = await scripted({ body: '{"data": {"id": "user-1"' });
    expect((await failureOf({ TFE_ADDRESS: service.address })).code).toBe("CONNECTION_LOST");
  });
});

describe("what is at the address", () => {
  test.each<readonly [string, ScriptedResponse]>([
    ["a web page", { body: "<html>Welcome</html>", headers: { "content-type": "text/html" } }],
    [
      "the 404 of a web server",
      { status: 404, body: "<html>Not Found</html>", headers: { "content-type": "text/html" } },
    ],
    ["the 404 of another API", { status: 404, body: { message: "no route" } }],
    ["the 401 of a gateway", { status: 401, body: "Unauthorized", headers: { "content-type": "text/plain" } }],
    ["the 403 of a firewall", { status: 403, body: "<html>Blocked</html>", headers: { "content-type": "text/html" } }],
    ["a login page elsewhere", { status: 302, headers: { location: "https://login.example.com/?next=x" } }],
    ["another JSON API", { body: { status: "ok" } }],
  ])("%s is not the API of HCP Terraform", async (_, response) => {
    const service = await scripted(response);
    const { name, code, message, next } = await failureOf({ TFE_ADDRESS: service.address });
    expect([name, code]).toEqual(["connection", "NOT_THE_API"]);
    expect(message).toContain("GET /api/v2/account/details");
    expect(next).toContain("https://app.terraform.io");
    expect(service.requests).toHaveLength(1);
  });

  test("a service that fails is not asked again", async () => {
    const service = await scripted({ status: 503, body: "<html>" });
    expect(await failureOf({ TFE_ADDRESS: service.address })).toMatchObject({ code: "SERVER_ERROR" });
    expect(service.requests).toHaveLength(1);
  });

  test("a document of the service that lacks something", async () => {
    const service = await scripted({ body: { data: { id: "user-1", type: "users", attributes: {} } } });
    expect((await failureOf({ TFE_ADDRESS: service.address })).code).toBe("UNEXPECTED_RESPONSE");
  });
});

describe("the service's certificate", () => {
  /** A server whose certificate is for a host, from a day on, for a year. */
  async function secure(host: string, from: Date): Promise<{ readonly address: string; readonly authority: string }> {
    const identity = createIdentity(from, host);
    const port = await listen(
      createHttpsServer({ cert: identity.certificatePem, key: identity.privateKeyPem }, (_, response) => {
        response.writeHead(401, { "content-type": "application/vnd.api+json" });
        response.end('{"errors":[{"status":"401","title":"unauthorized"}]}');
      }),
    );
    const authority = join(folder, "authority.pem");
    writeFileSync(authority, identity.certificatePem);
    return { address: `https://localhost:${port}`, authority };
  }
  const years = (count: number): Date => new Date(Date.now() + count * 365 * 86_400_000);

  test("of its own making is not trusted; SSL_CERT_FILE makes it so", async () => {
    const { address, authority } = await secure("localhost", new Date());
    const { name, code, message, next } = await failureOf({ TFE_ADDRESS: address });
    expect([name, code]).toEqual(["connection", "CERTIFICATE_UNTRUSTED"]);
    expect(message).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(next).toMatch(/NODE_EXTRA_CA_CERTS or SSL_CERT_FILE/);
    const checks = await check({ TFE_ADDRESS: address, SSL_CERT_FILE: authority });
    expect(named(checks, "connection").status).toBe("passed");
    expect(named(checks, "certificates").message).toContain(`${authority} (from SSL_CERT_FILE)`);
  });

  test("with a file that has another authority says which file was read", async () => {
    const { address } = await secure("localhost", new Date());
    const other = join(folder, "other.pem");
    writeFileSync(other, createIdentity(new Date(), "other").certificatePem);
    const { code, next } = await failureOf({ TFE_ADDRESS: address, SSL_CERT_FILE: other });
    expect([code, next]).toEqual([
      "CERTIFICATE_UNTRUSTED",
      expect.stringContaining(`SSL_CERT_FILE (${other}) does not have`),
    ]);
  });

  test.each([
    ["has expired", "localhost", years(-3), "CERTIFICATE_EXPIRED", "clock"],
    ["is not valid yet", "localhost", years(3), "CERTIFICATE_NOT_YET_VALID", "clock"],
    ["is for another host", "tfe.example.com", new Date(), "CERTIFICATE_WRONG_HOST", "host name"],
  ])("%s", async (_, host, from, code, next) => {
    const { address, authority } = await secure(host, from);
    const failure = await failureOf({ TFE_ADDRESS: address, SSL_CERT_FILE: authority });
    expect([failure.name, failure.code]).toEqual(["connection", code]);
    expect(failure.next).toContain(next);
  });

  test("is missing, because the port speaks plain http", async () => {
    const port = await listen(createHttpServer((_, response) => response.end()));
    expect((await failureOf({ TFE_ADDRESS: `https://localhost:${port}` })).code).toBe("NOT_TLS");
  });

  test("cannot be checked with a file that has none: nothing is sent", async () => {
    const { address } = await secure("localhost", new Date());
    const empty = join(folder, "empty.pem");
    writeFileSync(empty, "");
    const failure = await failureOf({ TFE_ADDRESS: address, SSL_CERT_FILE: empty });
    expect([failure.name, failure.code]).toEqual(["certificates", "INVALID_CERTIFICATES"]);
    expect(failure.message).toContain(empty);
  });

  test.each([
    ["NODE_EXTRA_CA_CERTS names no file", { NODE_EXTRA_CA_CERTS: "/no/such.pem" }, "INVALID_CERTIFICATES"],
    ["verification is turned off", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "CERTIFICATES_NOT_VERIFIED"],
  ])("%s: a warning", async (_, env: Env, code) => {
    const { address, authority } = await secure("localhost", new Date());
    const extra: Env = env["NODE_EXTRA_CA_CERTS"] === undefined ? { SSL_CERT_FILE: authority } : {};
    const found = named(await check({ TFE_ADDRESS: address, ...extra, ...env }), "certificates");
    expect([found.status, found.code]).toEqual(["warning", code]);
  });
});

describe("a proxy", () => {
  const HOST = "tfe.example.com";
  let service: ScriptedService;
  let proxy: ProxyServer;
  let env: Env;
  beforeEach(async () => {
    const identity = createIdentity(new Date(), HOST);
    const server = createHttpsServer({ cert: identity.certificatePem, key: identity.privateKeyPem });
    service = await ScriptedService.start(server);
    service.script(account(), organization({ "can-create-project": true }));
    proxy = await ProxyServer.start((server.address() as AddressInfo).port);
    closing.push(
      () => service.stop(),
      () => proxy.stop(),
    );
    const authority = join(folder, "authority.pem");
    writeFileSync(authority, identity.certificatePem);
    env = {
      TFE_HOSTNAME: HOST,
      SSL_CERT_FILE: authority,
      HTTPS_PROXY: proxy.address.replace("//", "//user:pa55word@"),
    };
  });

  test("leads to the service; its password is not shown", async () => {
    const checks = await check(env);
    expect(named(checks, "proxy")).toMatchObject({ status: "passed", message: `${proxy.address} (from HTTPS_PROXY)` });
    expect(checks.map(({ status }) => status)).not.toContain("failed");
  });

  test("that rejects the password", async () => {
    proxy.failure = 407;
    const { name, code, message, next } = await failureOf(env);
    expect([name, code]).toEqual(["connection", "PROXY_AUTHENTICATION"]);
    expect(message).toBe(`The proxy ${proxy.address} (from HTTPS_PROXY) rejects the user name and password (407)`);
    expect(next).toMatch(/^Correct them in HTTPS_PROXY/);
  });

  test("that requires a password", async () => {
    proxy.failure = 407;
    const { code, message, next } = await failureOf({ ...env, HTTPS_PROXY: proxy.address });
    expect([code, message]).toEqual(["PROXY_AUTHENTICATION", expect.stringContaining("requires a user name")]);
    expect(next).toMatch(/^Add them to HTTPS_PROXY/);
  });

  test.each([
    ["does not allow the host", 403, "PROXY_REJECTED"],
    ["cannot reach the service", 502, "PROXY_FAILED"],
  ])("that %s", async (_, status, code) => {
    proxy.failure = status;
    const failure = await failureOf(env);
    expect([failure.code, failure.message]).toEqual([code, expect.stringContaining(String(status))]);
    expect(proxy.tunnels).toHaveLength(1);
  });

  test("that is not there", async () => {
    const { code, message, next } = await failureOf({ ...env, HTTPS_PROXY: REFUSING_ADDRESS });
    expect([code, message]).toEqual(["PROXY_UNREACHABLE", expect.stringContaining("ECONNREFUSED")]);
    expect(next).toContain(`exclude ${HOST} from it with NO_PROXY`);
  });

  test("that says nothing", async () => {
    proxy.failure = 0;
    const { code, message } = await failureOf(env, {}, 100);
    expect([code, message]).toEqual(["TIMEOUT", expect.stringContaining(`via the proxy ${proxy.address}`)]);
  });

  test("that inspects TLS: the certificate is its own", async () => {
    const { code } = await failureOf({ ...env, SSL_CERT_FILE: "" });
    expect(code).toBe("CERTIFICATE_UNTRUSTED");
  });

  test("that is invalid: nothing is sent", async () => {
    const failure = await failureOf({ ...env, HTTPS_PROXY: "socks5://user:pa55word@proxy.example.com" });
    expect([failure.name, failure.code]).toEqual(["proxy", "INVALID_PROXY"]);
    expect(proxy.tunnels).toEqual([]);
  });

  test("is not used where NO_PROXY excludes the service", async () => {
    const checks = await check({ ...env, NO_PROXY: HOST }, {}, 1000);
    expect(named(checks, "proxy").message).toBe("none: NO_PROXY excludes the service");
  });
});

describe("the token", () => {
  test("that is rejected: the account and the organization are not asked for with it", async () => {
    const service = await scripted(jsonError(401, "unauthorized"));
    const { name, code, message, next } = await failureOf({ TFE_ADDRESS: service.address });
    expect([name, code]).toEqual(["token", "TOKEN_REJECTED"]);
    expect(message).toContain("401");
    expect(next).toContain("TFE_TOKEN is set");
    expect(service.requests).toHaveLength(1);
    const inCode = named(await check({ TFE_ADDRESS: service.address, TFE_TOKEN: TOKEN }, { token: "wrong" }), "token");
    expect(inCode).toMatchObject({
      code: "TOKEN_REJECTED",
      next: expect.stringMatching(/^The code sets it: remove it/),
    });
    expect(named(await check({ TFE_ADDRESS: service.address }), "connection").status).toBe("passed");
  });

  test("that is missing: all places are named, and the connection is checked all the same", async () => {
    const service = await scripted(jsonError(401, "unauthorized"));
    const env = { TFE_ADDRESS: service.address, TFE_TOKEN: "" };
    const failure = await failureOf(env);
    expect([failure.name, failure.code]).toEqual(["token", "NO_TOKEN"]);
    expect(failure.details.map((it) => it.replace(/:.*/, ""))).toEqual([
      "TFE_TOKEN",
      "TF_TOKEN_…",
      join(folder, ".tofurc"),
      join(folder, ".terraformrc"),
      join(folder, ".terraform.d/credentials.tfrc.json"),
    ]);
    const checks = await check(env);
    expect(["connection", "account"].map((name) => named(checks, name as CheckName).status)).toEqual([
      "passed",
      "skipped",
    ]);
  });

  test.each([
    ["the provider in the code", {}, { token: TOKEN }, "token of the provider"],
    ["TFE_TOKEN", {}, {}, "TFE_TOKEN"],
    ["a variable for the host", { TFE_TOKEN: "", TF_TOKEN_tfe_example_com: TOKEN }, {}, "TF_TOKEN_tfe_example_com"],
    ["the credentials file", { TFE_TOKEN: "" }, {}, "credentials.tfrc.json"],
  ] as const)("from %s", async (_, env, settings, source) => {
    const { mkdirSync } = await import("node:fs");
    mkdirSync(join(folder, ".terraform.d"));
    const credentials = { credentials: { "tfe.example.com": { token: TOKEN } } };
    writeFileSync(join(folder, ".terraform.d/credentials.tfrc.json"), JSON.stringify(credentials));
    const refused = { HTTPS_PROXY: REFUSING_ADDRESS };
    const found = named(await check({ TFE_HOSTNAME: "tfe.example.com", ...refused, ...env }, settings), "token");
    expect(found.message).toMatch(new RegExp(`^from .*${source}$`));
    const others = { "token of the provider": [], "credentials.tfrc.json": [] }[source as string];
    expect(found.details).toEqual(others ?? [expect.stringMatching(/^not used: the token .*credentials\.tfrc\.json$/)]);
  });

  test("from a credentials helper", async () => {
    const { mkdirSync } = await import("node:fs");
    const plugins = join(folder, ".terraform.d/plugins");
    mkdirSync(plugins, { recursive: true });
    writeFileSync(join(folder, ".terraformrc"), 'credentials_helper "vault" {}');
    writeFileSync(join(plugins, "terraform-credentials-vault"), `#!/bin/sh\necho '{"token": "${TOKEN}"}'\n`, {
      mode: 0o755,
    });
    const service = await scripted(account(), organization({ "can-create-project": true }));
    const checks = await check({ TFE_ADDRESS: service.address, TFE_TOKEN: "", PATH: process.env["PATH"]! });
    expect(named(checks, "token").message).toBe('from credentials helper "vault"');
  });
});

describe("the account", () => {
  const EXPECTED = organization({ "can-create-project": true });
  test.each([
    ["a user", account({}, { type: "users", id: "user-1" }), "user ada"],
    ["a user, where the service says no more", account(), "user ada"],
    ["a team", account({ "is-service-account": true }, { type: "teams", id: "team-7" }), "team token of team-7"],
    [
      "an organization",
      account({ "is-service-account": true }, { type: "organizations", id: "acme" }),
      "organization token of acme",
    ],
    [
      "a team or an organization",
      account({ "is-service-account": true }),
      "token of a team or organization (service account ada)",
    ],
  ])("of %s", async (_, answer, message) => {
    const service = await scripted(answer, EXPECTED);
    expect(named(await check({ TFE_ADDRESS: service.address }), "account")).toMatchObject({
      status: "passed",
      message,
    });
  });

  test.each([403, 404])(
    "that may not be read (%i) does not keep the organization from being checked",
    async (status) => {
      const service = await scripted(jsonError(status, "not found"), EXPECTED);
      const checks = await check({ TFE_ADDRESS: service.address });
      const statuses = (["connection", "account", "organization"] as const).map((name) => named(checks, name).status);
      expect(statuses).toEqual(["passed", "skipped", "passed"]);
    },
  );
});

describe("the organization", () => {
  test("that does not exist, or may not be read", async () => {
    const service = await scripted(account(), jsonError(404, "not found"));
    const { name, code, message } = await failureOf({ TFE_ADDRESS: service.address });
    expect([name, code]).toEqual(["organization", "ORGANIZATION_NOT_FOUND"]);
    expect(message).toContain("acme (from TFE_ORGANIZATION)");
  });

  test("of another organization's token: the next step names that organization", async () => {
    const owner = account({ "is-service-account": true }, { type: "organizations", id: "globex" });
    const service = await scripted(owner, jsonError(404, "not found"));
    expect((await failureOf({ TFE_ADDRESS: service.address })).next).toContain("that of organization globex");
  });

  test("that may not be read (403)", async () => {
    const service = await scripted(account(), jsonError(403, "forbidden"));
    expect((await failureOf({ TFE_ADDRESS: service.address })).code).toBe("NOT_PERMITTED");
  });

  test("that is not configured, also where nothing can be sent", async () => {
    const service = await scripted(account());
    const none = { organizations: [] };
    expect(await failureOf({ TFE_ADDRESS: service.address }, none)).toMatchObject({ code: "NO_ORGANIZATION" });
    const checks = await check({ TFE_ADDRESS: "not an address" }, none);
    const failures = checks.filter(({ status }) => status === "failed").map(({ code }) => code);
    expect(failures).toEqual(["INVALID_ADDRESS", "NO_ORGANIZATION"]);
  });

  test("is one of several: each is checked", async () => {
    const service = await scripted(
      account(),
      organization({ "can-create-project": true }),
      jsonError(404, "not found"),
    );
    const organizations = [SETTINGS.organizations[0]!, { name: "globex", source: "the code" }];
    const checks = await check({ TFE_ADDRESS: service.address }, { organizations });
    const found = checks.filter(({ name }) => name === "organization").map(({ status }) => status);
    // The response does not include the default project, so two more requests show what the token sees.
    expect([found, service.requests.length]).toEqual([["passed", "failed"], 5]);
  });
});

describe("permissions and rate limit", () => {
  const all = { "can-update": true, "can-destroy": true, "can-create-workspace": true, "can-move-workspace": true };

  test.each([
    ["all", { "can-create-project": true }, all, "passed", /^create projects, /],
    [
      "none to change anything",
      { "can-create-project": false },
      { "can-update": false },
      "warning",
      /^may not create projects/,
    ],
    ["not reported", undefined, undefined, "skipped", /does not report/],
  ] as const)("%s", async (_, own, project, status, message) => {
    const service = await scripted(account(), organization(own, project));
    const found = named(await check({ TFE_ADDRESS: service.address }), "permissions");
    expect([found.status, found.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test("the limit is that of the responses' headers", async () => {
    const service = await scripted(account(), organization({}));
    const found = named(await check({ TFE_ADDRESS: service.address }), "rate_limit");
    expect(found.values).toEqual({ limit: 30, remaining: 28, requests_per_second: null });
    expect(found.message).toContain("30 requests per second and user, 28 of them left now");
  });

  test("a lower limit in the code is the one that commands keep", async () => {
    const service = await scripted(account(), organization({}));
    const found = named(await check({ TFE_ADDRESS: service.address }, { requestsPerSecond: 5 }), "rate_limit");
    expect(found.message).toContain("commands send 5 requests per second (from the code)");
  });

  test("without headers there is none", async () => {
    const service = await scripted({ ...account(), headers: {} }, organization({}));
    expect(named(await check({ TFE_ADDRESS: service.address }), "rate_limit").message).toMatch(
      /^none in the service's/,
    );
  });

  const limited = (seconds: string): ScriptedResponse => ({
    ...jsonError(429, "Too many requests"),
    headers: { "x-ratelimit-reset": seconds },
  });

  test.each([
    ["after a 429", limited("60"), 1, "rate_limit"],
    [
      "after a response that leaves no request",
      { ...account(), headers: { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" } },
      1,
      "organization",
    ],
  ] as const)("a wait that is longer than the time limit fails the check: %s", async (_, response, requests, name) => {
    const service = await scripted(response, organization({}));
    const found = await failureOf({ TFE_ADDRESS: service.address }, {}, 200);
    expect([found.name, found.code]).toEqual([name, "RATE_LIMITED"]);
    expect(found.message).toContain("asks to wait for longer than 0.2 s");
    expect(service.requests).toHaveLength(requests);
  });

  test("a shorter wait is waited for, once for each request", async () => {
    const service = await scripted(limited("0.05"), account(), organization({}));
    const checks = await check({ TFE_ADDRESS: service.address });
    expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
    expect(service.requests).toHaveLength(4);
    const busy = await scripted(limited("0.05"), limited("0.05"), account());
    expect(await failureOf({ TFE_ADDRESS: busy.address })).toMatchObject({ code: "RATE_LIMITED" });
    expect(busy.requests).toHaveLength(2);
  });
});

describe("the address", () => {
  test.each([
    ["with a password", "https://user:pa55word@tfe.example.com"],
    ["that is not encrypted", "http://tfe.example.com"],
    ["that is none", "tfe example com"],
    ["of a page in the browser", "https://app.terraform.io/app/acme/workspaces"],
  ])("%s is invalid, and nothing is sent", async (_, address) => {
    const failure = await failureOf({ TFE_ADDRESS: address });
    expect([failure.name, failure.code]).toEqual(["address", "INVALID_ADDRESS"]);
  });

  test("of two variables that differ: a warning says which is used", async () => {
    const service = await scripted(account(), organization({}));
    const found = named(await check({ TFE_ADDRESS: service.address, TFE_HOSTNAME: "tfe.example.com" }), "address");
    expect([found.code, found.message]).toEqual([
      "SHADOWED_ADDRESS",
      expect.stringContaining("not that of TFE_HOSTNAME"),
    ]);
  });
});
