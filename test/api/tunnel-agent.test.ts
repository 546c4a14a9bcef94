import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { Client, ConnectionError } from "../../src/api";
import type { ApiError, ClientOptions } from "../../src/api";
import { createIdentity } from "../../src/plugin/launch/certificate";
import { ProxyServer } from "./proxy-server";
import { projectDocument, ScriptedService, TOKEN } from "./scripted-service";
import { REFUSING_ADDRESS } from "../support/refusing-address";

const HOST = "tfe.example.com";
const identity = createIdentity(new Date(), HOST);

let folder: string;
let service: ScriptedService;
let proxy: ProxyServer;
const clients: Client[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "proxy-"));
  writeFileSync(join(folder, "authority.pem"), identity.certificatePem);
  const server = createServer({ cert: identity.certificatePem, key: identity.privateKeyPem });
  service = await ScriptedService.start(server);
  proxy = await ProxyServer.start((server.address() as AddressInfo).port);
  service.script({ body: projectDocument() });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await proxy.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** A client of a service that is not on this machine, by its name; the proxy leads to the one that is. */
function clientOf(env: Record<string, string>, options: ClientOptions = {}): Client {
  const client = new Client({
    address: `https://${HOST}`,
    token: TOKEN,
    env: { SSL_CERT_FILE: join(folder, "authority.pem"), ...env },
    retryPolicy: { initialDelayMs: 1, maxDelayMs: 1 },
    ...options,
  });
  clients.push(client);
  return client;
}

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => Promise.reject(new Error("it succeeded")),
    (error: unknown) => error as ApiError,
  );
}

test("connects to the service via the proxy, which sees its name and port, but neither token nor path", async () => {
  const project = await clientOf({ HTTPS_PROXY: proxy.address }).projects.get("prj-1");
  expect(project.id).toBe("prj-1");
  expect(service.requests[0]!.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect(proxy.tunnels.map(({ target }) => target)).toEqual([`${HOST}:443`]);
  expect(JSON.stringify(proxy.tunnels)).not.toContain(TOKEN);
  const seen = Buffer.concat(proxy.traffic).toString("latin1");
  expect(seen.length).toBeGreaterThan(100);
  expect(seen).not.toMatch(/prj-1|Bearer|the-secret/);
});

test("shares a tunnel between consecutive reads, and opens a new one for a create", async () => {
  const client = clientOf({ HTTPS_PROXY: proxy.address });
  for (let index = 0; index < 5; index++) await client.projects.get("prj-1");
  expect(proxy.tunnels).toHaveLength(1);
  await client.projects.create("acme", { name: "name of prj-1" });
  expect(proxy.tunnels).toHaveLength(2);
});

test("sends the proxy's decoded user name and password to the proxy alone", async () => {
  const url = proxy.address.replace("//", "//us%40er:pass%3Aword@");
  await clientOf({ HTTPS_PROXY: url }).projects.get("prj-1");
  const [tunnel] = proxy.tunnels;
  const sent = tunnel!.headers["proxy-authorization"]!.replace("Basic ", "");
  expect(Buffer.from(sent, "base64").toString()).toBe("us@er:pass:word");
  expect(service.requests[0]!.headers["proxy-authorization"]).toBeUndefined();
});

describe("a proxy that opens no tunnel", () => {
  test.each([403, 404, 407])(
    "and answers %i is an error of the connection, not of the service, and is asked once",
    async (status) => {
      proxy.failure = status;
      const client = clientOf({ HTTPS_PROXY: proxy.address.replace("//", "//user:pa55word@") });
      for (const work of [client.projects.get("prj-1"), client.projects.create("acme", { name: "new" })]) {
        const error = await failureOf(work);
        expect(error).toBeInstanceOf(ConnectionError);
        expect(error).toMatchObject({ reason: "proxy", outcomeUnknown: false, attempts: 1 });
        expect(error.message).toContain(
          `via the proxy ${proxy.address} (from HTTPS_PROXY): the proxy responded with ${status} `,
        );
        const shown = inspect(error, { depth: Infinity, showHidden: true, getters: true });
        expect(shown).not.toMatch(/pa55word|dXNlcjpwYTU1d29yZA/);
        expect(shown).not.toContain(TOKEN);
      }
      expect(service.requests).toHaveLength(0);
      expect(proxy.tunnels).toHaveLength(2);
    },
  );

  test("and fails itself is retried, also for a create, since the service received nothing", async () => {
    proxy.failure = 502;
    const error = await failureOf(clientOf({ HTTPS_PROXY: proxy.address }).projects.create("acme", { name: "new" }));
    expect(error).toMatchObject({ reason: "unreachable", outcomeUnknown: false, attempts: 5 });
    expect(proxy.tunnels).toHaveLength(5);
  });

  test.each([
    ["says nothing", 0],
    ["sends a little now and then", "drip"],
  ] as const)("and %s is waited for as long as the timeout, and leaves nothing open", async (_, refusal) => {
    proxy.failure = refusal;
    const error = await failureOf(clientOf({ HTTPS_PROXY: proxy.address }, { timeoutMs: 100 }).projects.get("prj-1"));
    expect(["timeout", "connection"]).toContain(error.code);
    const open = () => new Promise((resolve) => proxy.server.getConnections((_, count) => resolve(count)));
    for (let wait = 0; wait < 100 && (await open()) !== 0; wait++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await open()).toBe(0);
  });

  test("and cannot be reached is named", async () => {
    const error = await failureOf(clientOf({ https_proxy: REFUSING_ADDRESS }).projects.get("prj-1"));
    expect(error).toMatchObject({ reason: "unreachable", outcomeUnknown: false });
    expect(error.message).toMatch(/via the proxy .* \(from https_proxy\) after 5 attempts: connect ECONNREFUSED/);
  });
});

test("an abort while the tunnel is opened ends the request", async () => {
  proxy.failure = 0;
  const signal = AbortSignal.timeout(50);
  const error = await failureOf(clientOf({ HTTPS_PROXY: proxy.address }).projects.get("prj-1", { signal }));
  expect(error.code).toBe("aborted");
});

describe("the service's certificate", () => {
  test("is rejected without its authority in SSL_CERT_FILE, and nothing is sent", async () => {
    const error = await failureOf(clientOf({ HTTPS_PROXY: proxy.address, SSL_CERT_FILE: "" }).projects.get("prj-1"));
    expect(error).toMatchObject({ reason: "untrusted", outcomeUnknown: false, attempts: 1 });
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS or SSL_CERT_FILE");
    expect(service.requests).toHaveLength(0);
  });

  test("is rejected for another host, also with TFE_SSL_SKIP_VERIFY", async () => {
    const options = { address: "https://other.example.com" };
    const env = { HTTPS_PROXY: proxy.address, TFE_SSL_SKIP_VERIFY: "true" };
    const error = await failureOf(clientOf(env, options).projects.get("prj-1"));
    expect(error).toMatchObject({ reason: "untrusted" });
    expect(service.requests).toHaveLength(0);
  });

  test.each([
    ["does not exist", undefined],
    ["has no certificate in it", "nothing"],
  ])("cannot be judged by a file that %s: no client is made", (_, content) => {
    const file = join(folder, "other.pem");
    if (content !== undefined) writeFileSync(file, content);
    expect(() => clientOf({ SSL_CERT_FILE: file })).toThrow(`SSL_CERT_FILE: ${file} cannot be used`);
  });
});
