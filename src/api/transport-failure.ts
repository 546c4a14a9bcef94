import { types } from "node:util";
import type { ConnectionFailure } from "./errors";
import { redactToken } from "./redact";

/**
 * Why there is no complete response. The request may have been sent only with `broken` and these:
 *
 * - `aborted`: by the caller's signal;
 * - `timeout`: no response in time;
 * - `too-large`: the body exceeds the size limit.
 */
type TransportFailureKind = ConnectionFailure | "aborted" | "timeout" | "too-large";

/** Replaces axios's error, which contains the request's headers and therefore the token. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";

  constructor(
    readonly kind: TransportFailureKind,
    message: string,
    /** The system's error code, such as `ECONNREFUSED`, or one of {@link PROXY_CODES}. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** Codes of a {@link TransportFailure} for each way that a proxy can fail to open a tunnel. */
export const PROXY_CODES = {
  unreachable: "PROXY_UNREACHABLE",
  /** The proxy does not respond. */
  timeout: "PROXY_TIMEOUT",
  /** 407. */
  authentication: "PROXY_AUTHENTICATION",
  /** Any other status below 500. */
  rejected: "PROXY_REJECTED",
  /** 5xx: usually the proxy cannot reach the service. */
  failed: "PROXY_FAILED",
} as const;

/** Code of axios for requests aborted by a signal. */
const CANCELED = "ERR_CANCELED";

/** Converts any thrown value to a failure without secrets. */
export function describeFailure(error: unknown, token: string): TransportFailure {
  if (codeOf(error) === CANCELED) return new TransportFailure("aborted", "aborted", undefined);
  // axios keeps the system's error, with the system call, as the cause of its own.
  const cause = types.isNativeError(error) && types.isNativeError(error.cause) ? error.cause : error;
  if (cause instanceof TransportFailure) return cause;
  const reasons = systemErrors(cause);
  const code = reasons.map((reason) => reason.code).find((each) => each !== undefined) ?? codeOf(error);
  // With axios' defaults this code means its own timeout; the system's is ETIMEDOUT.
  if (codeOf(error) === "ECONNABORTED") return new TransportFailure("timeout", "timed out", code);
  if (reasons.some(isTooLarge)) return new TransportFailure("too-large", "the response is too large", code);
  if (reasons.some(isPlainText))
    return new TransportFailure("not-tls", "the server does not speak TLS at this port", code);
  const text = reasons.map((reason) => reason.message.replace(/\s+/g, " ").trim()).filter((message) => message !== "");
  const message = redactToken([...new Set(text)].join("; "), token);
  return new TransportFailure(kindOf(code, reasons), message === "" ? (code ?? "unknown failure") : message, code);
}

interface SystemError {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

/**
 * One attempt to connect may try several IP addresses and fail with as many errors. `instanceof` does not work: in
 * Jest, Node's own errors have another `Error` class than the code under test.
 */
function systemErrors(error: unknown): readonly SystemError[] {
  if (!types.isNativeError(error)) return [{ message: String(error), code: undefined, syscall: undefined }];
  if ("errors" in error && Array.isArray(error.errors) && error.errors.length > 0)
    return error.errors.flatMap(systemErrors);
  const syscall = "syscall" in error && typeof error.syscall === "string" ? error.syscall : undefined;
  return [{ message: error.message, code: codeOf(error), syscall }];
}

/** axios uses the code for other errors, too, so the message decides; a test covers this. */
function isTooLarge({ code, message }: SystemError): boolean {
  return code === "ERR_BAD_RESPONSE" && message.startsWith("maxContentLength");
}

/** OpenSSL's errors for the first bytes of a server that speaks plain HTTP. */
function isPlainText({ code, message }: SystemError): boolean {
  return code === "EPROTO" && /wrong version number|packet length too long|record layer failure/.test(message);
}

function codeOf(error: unknown): string | undefined {
  return types.isNativeError(error) && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Node's codes of certificate errors, which occur before anything is sent and are permanent. Other TLS errors can also
 * occur later and count as a broken connection.
 */
const UNTRUSTED = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|HOSTNAME_MISMATCH)/;

function kindOf(code: string | undefined, reasons: readonly SystemError[]): TransportFailureKind {
  if (code !== undefined && UNTRUSTED.test(code)) return "untrusted";
  const beforeSending = reasons.every(({ syscall }) => syscall === "connect" || syscall === "getaddrinfo");
  return beforeSending ? "unreachable" : "broken";
}
