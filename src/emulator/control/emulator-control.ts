import type { FaultControl } from "../http/faults";
import type { RequestLog } from "../http/request-log";
import type { EmulatorState } from "../store/state";
import type { PolicySetControl, VariableSetControl } from "./applied-sets";
import type { ClockControl } from "./clock";
import type { OrganizationControl } from "./organizations";
import type { ProjectControl } from "./projects";
import type { RunTaskControl } from "./run-tasks";
import type { RunControl } from "./runs";
import type { TeamControl } from "./teams";
import type { TokenControl } from "./tokens";
import type { WorkspaceControl } from "./workspaces";

/**
 * Out-of-band operations of a test. They need no token, and are not logged, rate limited or subject to faults. Invalid
 * arguments, such as an unknown ID or a name the service would reject, throw a ControlError. With a state file, every
 * operation throws a StorageError while the file cannot be written.
 */
export interface EmulatorControl {
  /** Everything in the emulator as plain data, sorted by name. */
  state(): EmulatorState;
  readonly organizations: OrganizationControl;
  readonly projects: ProjectControl;
  readonly workspaces: WorkspaceControl;
  readonly tokens: TokenControl;
  readonly teams: TeamControl;
  readonly variableSets: VariableSetControl;
  readonly policySets: PolicySetControl;
  readonly runTasks: RunTaskControl;
  readonly runs: RunControl;
  readonly clock: ClockControl;
  readonly requests: RequestLog;
  readonly faults: FaultControl;
  /** Requests per second and user above which the service responds 429; undefined without a limit. */
  readonly rateLimit: number | undefined;
  /** Changes the rate limit; undefined removes it. @throws RangeError unless it is an integer of at least 1 */
  setRateLimit(limit: number | undefined): void;
}

type Group = Exclude<keyof EmulatorControl, "state" | "rateLimit" | "setRateLimit">;

/** A member of {@link EmulatorControl}, such as `state` or `projects.create`. */
export type ControlMember =
  | Exclude<keyof EmulatorControl, Group>
  | { [G in Group]: `${G}.${keyof EmulatorControl[G] & string}` }[Group];
