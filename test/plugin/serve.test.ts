import { status } from "@grpc/grpc-js";
import type { Client, ServiceError } from "@grpc/grpc-js";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createIdentity } from "../../src/plugin/launch/certificate";
import type { Identity } from "../../src/plugin/launch/certificate";
import { ObjectCodec } from "../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../src/plugin/value/value";
import type { MessageType } from "../../src/plugin/wire/message";
import * as protocol from "../../src/plugin/wire/protocol";
import { LaunchedProvider, terraformIdentity } from "../support/launched-provider";
import { sharedBundle } from "../support/shared-bundle";
import { echo } from "./sample-provider/echo";
import { sampleProvider } from "./sample-provider/provider";

const build = mkdtempSync(join(tmpdir(), "serve-test-"));
const executable = join(build, "terraform-provider-sample");
const [terraform, stranger] = [terraformIdentity, createIdentity()];

describe("a served provider, with an independent client", () => {
  const launches: LaunchedProvider[] = [];
  const clients: Client[] = [];

  beforeAll(() => sharedBundle("test/plugin/sample-provider/main.ts", executable));
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
    for (const { child } of launches.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(build, { recursive: true, force: true }));

  function launch(env: Readonly<Record<string, string>> = {}): LaunchedProvider {
    const launched = new LaunchedProvider(executable, { PLUGIN_UNIX_SOCKET_DIR: build, ...env });
    launches.push(launched);
    return launched;
  }

  /** @param who presents its certificate; undefined: nobody does */
  async function clientOf(launched: LaunchedProvider, who: Identity | undefined): Promise<Client> {
    const client = await launched.client(who);
    clients.push(client);
    return client;
  }

  function send(client: Client, path: string, request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const same = (bytes: Buffer) => bytes;
      client.makeUnaryRequest(path, same, same, request, (error: ServiceError | null, response?: Buffer) => {
        if (error === null) resolve(response!);
        else reject(error);
      });
    });
  }

  const call = <E>(client: Client, name: string, { request }: { request: MessageType<unknown, E> }, value: E) =>
    send(client, `/tfplugin6.Provider/${name}`, request.encode(value));

  const values = (schema: ConstructorParameters<typeof ObjectCodec>[0], value: ObjectValue) =>
    new ObjectCodec(schema).encode(value);

  async function readEcho(client: Client, text: string): Promise<ObjectValue | null> {
    await call(client, "ConfigureProvider", protocol.ConfigureProvider, {
      config: values(sampleProvider.schema, { folder: join(build, "world"), token: null }),
    });
    const config = values(echo.schema, { text, mark: null, said: null });
    const answer = await call(client, "ReadDataSource", protocol.ReadDataSource, { typeName: "sample_echo", config });
    return new ObjectCodec(echo.schema).decode(protocol.ReadDataSource.response.decode(answer).state);
  }

  it("handles calls, also with messages of twenty megabytes", async () => {
    const client = await clientOf(launch(), terraform);
    expect(await readEcho(client, "hello")).toMatchObject({ said: { text: "hello!", length: 6 } });
    const text = "large".repeat(4_000_000);
    expect((await readEcho(client, text))?.["text"] === text).toBe(true);
  });

  it("handles concurrent calls", async () => {
    const client = await clientOf(launch(), terraform);
    const texts = Array.from({ length: 200 }, (_value, index) => String(index));
    const answers = await Promise.all(texts.map((text) => readEcho(client, text)));
    expect(answers.map((answer) => answer?.["text"])).toEqual(texts);
  });

  it("rejects calls that it does not serve, or that are not in the protocol", async () => {
    const launched = launch();
    const client = await clientOf(launched, terraform);
    await expect(send(client, "/tfplugin6.Provider/CallFunction", Buffer.alloc(0))).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
    });
    await expect(send(client, "/tfplugin6.Provider/ReadResource", Buffer.from([0x0a, 0x7f]))).rejects.toMatchObject({
      code: status.INTERNAL,
    });
    const health = await send(client, "/grpc.health.v1.Health/Check", Buffer.alloc(0));
    expect(protocol.HealthCheck.response.decode(health)).toEqual({ status: protocol.SERVING });
    launched.child.kill("SIGTERM");
    await launched.closed;
    expect(launched.stderr).toContain('"@message":"/tfplugin6.Provider/ReadResource failed"');
  });

  it.each([
    ["with another certificate than Terraform's", stranger],
    ["without a certificate", undefined],
  ])("does not speak with a client %s", async (_name, who) => {
    const launched = launch();
    await expect(readEcho(await clientOf(launched, who), "hello")).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(await readEcho(await clientOf(launched, terraform), "hello")).not.toBeNull();
  });

  it.each([
    ["Shutdown", (client: Client) => send(client, "/plugin.GRPCController/Shutdown", Buffer.alloc(0))],
    ["SIGTERM", (_client: Client, { child }: LaunchedProvider) => child.kill("SIGTERM")],
  ])("ends at once on %s, with a silent stream open, and removes its socket", async (_name, end) => {
    const launched = launch();
    const client = await clientOf(launched, terraform);
    const { socket } = await launched.handshake();
    const same = (bytes: Buffer) => bytes;
    const stream = client.makeServerStreamRequest("/plugin.GRPCStdio/StreamStdio", same, same, Buffer.alloc(0));
    const seen: unknown[] = [];
    stream.on("data", (data: unknown) => seen.push(data));
    const over = new Promise((resolve) => stream.once("status", ({ code }) => resolve(status[code])));
    await new Promise((resolve) => stream.once("metadata", resolve));
    expect(existsSync(socket)).toBe(true);

    await end(client, launched);
    await launched.closed;
    expect(launched.child.exitCode).toBe(0);
    expect([await over, seen]).toEqual(["OK", []]);
    expect(existsSync(dirname(socket))).toBe(false);
  });

  it("reports an uncaught exception without secrets, and exits with status 1", async () => {
    const launched = launch({ SAMPLE_SECRET: "from-the-environment" });
    const client = await clientOf(launched, terraform);
    const { socket } = await launched.handshake();
    const reading = readEcho(client, "crash").catch((error: unknown) => error);
    await launched.closed;
    expect(await reading).toMatchObject({ code: status.UNAVAILABLE });
    expect(launched.child.exitCode).toBe(1);
    expect(existsSync(dirname(socket))).toBe(false);

    const [log = "", ...panic] = launched.stderr.split("\n");
    expect(JSON.parse(log)).toMatchObject({
      "@level": "error",
      "@message": "The provider crashed: Nobody catches this, (sensitive value).",
      error: expect.stringContaining("at Timeout"),
    });
    expect(panic.slice(0, 2)).toEqual([
      "panic: Error: Nobody catches this, (sensitive value).",
      expect.stringContaining("at Timeout"),
    ]);
  });

  it("prints on stderr what is meant for stdout, which has only the handshake", async () => {
    const launched = launch();
    await readEcho(await clientOf(launched, terraform), "print");
    launched.child.kill("SIGTERM");
    await launched.closed;
    expect(launched.stderr).toContain("printed by a library\nand by another\n");
    expect(launched.stdout.split("\n")).toEqual([expect.stringContaining("|grpc|"), ""]);
  });

  it("sanitizes the report of a crash", async () => {
    const launched = launch({ SAMPLE_SECRET: "", SAMPLE_NOISE: "\n::error::\u001b[2J##vso[task.complete]" });
    const client = await clientOf(launched, terraform);
    const reading = readEcho(client, "crash").catch((error: unknown) => error);
    await launched.closed;
    await reading;
    const [log = "", ...panic] = launched.stderr.split("\n");
    expect(JSON.parse(log)).toMatchObject({
      "@message": "The provider crashed: Nobody catches this, \\n:\\u{3a}error::\\u{1b}[2J#\\u{23}vso[task.complete].",
    });
    expect(panic.slice(0, 3)).toEqual([
      "panic: Error: Nobody catches this, ",
      ":\\u{3a}error::\\u{1b}[2J#\\u{23}vso[task.complete].",
      expect.stringContaining("at Timeout"),
    ]);
  });

  it("listens in /tmp if the path of the folder for its socket is too long", async () => {
    const deep = join(build, "d".repeat(100));
    mkdirSync(deep);
    const launched = launch({ PLUGIN_UNIX_SOCKET_DIR: deep });
    expect(await readEcho(await clientOf(launched, terraform), "hello")).toMatchObject({ text: "hello" });
    expect((await launched.handshake()).socket).toMatch(/^\/tmp\/plugin-/);
    expect(readdirSync(deep)).toEqual([]);
    launched.child.kill("SIGTERM");
    await launched.closed;
    expect(existsSync(dirname((await launched.handshake()).socket))).toBe(false);
  });

  it("prints why it cannot start in one line on stdout, which Terraform shows", async () => {
    const launched = launch({ PLUGIN_UNIX_SOCKET_DIR: join(build, "missing") });
    await launched.closed;
    expect(launched.child.exitCode).toBe(1);
    expect(launched.stdout).toMatch(
      /^The provider "sample" cannot start: Cannot create a folder .*missing.* Set TMPDIR, .*\n$/,
    );
  });
});
