import { Client } from "../api";
import type { Session } from "../engine/session";
import type { GracefulStop } from "./graceful-stop";
import type { Progress } from "./progress";
import { flagName } from "./report";

interface Options {
  /** The time limit of a request in milliseconds. */
  readonly deadline?: number;
  /** @default - that of the environment */
  readonly address?: string;
  /** Whether the gates of the code are not read. @default false */
  readonly ignoreGates?: boolean;
}

/**
 * The session of the engine in this process.
 *
 * @param stop - When its signal is aborted, no further requests are sent. @default - nothing stops them
 */
export function sessionWith(
  { notify }: Progress,
  { deadline, address, ignoreGates }: Options,
  stop?: GracefulStop,
): Session {
  const onRequest = (): void => notify({ kind: "request" });
  return {
    connect: (options) => new Client({ ...options, deadlineMs: deadline, shutdownSignal: stop?.signal, onRequest }),
    // For the engine, which reads neither.
    context: { env: process.env, cwd: process.cwd() },
    fallback: { address, option: flagName("address") },
    gates: { ownRunId: process.env["TFC_RUN_ID"], isIgnored: ignoreGates },
    optionName: flagName,
    host: { notify, signal: stop?.signal },
    verifyMs: deadline,
  };
}
