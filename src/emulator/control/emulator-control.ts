import type { FaultControl } from "../http/faults";
import type { RequestLog } from "../http/request-log";
import type { EmulatorState } from "../state";
import type { ControlGroups } from "./operations";

/**
 * Out-of-band operations of a test. They need no token, and are not logged, rate limited or subject to faults. Invalid
 * arguments, such as an unknown ID or a name the service would reject, throw a ControlError. With a state file, every
 * operation throws a StorageError while the file cannot be written.
 */
export interface EmulatorControl extends ControlGroups {
  /** Everything in the emulator as plain data, sorted by name. */
  state(): EmulatorState;
  readonly requests: RequestLog;
  readonly faults: FaultControl;
  /** Requests per second and user above which the service responds 429; undefined without a limit. */
  readonly rateLimit: number | undefined;
  /** Changes the rate limit; undefined removes it. @throws RangeError unless it is an integer of at least 1 */
  setRateLimit(limit: number | undefined): void;
}
