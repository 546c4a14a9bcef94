import { X509Certificate } from "node:crypto";
import { createServer } from "node:tls";
import type { Server, TLSSocket } from "node:tls";
import type { Identity } from "./certificate";

/**
 * A server that accepts TLS connections from one client only, with HTTP/2 inside. It does not listen yet.
 *
 * The client's certificate must be the given one, byte for byte; the TLS handshake proves that the client has its key.
 * Verification by OpenSSL would be equivalent, since the certificate is self-signed. But Node.js 20 would parse all
 * public certificate authorities, which takes a quarter of a launch.
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
    // No authorities; undefined would mean the public ones.
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
