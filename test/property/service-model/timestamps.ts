import { Instant } from "./expected-response";
import type { Progress } from "./state";

/** Keys of `status-timestamps` are `<status>-at`; earlier ones stay. */
export function timestamps(progress: Progress): object {
  return {
    "status-timestamps": Object.fromEntries(
      Object.entries(progress.reached).map(([status, time]) => [
        `${status.replaceAll("_", "-")}-at`,
        new Instant(time, "offset"),
      ]),
    ),
    "created-at": new Instant(progress.created, "ms"),
    "updated-at": new Instant(progress.updated, "ms"),
  };
}
