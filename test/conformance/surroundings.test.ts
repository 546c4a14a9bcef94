import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { Conformance, requestRate } from "../../src/conformance/conformance";
import { ChangingProxy, type Change } from "./changing-proxy";
import { ConformanceFixture, UNCHANGED } from "./fixture";

let fixture: ConformanceFixture;
beforeEach(async () => (fixture = await ConformanceFixture.start()));
afterEach(() => fixture.stop());

const opened = (options: Parameters<ConformanceFixture["options"]>[0]): Promise<Conformance> =>
  Conformance.open(fixture.options(options));

describe("nothing is sent but reads, and a sentence says why, for", () => {
  afterEach(() => {
    expect(fixture.world).toEqual(UNCHANGED);
    expect(fixture.emulator.requests.counts.byMethod).not.toHaveProperty("POST");
  });

  test("an unknown organization", async () => {
    await expect(opened({ organization: "globex" })).rejects.toThrow(
      'The service cannot be checked. GET /api/v2/organizations/globex: 404 "not found".',
    );
  });

  test("a token that the service rejects", async () => {
    await expect(opened({ env: { TFE_TOKEN: "expired" } })).rejects.toThrow(
      /organizations\/acme: 401 "unauthorized"\.$/,
    );
  });

  test("an unknown run, and an unknown workspace", async () => {
    await expect(opened({ runId: "run-0000000000000000" })).rejects.toThrow(/runs\/run-0000000000000000: 404 /);
    await expect(opened({ workspaceName: "nowhere" })).rejects.toThrow(/workspaces\/nowhere: 404 /);
  });

  test("a token that may not create projects", async () => {
    const token = fixture.emulator.tokens.create({ organization: "acme", role: "read-only" });
    await expect(opened({ env: { TFE_TOKEN: token } })).rejects.toThrow(
      "Nothing was created: the token may not create projects in acme.",
    );
  });
});

test("with a token that may only read, a run that only reads works", async () => {
  const token = fixture.emulator.tokens.create({ organization: "acme", role: "read-only" });
  const { results } = await fixture.check({ writes: false, env: { TFE_TOKEN: token } });

  expect(results.filter(({ status }) => status === "differs")).toEqual([]);
});

describe("nothing is created where projects are also those of the HashiCorp Cloud Platform", () => {
  let proxy: ChangingProxy;
  beforeEach(async () => (proxy = await ChangingProxy.start(fixture.emulator.address)));
  afterEach(() => proxy.stop());

  test.each<[string, Change]>([
    ["is-unified of the organization", { on: /organizations\/acme$/, at: "/data/attributes/is-unified", to: true }],
    ["is-unified of a project", { on: /projects\/prj-\w+$/, at: "/data/attributes/is-unified", to: true }],
    ["hcp-id of a project", { on: /projects\/prj-\w+$/, at: "/data/attributes/hcp-id", to: "abc" }],
  ])("%s", async (_, change) => {
    proxy.apply(change);
    await expect(opened({ address: proxy.address })).rejects.toThrow(/^Nothing was created: .* Cloud Platform/);
    expect((await fixture.check({ address: proxy.address, writes: false })).left).toEqual([]);
  });
});

describe("a server that is not the service", () => {
  let server: Server;
  const serving = async (respond: (send: { html(): void; json(): void; drop(): void }) => void): Promise<string> => {
    server = createServer((request, response) =>
      respond({
        html: () => response.end("<html>Sign in</html>"),
        json: () => response.end('{"data":{"id":17,"type":[],"attributes":"none"}}'),
        drop: () => request.destroy(),
      }),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => server.close());

  test.each(["html", "json"] as const)("that sends %s is no service", async (kind) => {
    const address = await serving((send) => send[kind]());
    await expect(opened({ address })).rejects.toThrow(
      "The service cannot be checked. GET /api/v2/organizations/acme: 200.",
    );
  });

  test("that closes connections cannot be reached", async () => {
    const address = await serving((send) => send.drop());
    await expect(opened({ address })).rejects.toMatchObject({ code: "connection" });
  });
});

test.each([
  ["documents of another kind", { body: '{"data":[{"id":null}],"meta":[],"errors":{}}' }],
  ["no JSON", { body: "<html></html>" }],
  ["a status of its own", { status: 418, body: "{}" }],
])("responses that are %s differ, and nothing is left", async (_, fault) => {
  const checks = await opened({});
  fixture.emulator.faults.add({ ...fault, every: 2, times: 40 });
  const { results, error } = await checks.run();

  expect([error, results.some(({ status }) => status === "differs")]).toEqual([undefined, true]);
  // What was created while the service sent garbage is found by its name in the next run, if not in this one.
  fixture.emulator.faults.clear();
  await fixture.check({ now: () => new Date(Date.now() + 7_200_000) });
  expect(fixture.world).toEqual(UNCHANGED);
});

test("a limit of five requests a second for a service, and none for an emulator on this machine", () => {
  expect([requestRate("https://app.terraform.io"), requestRate("http://127.0.0.1:8080")]).toEqual([5, undefined]);
});
