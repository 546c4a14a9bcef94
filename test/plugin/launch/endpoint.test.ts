import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createIdentity } from "../../../src/plugin/launch/certificate";
import { listen } from "../../../src/plugin/launch/endpoint";
import { GrpcServer } from "../../../src/plugin/wire/grpc-server";

const { certificatePem, privateKeyPem } = createIdentity();
const server = () =>
  new GrpcServer({
    certificate: certificatePem,
    privateKey: privateKeyPem,
    clientCertificate: certificatePem,
    onError: () => undefined,
  });
const launch = { kind: "launched", clientCertificate: certificatePem, ports: { min: 0, max: 0 } } as const;

describe("the endpoint", () => {
  it("is a socket in a folder that only this user can enter, and leaves nothing behind", async () => {
    const parent = mkdtempSync(join(tmpdir(), "endpoint-test-"));
    const listening = server();
    const endpoint = await listen(listening, { ...launch, socketFolder: parent }, "linux");
    const folder = dirname(endpoint.address);
    expect(endpoint.network).toBe("unix");
    expect(dirname(folder)).toBe(parent);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await listening.close();
    endpoint.remove();
    expect(existsSync(folder)).toBe(false);
    rmSync(parent, { recursive: true });
  });

  it("on Windows is the first free port of the range, on the loopback interface", async () => {
    const occupant = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => occupant.once("listening", resolve));
    const { port } = occupant.address() as AddressInfo;
    const listening = server();
    const endpoint = await listen(
      listening,
      { ...launch, socketFolder: undefined, ports: { min: port, max: port + 20 } },
      "win32",
    );
    expect(endpoint.network).toBe("tcp");
    expect(endpoint.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(endpoint.address).not.toBe(`127.0.0.1:${port}`);
    await listening.close();

    const refused = listen(server(), { ...launch, socketFolder: undefined, ports: { min: port, max: port } }, "win32");
    await expect(refused).rejects.toThrow(`No port from ${port} to ${port} is free on 127.0.0.1.`);
    occupant.close();
  });
});
