import { X509Certificate } from "node:crypto";
import { createServer } from "node:tls";
import type { Server, TLSSocket } from "node:tls";
import type { Identity } from "./certificate";

/**
 * A server that speaks TLS with one client only, and HTTP/2 inside. It does not listen yet.
 *
 * The client's certificate has to be the given one, byte for byte; that the client has its key is part of every TLS
 * handshake. Verification by OpenSSL would come to the same, as this certificate is its own and only authority, but
 * Node.js 20 parses all public certificate authorities for it, a quarter of a launch.
 *
 * @param clientCertificate - In PEM.
 * @param serve - Called for each connection of the client.
 */
export function createTlsServer(
  identity: Identity,
  clientCertificate: string,
  serve: (connection: TLSSocket) => void,
): Server {
  const trusted = new X509Certificate(clientCertificate).raw;
  const options = {
    key: identity.privateKeyPem,
    cert: identity.certificatePem,
    // No authorities: undefined stands for the public ones.
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2"],
  };
  return createServer(options, (connection) => {
    const { raw } = connection.getPeerX509Certificate() ?? {};
    if (raw?.equals(trusted) === true) serve(connection);
    else connection.destroy();
  });
}
