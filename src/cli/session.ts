import { connectWith, type Access } from "../engine/live/connect";
import type { Session } from "../engine/session";
import type { GracefulStop } from "./graceful-stop";
import { milliseconds } from "./numbers";
import { processSurroundings } from "./process-surroundings";
import type { Progress } from "./progress";

/**
 * The session of the engine in this process.
 *
 * @param options - The time limit of a request in seconds.
 * @param stop - Begins before the first request. @default Ctrl-C ends the process
 */
export function sessionWith(
  access: Access,
  { listener }: Progress,
  { deadline }: { readonly deadline?: number },
  stop?: GracefulStop,
): Session {
  const deadlineMs = milliseconds(deadline);
  const onRequest = (): void => listener({ kind: "request" });
  const connect = connectWith(access, { deadlineMs, shutdownSignal: stop?.signal, onRequest });
  return {
    connect: (organization) => {
      stop?.begin();
      return connect(organization);
    },
    surroundings: processSurroundings(),
    listener,
    verifyMs: deadlineMs,
  };
}
