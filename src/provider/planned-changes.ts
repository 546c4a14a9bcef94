import { setTimeout as sleep } from "node:timers/promises";
import { nameKey } from "../model";

/** How long nothing must have been planned before what is missing counts as not planned at all, in milliseconds. */
const QUIET_MS = 1_500;
/** Time between two looks, in milliseconds. */
const LOOK_MS = 20;

/**
 * What has been planned in this walk, as far as the plans of other resources depend on it: a project may be deleted when
 * the same plan empties it, a name may be taken when the same plan frees it.
 *
 * Terraform plans several resources at a time, and one that is no longer in the code in no order with the others: a plan
 * that would fail for what another one has not said yet waits, with {@link comesTrue}, until the others have fallen quiet.
 */
export class PlannedChanges {
  readonly #claims = new Map<string, string | undefined>();
  readonly #releases = new Map<string, string>();
  readonly #freedNames = new Set<string>();
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

  /** Waits until the plans of other resources make it true; false when they have fallen quiet before. */
  async comesTrue(condition: () => boolean, signal: AbortSignal): Promise<boolean> {
    while (!condition()) {
      if (Date.now() - this.#lastChange > QUIET_MS) return false;
      await sleep(LOOK_MS, undefined, { signal });
    }
    return true;
  }

  /** Whether the plan so far takes the workspace out of this project. */
  leaves(workspaceId: string, projectId: string): boolean {
    if (this.#claims.has(workspaceId)) return this.#claims.get(workspaceId) !== projectId;
    return this.#releases.has(workspaceId) && this.#releases.get(workspaceId) !== projectId;
  }

  /** A project is planned to be deleted or to get another name. */
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
