import type { DocumentsOption } from "./serializers/resource";
import type { ProjectDeletionBehavior } from "./http/route";
import type { Seed } from "./seed";
import type { AdvisoryFailuresOption } from "./store/stage-status";

/** Which run tasks are called; see {@link EmulatorOptions.callRunTasks}. */
export type CallRunTasksOption = "loopback" | "never";

/** How an emulator is to be; every member has a default. */
export interface EmulatorOptions {
  /** Port on the loopback interface. @default 0: one that is free */
  readonly port?: number;
  /**
   * The world at the start, also as parsed JSON of unknown shape: it is checked before anything starts.
   * @default one organization, `acme`, with its default project
   */
  readonly seed?: Seed;
  /** The token that owns everything: a word of visible ASCII characters. @default the state file's, or a random one */
  readonly token?: string;
  /**
   * File that keeps the world, so that it is still there after a restart: every change is in it before it is acknowledged. When the file
   * exists, the seed is not used.
   * @default none: the world ends with the emulator
   */
  readonly stateFile?: string;
  /**
   * Requests per second and user; above it the service answers 429. Requests with no known token count by network address. Without a limit the `x-ratelimit-*` headers are absent, as in a
   * Terraform Enterprise that has none: clients slow down to what those headers say.
   * @default no limit (the public service: 30)
   */
  readonly rateLimit?: number;
  /** Which attributes documents carry. @default "contract" */
  readonly documents?: DocumentsOption;
  /** The status that refuses to delete a project with workspaces. @default 409 */
  readonly projectDeletionBehavior?: ProjectDeletionBehavior;
  /**
   * What becomes of a task stage in which only advisory results failed: `fail` has it fail, as service-api.md section 3.1 says, `pass` has it
   * pass, as HashiCorp's Terraform shows it of the public service. The run goes on either way.
   * @default "fail"
   */
  readonly advisoryFailures?: AdvisoryFailuresOption;
  /**
   * How long the body of a request may be, in bytes; a whole number above 0. A longer one is answered with 413 and is not kept in memory.
   * The service's own limit is not public.
   * @default 10,485,760 (10 MiB)
   */
  readonly maxRequestBytes?: number;
  /**
   * Which run tasks are called when a run comes to their stage: those whose address is on the loopback interface (`localhost`, `127.0.0.0/8`,
   * `::1`), or none. Others are never called, so that nothing leaves the machine by surprise; they wait until somebody reports for them.
   * @default "loopback"
   */
  readonly callRunTasks?: CallRunTasksOption;
  /** Milliseconds since 1970; a constant one freezes time but for `advance`. @default the machine's clock */
  readonly now?: () => number;
}
