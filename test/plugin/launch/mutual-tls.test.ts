import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, type Server, type TLSSocket } from "node:tls";
import { createIdentity, type Identity } from "../../../src/plugin/launch/certificate";
import { createTlsServer } from "../../../src/plugin/launch/mutual-tls";

const [provider, terraform, stranger] = [createIdentity(), createIdentity(), createIdentity()];

describe("the TLS server", () => {
  const clients: TLSSocket[] = [];
  let server: Server;
  let served: TLSSocket[];

  beforeEach(async () => {
    served = [];
    server = createTlsServer(provider, terraform.certificatePem, (connection) => {
      served.push(connection);
      connection.write("welcome");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });

  afterEach(async () => {
    for (const socket of [...clients.splice(0), ...served]) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** What the server sends before it closes the connection, or sends first. */
  function received(who: Partial<Identity>, maxVersion: "TLSv1.2" | "TLSv1.3"): Promise<string> {
    const client = connect({
      port: (server.address() as AddressInfo).port,
      ca: provider.certificatePem,
      servername: "localhost",
      key: who.privateKeyPem,
      cert: who.certificatePem,
      ALPNProtocols: ["h2"],
      maxVersion,
    });
    clients.push(client);
    client.on("error", () => undefined);
    return new Promise((resolve) => {
      client.once("data", (chunk: Buffer) => resolve(`${chunk.toString()} via ${String(client.alpnProtocol)}`));
      client.once("close", () => resolve("nothing"));
    });
  }

  const versions = [["TLSv1.2"], ["TLSv1.3"]] as const;

  it.each(versions)("serves the client whose certificate it was given (%s)", async (version) => {
    expect(await received(terraform, version)).toBe("welcome via h2");
    expect(served).toHaveLength(1);
  });

  it.each(versions)("serves no client with another certificate, or with none (%s)", async (version) => {
    expect(await received(stranger, version)).toBe("nothing");
    expect(await received({}, version)).toBe("nothing");
    expect(served).toEqual([]);
  });

  it("cannot be made for what is not a certificate", () => {
    expect(() => createTlsServer(provider, "not a certificate", () => undefined)).toThrow();
  });
});
