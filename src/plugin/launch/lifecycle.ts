import { sanitizeLines } from "../../sanitize";
import type { Logger } from "../logger";

/*
 * Events that end the process of a provider.
 */

/**
 * Calls back once after the process that launched this one has exited. A provider whose Terraform was killed, or
 * crashed, would otherwise run forever: nothing else can connect to it.
 */
export function watchParent(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (isAlive(parent)) return;
    clearInterval(timer);
    callback();
  }, 1000);
  timer.unref();
}

function isAlive(parent: number): boolean {
  // An orphan gets a new parent, except on Windows, where it keeps the ID of the exited one.
  if (process.platform !== "win32") return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}

/**
 * Reports exceptions outside of request handlers, such as one thrown in a timer, and then calls back: the process has
 * to exit, because its state is unknown. Unhandled promise rejections are only logged.
 *
 * @param redact - Removes secrets from a text.
 */
export function onCrash(logger: Logger, redact: (text: string) => string, callback: (error: Error) => void): void {
  process.on("unhandledRejection", (error) => logger.error("Unhandled promise rejection", { error }));
  process.on("uncaughtException", (error: unknown) => {
    const crash = error instanceof Error ? error : new Error(String(error));
    logger.error(`The provider crashed: ${crash.message}`, { error: crash });
    process.stderr.write(sanitizeLines(redact(panic(crash))));
    callback(crash);
  });
}

/**
 * The crash in the format of a Go panic, which Terraform detects on stderr, and shows to the user with the name of the
 * provider (`internal/logging/panic.go` in its source).
 */
function panic(error: Error): string {
  return `panic: ${error.stack ?? String(error)}\n`;
}
