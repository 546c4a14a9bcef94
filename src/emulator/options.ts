import type { DocumentsOption } from "./engine/documents-option";
import type {
  AdvisoryFailuresOption,
  MoveWithAgentPoolOption,
  ProjectDeletionBehavior,
  TagFilterOption,
  TagRelationshipsOption,
  WorkspaceVariablesOption,
} from "./engine/choices";
import type { Seed } from "./seed";

/** Which run tasks the emulator sends requests to; see {@link EmulatorOptions.callRunTasks}. */
export type CallRunTasksOption = "loopback" | "never";

/** Options of an emulator; all are optional. */
export interface EmulatorOptions {
  /** Port on the loopback interface. @default 0: any free port */
  readonly port?: number;
  /**
   * The initial state. Validated at run time, so that parsed JSON can be passed.
   * @default one organization, `acme`, with its default project
   */
  readonly seed?: Seed;
  /** The admin token: visible ASCII characters without spaces. @default the one in the state file, or a random one */
  readonly token?: string;
  /**
   * File that keeps the state across restarts. Every change is in it before it is acknowledged. If the file exists, the
   * seed is not used.
   * @default none: the state is lost when the emulator stops
   */
  readonly stateFile?: string;
  /**
   * Requests per second and user above which the service responds 429; requests without a valid token are limited by
   * network address. Without a limit there are no `x-ratelimit-*` headers, as with Terraform Enterprise without one.
   * @default no limit (HCP Terraform: 30)
   */
  readonly rateLimit?: number;
  /** Which attributes responses have. @default "full" */
  readonly documents?: DocumentsOption;
  /** Status of the response to deleting a project that has workspaces. @default 409 */
  readonly projectDeletionBehavior?: ProjectDeletionBehavior;
  /**
   * Status of a task stage in which only advisory results failed: `fail` for `failed`, as documented for a stage with a
   * failed result, or `pass` for `passed`, as HashiCorp's Terraform shows it for HCP Terraform. The run continues
   * either way.
   * @default "fail"
   */
  readonly advisoryFailures?: AdvisoryFailuresOption;
  /**
   * Which projects and workspaces have relationships to their key-value tags: `always` all of them; `tagged` those that
   * have tags, as in recorded responses of the service; `links` the same, with links only, whatever is included;
   * `never` none.
   * @default "always"
   */
  readonly tagRelationships?: TagRelationshipsOption;
  /** Whether `filter[tagged]` has an effect: `ignore` returns lists as without it. @default "apply" */
  readonly tagFilter?: TagFilterOption;
  /**
   * Whether lists of workspaces can include their variables: `refuse` responds 400 to `include=vars`, as a service that
   * does not know it. The OpenAPI description has it.
   *
   * @default "include"
   */
  readonly workspaceVariables?: WorkspaceVariablesOption;
  /**
   * Whether a workspace can move with its own agent pool into a project that the pool does not allow: `accept`, and it
   * keeps the pool, or `refuse` (422), as for a choice of such a pool. Undocumented.
   *
   * @default "accept"
   */
  readonly moveWithAgentPool?: MoveWithAgentPoolOption;
  /**
   * Limit of a request body, in bytes; the response to a longer one is 413, and it is not kept in memory.
   * @default 10,485,760 (10 MiB)
   */
  readonly maxRequestBytes?: number;
  /**
   * Which run tasks the emulator sends requests to when a run reaches their stage: those whose URL is on the loopback
   * interface (`localhost`, `127.0.0.0/8`, `::1`), or none. It never sends requests to other hosts; their results stay
   * pending until a test reports them. Results of tasks at the emulator's own port are `unreachable`. The same is true
   * of the verification of notification configurations, which succeeds where nothing is sent.
   * @default "loopback"
   */
  readonly callRunTasks?: CallRunTasksOption;
  /**
   * Milliseconds since the Unix epoch; a constant source freezes time until `clock.advance`. @default the machine's
   * clock
   */
  readonly now?: () => number;
}
