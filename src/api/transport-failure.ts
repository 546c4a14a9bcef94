import { types } from "node:util";
import { redactToken } from "./redact";
import { ProxyUnreachable, TunnelRefused } from "./tunnel-agent";

/** Why there is no whole answer. */
export type TransportFailureKind =
  "aborted" | "timeout" | "too-large" | "unreachable" | "untrusted" | "proxy" | "broken";

/**
 * A failure of the transport, built anew from what axios threw: an axios error carries the request's headers, and so the token.
 *
 * - `aborted`: by the caller's signal;
 * - `timeout`: no answer in time;
 * - `too-large`: the body is longer than it may be;
 * - `unreachable`: no connection came about (name not found, refused, no route, a proxy that fails), so nothing was sent;
 * - `untrusted`: the service's certificate was not accepted, so nothing was sent;
 * - `proxy`: the proxy refused to lead to the service, so nothing was sent;
 * - `broken`: the connection ended before the whole answer was there.
 */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";

  constructor(
    readonly kind: TransportFailureKind,
    message: string,
    /** The system's code, such as `ECONNREFUSED`. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** How axios names what an AbortSignal ended. */
const CANCELED = "ERR_CANCELED";

/** Any thrown value as a failure without secrets. */
export function describeFailure(error: unknown, token: string): TransportFailure {
  if (codeOf(error) === CANCELED) return new TransportFailure("aborted", "aborted", undefined);
  const ofTunnel = tunnelFailure(types.isNativeError(error) ? (error.cause ?? error) : error);
  if (ofTunnel !== undefined) return ofTunnel;
  // axios keeps the system's error, which knows the system call, as the cause of its own.
  const reasons = systemErrors(types.isNativeError(error) && types.isNativeError(error.cause) ? error.cause : error);
  const code = reasons.map((reason) => reason.code).find((each) => each !== undefined) ?? codeOf(error);
  // With axios's defaults this code means its own timeout; the system's has ETIMEDOUT.
  if (codeOf(error) === "ECONNABORTED") return new TransportFailure("timeout", "timed out", code);
  if (reasons.some(isTooLarge)) return new TransportFailure("too-large", "the answer is too long", code);
  const text = reasons.map((reason) => reason.message.replace(/\s+/g, " ").trim()).filter((message) => message !== "");
  const message = redactToken([...new Set(text)].join("; "), token);
  return new TransportFailure(kindOf(code, reasons), message === "" ? (code ?? "unknown failure") : message, code);
}

function tunnelFailure(error: unknown): TransportFailure | undefined {
  if (error instanceof ProxyUnreachable) return new TransportFailure("unreachable", error.message, undefined);
  if (!(error instanceof TunnelRefused)) return undefined;
  return new TransportFailure(error.status >= 500 ? "unreachable" : "proxy", error.message, undefined);
}

interface SystemError {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
}

/**
 * One connection attempt may have tried several addresses, and then failed with as many errors. `instanceof` would not do: in Jest,
 * Node's own errors are of another `Error` than the tests and what they load.
 */
function systemErrors(error: unknown): readonly SystemError[] {
  if (!types.isNativeError(error)) return [{ message: String(error), code: undefined, syscall: undefined }];
  if ("errors" in error && Array.isArray(error.errors) && error.errors.length > 0)
    return error.errors.flatMap(systemErrors);
  const syscall = "syscall" in error && typeof error.syscall === "string" ? error.syscall : undefined;
  return [{ message: error.message, code: codeOf(error), syscall }];
}

/** axios has one code for this and for others, so its text tells; a test holds us to it. */
function isTooLarge({ code, message }: SystemError): boolean {
  return code === "ERR_BAD_RESPONSE" && message.startsWith("maxContentLength");
}

function codeOf(error: unknown): string | undefined {
  return types.isNativeError(error) && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Certificate failures as Node names them; they come before anything is sent, and stay what they are. Other failures of TLS can also come later and are
 * taken for a broken connection.
 */
const UNTRUSTED = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|HOSTNAME_MISMATCH)/;

function kindOf(code: string | undefined, reasons: readonly SystemError[]): TransportFailureKind {
  if (code !== undefined && UNTRUSTED.test(code)) return "untrusted";
  const beforeSending = reasons.every(({ syscall }) => syscall === "connect" || syscall === "getaddrinfo");
  return beforeSending ? "unreachable" : "broken";
}
