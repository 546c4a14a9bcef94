import { nameKey } from "../model";

/**
 * What has been planned in this walk, as far as the plans of other resources depend on it: a project may be deleted when
 * the same plan empties it, a name may be taken when the same plan frees it.
 *
 * Terraform plans a resource after those it depends on, and a deletion before the deletions it depends on; what is planned
 * later is not seen here, and is checked again when it is applied.
 */
export class PlannedChanges {
  readonly #claims = new Map<string, string | undefined>();
  readonly #releases = new Map<string, string>();
  readonly #freedNames = new Set<string>();

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
