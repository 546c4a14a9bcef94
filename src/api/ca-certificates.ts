import { createSecureContext, rootCertificates } from "node:tls";
import { messageOf } from "../system-errors";
import { readTextFileSync } from "../text-file";
import type { Environment } from "./cli-configuration";
import { ConfigurationError } from "./errors";

/** Certificates of trusted certificate authorities in PEM format, which replace Node.js's defaults. */
export type CaCertificates = readonly string[];

/**
 * The certificate authorities in SSL_CERT_FILE, which Terraform also reads on most systems, in addition to those of
 * Node.js and NODE_EXTRA_CA_CERTS. Undefined when the variable is not set; Node.js's defaults then apply.
 *
 * @throws ConfigurationError when the file cannot be read or contains no certificate.
 */
export function resolveCaCertificates(env: Environment): CaCertificates | undefined {
  const file = env["SSL_CERT_FILE"];
  if (!file) return undefined;
  const extra = env["NODE_EXTRA_CA_CERTS"];
  try {
    const files = [file, ...(extra ? [extra] : [])].map((path) => readTextFileSync(path));
    if (!files[0]?.includes("-----BEGIN CERTIFICATE-----")) throw new Error("it contains no certificate");
    // Reports an invalid certificate once, with the name of its file, instead of with every request.
    createSecureContext({ ca: files });
    return [...rootCertificates, ...files];
  } catch (error) {
    throw new ConfigurationError(
      `SSL_CERT_FILE: ${file} cannot be used (${messageOf(error)}). Set it to a file of certificates in PEM format.`,
    );
  }
}
