import { moveWorkspaces, type OrganizationView } from "../reconcile";
import type { PlannedChanges } from "./planned-changes";

/**
 * Memberships that let workspaces go within this time do so together, in milliseconds. Terraform applies ten resources at once. How many requests
 * it takes depends on this, and nothing else.
 */
const BATCH_WINDOW_MS = 50;

const NONE: ReadonlySet<string> = new Set();

/** What one membership lets go. */
interface Release {
  readonly projectId: string;
  readonly workspaceIds: readonly string[];
  /** Those that another membership takes, as the plan has noted; unless it failed to. */
  readonly retained: ReadonlySet<string>;
  /** Those that go even where another membership takes them. */
  readonly evacuated: ReadonlySet<string>;
  readonly done: (outcome: Promise<void>) => void;
}

/**
 * Workspaces on their way to the default project: one request for all that memberships let go at the same time. What another membership of
 * this walk has said it takes is left where it is, for that one to fetch.
 */
export class WorkspaceReleases {
  readonly #planned: PlannedChanges;
  readonly #gathered = new Map<OrganizationView, Release[]>();

  constructor(planned: PlannedChanges) {
    this.#planned = planned;
  }

  /**
   * Moves those of the workspaces that are still in the project to the default project, unless another membership takes them.
   *
   * @param options.retained - Ids of those that another membership takes, as the plan has noted.
   * @param options.evacuated - Ids of those that go in any case, since the project is to be deleted.
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
      const gathered = this.#gathered.get(view);
      if (gathered !== undefined) {
        gathered.push(release);
        return;
      }
      this.#gathered.set(view, [release]);
      setTimeout(() => {
        const releases = this.#gathered.get(view) ?? [];
        this.#gathered.delete(view);
        this.#together(view, releases);
      }, BATCH_WINDOW_MS);
    });
  }

  /** One request for all; where that is refused, one for each, so that each hears what concerns it. */
  #together(view: OrganizationView, releases: readonly Release[]): void {
    const all = this.#move(view, releases);
    for (const release of releases) {
      release.done(releases.length === 1 ? all : all.catch(() => this.#move(view, [release])));
    }
  }

  async #move(view: OrganizationView, releases: readonly Release[]): Promise<void> {
    const ids = releases.flatMap(({ workspaceIds }) => workspaceIds);
    await view.moveLock.runExclusive(ids, async () => {
      const leaving = await Promise.all(
        releases.map(async ({ projectId, workspaceIds, retained: staying, evacuated: makingWay }) => {
          const isTaken = (id: string): boolean =>
            this.#planned.isClaimed(id) || (staying.has(id) && !this.#planned.hasFailed(id));
          const goes = (id: string): boolean => makingWay.has(id) || !isTaken(id);
          const inside = await view.workspaces.inProject(projectId);
          return inside.filter(({ id }) => workspaceIds.includes(id) && goes(id));
        }),
      );
      const once = new Map(leaving.flat().map((workspace) => [workspace.id, workspace]));
      await moveWorkspaces(view, [...once.values()], await view.defaultProjectId());
    });
  }
}
