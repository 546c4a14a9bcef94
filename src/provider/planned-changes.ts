import { setTimeout as sleep } from "node:timers/promises";
import { nameKey, type Workspace } from "../model";

/** How long nothing must have been planned before what is missing counts as not planned at all, in milliseconds. */
const QUIET_MS = 1_500;
/** Time between two looks, in milliseconds. */
const LOOK_MS = 20;

/** A project that is planned to be deleted, and the workspaces in it. */
export interface Emptying {
  readonly project: { readonly id: string; readonly name: string };
  readonly workspaces: readonly Workspace[];
}

/**
 * What has been planned in this walk, as far as the plans of other resources depend on it: a project may be deleted when
 * the same plan empties it, a name may be taken when the same plan frees it.
 *
 * Terraform plans ten resources at a time, and those that are no longer in the code in no order: {@link stillHeld} waits for what has not been
 * planned yet.
 */
export class PlannedChanges {
  readonly #claims = new Map<string, string | undefined>();
  readonly #releases = new Map<string, string>();
  readonly #freedNames = new Set<string>();
  readonly #managed = new Map<string, string>();
  readonly #adopted = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #emptying: Emptying[] = [];
  #lastChange = Date.now();

  /**
   * A membership puts a workspace into a project; undefined for one that has no id yet. Returns the other project into
   * which another membership puts it, if one does.
   */
  claim(workspaceId: string, projectId: string | undefined): string | undefined {
    const other = this.#claims.get(workspaceId);
    this.#claims.set(workspaceId, projectId);
    return other === projectId || projectId === undefined ? undefined : other;
  }

  /** A membership lets a workspace go, to this project, unless another membership claims it. */
  release(workspaceId: string, projectId: string): void {
    this.#releases.set(workspaceId, projectId);
  }

  /** Takes note that something is being planned. */
  touch(): void {
    this.#lastChange = Date.now();
  }

  /**
   * Which projects that are to be deleted the plan leaves with workspaces: waits until it empties all that were asked about, or has fallen
   * quiet. One call waits and answers for those that come meanwhile, which are told of none: if all waited, Terraform would have no hand free to
   * plan what they wait for.
   */
  async stillHeld(emptying: Emptying, signal: AbortSignal): Promise<readonly Emptying[]> {
    this.#emptying.push(emptying);
    if (this.#emptying.length > 1) return [];
    try {
      while (this.#held().length > 0 && Date.now() - this.#lastChange <= QUIET_MS) {
        await sleep(LOOK_MS, undefined, { signal });
      }
      return this.#held();
    } finally {
      this.#emptying.length = 0;
    }
  }

  #held(): readonly Emptying[] {
    return this.#emptying.flatMap(({ project, workspaces }) => {
      const staying = workspaces.filter(({ id }) => !this.#leaves(id, project.id));
      return staying.length === 0 ? [] : [{ project, workspaces: staying }];
    });
  }

  /** Whether the plan so far takes the workspace out of this project. */
  #leaves(workspaceId: string, projectId: string): boolean {
    if (this.#claims.has(workspaceId)) return this.#claims.get(workspaceId) !== projectId;
    return this.#releases.has(workspaceId) && this.#releases.get(workspaceId) !== projectId;
  }

  /** A resource that has the project already keeps it; `config` is what the code says of it. */
  manage(projectId: string, config: string): void {
    this.#managed.set(projectId, config);
  }

  /** A resource that is to be created takes the project over. */
  adopt(projectId: string): void {
    this.#adopted.add(projectId);
  }

  /** A resource that has the project deletes it. */
  delete(projectId: string): void {
    this.#deleted.add(projectId);
  }

  /** Whether the plan so far has a new resource take the project over. */
  isAdopted(projectId: string): boolean {
    return this.#adopted.has(projectId);
  }

  /** Whether the plan so far has a resource that keeps or deletes the project. */
  isOwned(projectId: string): boolean {
    return this.#managed.has(projectId) || this.#deleted.has(projectId);
  }

  /** Whether the new object of this configuration replaces the project: Terraform first plans a replacement as an update. */
  isReplaced(projectId: string, config: string): boolean {
    return this.#managed.get(projectId) === config;
  }

  /** A project is planned to get another name. */
  freeName(organization: string, name: string): void {
    this.#freedNames.add(key(organization, name));
  }

  /** Whether the plan so far frees the name. */
  frees(organization: string, name: string): boolean {
    return this.#freedNames.has(key(organization, name));
  }
}

function key(organization: string, name: string): string {
  return `${organization}/${nameKey(name)}`;
}
