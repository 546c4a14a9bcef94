import { readFileSync } from "node:fs";
import { createSecureContext, rootCertificates } from "node:tls";
import { types } from "node:util";
import type { Environment } from "./environment";
import { ConfigurationError } from "./errors/configuration-error";

/** Certificates, in PEM form, of the authorities whose word for the service is taken; in place of those that Node.js trusts. */
export type CaCertificates = readonly string[];

/**
 * Certificate authorities beyond those of Node.js: SSL_CERT_FILE, which Terraform itself goes by on most systems. Undefined where it is not
 * set: then Node's own choice holds, with NODE_EXTRA_CA_CERTS, which is not lost either where it is set as well.
 *
 * @throws ConfigurationError when the file cannot be read or has no certificate in it.
 */
export function resolveCaCertificates(env: Environment): CaCertificates | undefined {
  const file = env["SSL_CERT_FILE"];
  if (!file) return undefined;
  const extra = env["NODE_EXTRA_CA_CERTS"];
  try {
    const files = [file, ...(extra ? [extra] : [])].map((path) => readFileSync(path, "utf8"));
    if (!files[0]?.includes("-----BEGIN CERTIFICATE-----")) throw new Error("no certificate in it");
    // What is no certificate is told here, by the name of its file, and not by every request.
    createSecureContext({ ca: files });
    return [...rootCertificates, ...files];
  } catch (error) {
    const why = types.isNativeError(error) ? error.message : String(error);
    throw new ConfigurationError(
      `SSL_CERT_FILE: ${file} cannot be used (${why}). Name a file of certificates in PEM form.`,
    );
  }
}
