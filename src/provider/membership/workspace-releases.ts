import { checkDefaultProject, moveWorkspaces, type OrganizationView } from "../../reconcile";
import type { PendingPlans } from "../planned/pending-plans";
import type { PlannedWorkspaces } from "../planned/workspaces";

/**
 * How long releases are collected into one request, and how often that time may be extended while memberships are
 * planned: Terraform applies ten resources at a time, and first plans each again. This affects only the number of
 * requests.
 */
const BATCH_WINDOW_MS = 50;
const MAX_WINDOWS = 20;

const NONE: ReadonlySet<string> = new Set();

/** The workspaces that one membership releases. */
interface Release {
  readonly projectId: string;
  readonly workspaceIds: readonly string[];
  /** Workspaces that stay because another membership claims them according to the plan, unless it has failed. */
  readonly retained: ReadonlySet<string>;
  /** Workspaces that move even if another membership claims them. */
  readonly evacuated: ReadonlySet<string>;
  readonly done: (outcome: Promise<void>) => void;
}

/**
 * Moves released workspaces to the default project, with one request for all memberships that release at the same time.
 * A workspace that another membership claims stays where it is until that membership moves it.
 */
export class WorkspaceReleases {
  readonly #pending = new Map<OrganizationView, Release[]>();

  constructor(
    private readonly planned: PlannedWorkspaces,
    private readonly plans: PendingPlans,
  ) {}

  /**
   * Moves the workspaces that are still in the project to the default project, unless another membership claims them.
   *
   * @param options.retained - IDs of workspaces that another membership claims, according to the plan.
   * @param options.evacuated - IDs of workspaces that move in any case, because their project is deleted.
   */
  release(
    view: OrganizationView,
    projectId: string,
    workspaceIds: readonly string[],
    { retained = NONE, evacuated = NONE }: Partial<Pick<Release, "retained" | "evacuated">> = {},
  ): Promise<void> {
    if (workspaceIds.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const release = { projectId, workspaceIds, retained, evacuated, done: resolve };
      const pending = this.#pending.get(view);
      if (pending !== undefined) {
        pending.push(release);
        return;
      }
      this.#pending.set(view, [release]);
      void this.#collected().then(() => {
        const releases = this.#pending.get(view) ?? [];
        this.#pending.delete(view);
        this.#flush(view, releases);
      });
    });
  }

  /**
   * Checks that workspaces could be released, before another change is made.
   *
   * @param options.retained - As for {@link release}.
   * @throws DefaultProjectNotVisibleError
   */
  async check(
    view: OrganizationView,
    workspaceIds: readonly string[],
    { retained = NONE }: Partial<Pick<Release, "retained">> = {},
  ): Promise<void> {
    if (workspaceIds.length === 0 || (await view.seesDefaultProject())) return;
    await this.#collected();
    await checkDefaultProject(view, workspaceIds.filter((id) => !this.#isTaken(id, retained)).length);
  }

  /** Whether another membership moves the workspace. */
  #isTaken(id: string, retained: ReadonlySet<string>): boolean {
    return this.planned.isClaimed(id) || (retained.has(id) && !this.planned.hasFailed(id));
  }

  /** Resolves when no plan in progress is likely to add another release. */
  async #collected(): Promise<void> {
    for (let windows = 0; windows < MAX_WINDOWS; windows += 1) {
      await new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
      if (!this.plans.inProgress) return;
    }
  }

  /** Sends one request for all releases; if it fails, one for each, so that each membership gets its own error. */
  #flush(view: OrganizationView, releases: readonly Release[]): void {
    const all = this.#move(view, releases);
    for (const release of releases) {
      release.done(releases.length === 1 ? all : all.catch(() => this.#move(view, [release])));
    }
  }

  async #move(view: OrganizationView, releases: readonly Release[]): Promise<void> {
    const ids = releases.flatMap(({ workspaceIds }) => workspaceIds);
    await view.moveLock.runExclusive(ids, async () => {
      const released = await Promise.all(
        releases.map(async ({ projectId, workspaceIds, retained, evacuated }) => {
          const moves = (id: string): boolean => evacuated.has(id) || !this.#isTaken(id, retained);
          const inside = await view.workspaces.inProject(projectId);
          const isReleased = new Set(workspaceIds);
          return inside.filter(({ id }) => isReleased.has(id) && moves(id));
        }),
      );
      const distinct = new Map(released.flat().map((workspace) => [workspace.id, workspace]));
      await moveWorkspaces(view, [...distinct.values()], await view.defaultProjectId());
    });
  }
}
