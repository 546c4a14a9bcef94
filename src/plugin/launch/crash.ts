import { sanitizeLines } from "../../sanitize";
import type { Logger } from "../logger";

/**
 * Tells of exceptions that no handler of a request can catch, such as one thrown in a timer, and then calls back: the
 * process has to end, as nobody knows what was left half-done. A promise that was rejected and that nobody awaited is
 * told of too, but ends nothing.
 *
 * @param redact takes secrets out of a text
 */
export function onCrash(logger: Logger, redact: (text: string) => string, callback: (error: Error) => void): void {
  process.on("unhandledRejection", (error) => logger.error("A promise was rejected and nobody looked", { error }));
  process.on("uncaughtException", (error: unknown) => {
    const crash = error instanceof Error ? error : new Error(String(error));
    logger.error(`The provider crashed: ${crash.message}`, { error: crash });
    process.stderr.write(sanitizeLines(redact(panic(crash))));
    callback(crash);
  });
}

/**
 * The crash as a Go program would report it. Terraform looks for that on a provider's stderr, and shows what follows to
 * the user together with the name of the provider (`internal/logging/panic.go` in its sources).
 */
function panic(error: Error): string {
  return `panic: ${error.stack ?? String(error)}\n`;
}
