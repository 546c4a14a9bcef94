import { RequestError, outcomeHint } from "./request-error";
import type { FailedRequest } from "./request-error";

/** The answer's body is longer than `maxResponseBytes`; the rest of it was not read. */
export class ResponseTooLargeError extends RequestError {
  static override readonly kind: string = "ResponseTooLargeError";
  override readonly name = "ResponseTooLargeError";
  readonly code = "response-too-large";
  /** The service's address. */
  readonly address: string;
  /** Bytes that an answer may have, decompressed. */
  readonly maxResponseBytes: number;

  constructor(request: FailedRequest, address: string, maxResponseBytes: number) {
    super(
      `the answer from ${address} is longer than ${maxResponseBytes} bytes, decompressed.${outcomeHint(request)} ` +
        `Check that the address is the right service; for lists, ask for smaller pages; or raise \`maxResponseBytes\`.`,
      request,
    );
    this.address = address;
    this.maxResponseBytes = maxResponseBytes;
  }
}
