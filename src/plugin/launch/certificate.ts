import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import * as der from "./der";

/** A certificate and its key for one launch, never written to disk. */
export interface Identity {
  /** For the handshake. */
  readonly certificateDer: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const COMMON_NAME = "2.5.4.3";
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const KEY_USAGE = "2.5.29.15";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
const CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
const DNS_NAME = 2;
const HOUR = 3_600_000;

/**
 * A self-signed ECDSA P-256 certificate for a host. Implemented here because it delays every launch: an RSA key takes
 * 170 ms, a certificate library 80 ms, and this function 3 ms.
 */
export function createIdentity(now: Date = new Date(), host = "localhost"): Identity {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der.sequence(der.objectIdentifier(ECDSA_WITH_SHA256));
  const name = der.sequence(der.setOf(der.sequence(der.objectIdentifier(COMMON_NAME), der.utf8String(host))));
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))), // Version 3, which has extensions.
    der.integer(randomBytes(16)),
    algorithm,
    name,
    validity(new Date(now.getTime() - HOUR), new Date(now.getTime() + 365 * 24 * HOUR)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der.explicit(3, extensions(host)),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificateDer = der.sequence(toBeSigned, algorithm, der.bitString(signature));
  return {
    certificateDer,
    certificatePem: pem("CERTIFICATE", certificateDer),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function validity(from: Date, until: Date): Buffer {
  return der.sequence(time(from), time(until));
}

/** RFC 5280, 4.1.2.5: two-digit years up to 2049, four digits from then on. */
function time(date: Date): Buffer {
  return date.getUTCFullYear() < 2050 ? der.utcTime(date) : der.generalizedTime(date);
}

function extensions(host: string): Buffer {
  const digitalSignature = der.bitString(Buffer.from([0x80]), 7);
  return der.sequence(
    extension(KEY_USAGE, digitalSignature, { critical: true }),
    extension(
      EXTENDED_KEY_USAGE,
      der.sequence(der.objectIdentifier(SERVER_AUTHENTICATION), der.objectIdentifier(CLIENT_AUTHENTICATION)),
    ),
    extension(SUBJECT_ALTERNATIVE_NAME, der.sequence(der.implicit(DNS_NAME, Buffer.from(host, "ascii")))),
  );
}

function extension(identifier: string, value: Buffer, { critical = false } = {}): Buffer {
  const mark = critical ? [der.boolean(true)] : [];
  return der.sequence(der.objectIdentifier(identifier), ...mark, der.octetString(value));
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
