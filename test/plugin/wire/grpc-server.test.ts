import { Client, credentials, status } from "@grpc/grpc-js";
import type { ServiceError } from "@grpc/grpc-js";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createIdentity } from "../../../src/plugin/launch/certificate";
import { GrpcServer } from "../../../src/plugin/wire/grpc-server";

const raw = { decode: (bytes: Uint8Array) => Buffer.from(bytes), encode: (bytes: Buffer) => bytes };
const [provider, terraform, stranger] = [createIdentity(), createIdentity(), createIdentity()];

describe("the gRPC server, called by an independent client", () => {
  const failures: string[] = [];
  const server = new GrpcServer({
    certificate: provider.certificatePem,
    privateKey: provider.privateKeyPem,
    clientCertificate: terraform.certificatePem,
    onError: (what) => failures.push(what),
  });
  server.unary("/test.Echo/Say", { request: raw, response: raw }, (request) => request);
  server.unary("/test.Echo/Fail", { request: raw, response: raw }, () => Promise.reject(new Error("100 % broken")));
  server.silentStream("/test.Echo/Silence");
  let address = "";
  const clients: Client[] = [];

  function clientOf(who: typeof terraform): Client {
    const secure = credentials.createSsl(
      Buffer.from(provider.certificatePem),
      Buffer.from(who.privateKeyPem),
      Buffer.from(who.certificatePem),
    );
    const client = new Client(address, secure, {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.max_receive_message_length": -1,
      "grpc.max_send_message_length": -1,
    });
    clients.push(client);
    return client;
  }

  function call(client: Client, path: string, request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const same = (bytes: Buffer) => bytes;
      client.makeUnaryRequest(path, same, same, request, (error: ServiceError | null, response?: Buffer) => {
        if (error === null) resolve(response!);
        else reject(error);
      });
    });
  }

  beforeAll(async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    await server.listen({ host: "127.0.0.1", port });
    address = `127.0.0.1:${port}`;
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server.close();
  });

  it("answers, messages of no bytes and of forty million too", async () => {
    const client = clientOf(terraform);
    expect(await call(client, "/test.Echo/Say", Buffer.alloc(0))).toHaveLength(0);
    const big = Buffer.alloc(40_000_000, "large");
    expect((await call(client, "/test.Echo/Say", big)).equals(big)).toBe(true);
  });

  it("answers many calls at once, each with its own", async () => {
    const client = clientOf(terraform);
    const requests = Array.from({ length: 200 }, (_value, index) => Buffer.from(String(index)));
    expect(await Promise.all(requests.map((request) => call(client, "/test.Echo/Say", request)))).toEqual(requests);
  });

  it("says so where a call is not served, or failed", async () => {
    const client = clientOf(terraform);
    await expect(call(client, "/test.Echo/Other", Buffer.alloc(0))).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
    });
    await expect(call(client, "/test.Echo/Fail", Buffer.alloc(0))).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "Error: 100 % broken",
    });
    expect(failures).toContain("/test.Echo/Fail");
  });

  it("does not speak with anyone but the client it was told of", async () => {
    await expect(call(clientOf(stranger), "/test.Echo/Say", Buffer.alloc(0))).rejects.toMatchObject({
      code: status.UNAVAILABLE,
    });
  });

  it("keeps a silent stream open until it closes", async () => {
    const stream = clientOf(terraform).makeServerStreamRequest(
      "/test.Echo/Silence",
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.alloc(0),
    );
    const seen: string[] = [];
    stream.on("data", () => seen.push("data"));
    await new Promise((resolve) => stream.once("metadata", resolve));
    const ended = new Promise<void>((resolve) =>
      stream.once("status", ({ code }) => resolve(void seen.push(status[code]))),
    );
    await server.close();
    await ended;
    expect(seen).toEqual(["OK"]);
  });
});
