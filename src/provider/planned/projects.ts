import { ProjectMembers, Registry, type ProjectMember } from "../../decide";
import type { ProjectPlan, ProjectState } from "../../model";
import type { ResourceKey } from "./resource-key";

/** What a resource does with an existing project. */
type Use = "keeps" | "takes" | "replaces" | "deletes";

/** A planned membership, or rules of a placement. */
interface PlannedMember extends ProjectMember {
  /** The name of the membership or placement in messages, without an article: providers do not know addresses. */
  readonly label: string;
}

/** The deletion of a project that left the code. */
interface RemovedProject {
  readonly prior: ProjectState;
  /** IDs of the workspaces that a warning has named. */
  readonly named: Set<string>;
}

interface Deletion {
  /** IDs of the workspaces that the deletion moves out of the project first. */
  readonly leaving: ReadonlySet<string>;
  /** Undefined for a project that is replaced. */
  readonly removed: RemovedProject | undefined;
}

/** What happens to existing projects, as planned so far. */
export class PlannedProjects {
  /** Memberships and rules of projects that exist. */
  readonly members = new ProjectMembers<ResourceKey, PlannedMember>();
  readonly #uses = new Registry<string, Use, ResourceKey>();
  readonly #deletions = new Registry<string, Deletion, ResourceKey>();
  readonly #plans = new Map<string, ProjectPlan>();
  #isNormalPlan = false;

  /**
   * Records how a resource uses an existing project. Returns false if another resource of the plan uses it in a way
   * that conflicts, because a project belongs to one resource.
   */
  use(resource: ResourceKey, projectId: string, use: Use): boolean {
    this.#uses.take(projectId, resource, use);
    // Two resources that already share a project are harmless until one of them is removed from the configuration.
    return this.#uses
      .others(projectId, resource)
      .every(({ entry }) => entry === use && (use === "keeps" || use === "deletes"));
  }

  /** Records what the code makes of an existing project. */
  recordPlan(projectId: string, plan: ProjectPlan): void {
    this.#plans.set(projectId, plan);
  }

  /** What the code makes of an existing project, as planned so far; undefined if it does not manage it. */
  planOf(projectId: string): ProjectPlan | undefined {
    return this.#plans.get(projectId);
  }

  /** Undoes the record that a resource replaces a project, which is not deleted. */
  keep(resource: ResourceKey, projectId: string): void {
    this.#uses.release(projectId, resource);
    this.#deletions.release(projectId, resource);
  }

  /**
   * Records a deletion.
   *
   * @param leaving - The workspaces that the deletion moves out of the project first.
   * @param removed - The project, if it left the code.
   */
  delete(resource: ResourceKey, projectId: string, leaving: Iterable<string>, removed?: ProjectState): void {
    this.#deletions.take(projectId, resource, {
      leaving: new Set(leaving),
      removed: removed === undefined ? undefined : { prior: removed, named: new Set() },
    });
  }

  /** Whether the plan so far deletes any project. */
  get deletesAny(): boolean {
    return !this.#deletions.isEmpty;
  }

  /** Whether the plan so far deletes the project. */
  isDeleted(projectId: string): boolean {
    return this.#deletions.owner(projectId) !== undefined;
  }

  /** Whether the plan so far deletes the project without moving this workspace out first. */
  isDeletedWith(projectId: string, workspaceId: string): boolean {
    return this.#deletions.owner(projectId)?.entry.leaving.has(workspaceId) === false;
  }

  /**
   * Records that Terraform reads an object, or plans one that is in the code. A plan of `terraform destroy` does
   * neither: it only deletes objects.
   */
  sawNormalPlan(): void {
    this.#isNormalPlan = true;
  }

  /** Whether this is known not to be the plan of `terraform destroy`. */
  get isNormalPlan(): boolean {
    return this.#isNormalPlan;
  }

  /** The deletion of a project that left the code; undefined while it may be part of `terraform destroy`. */
  removed(projectId: string): RemovedProject | undefined {
    return this.#isNormalPlan ? this.#deletions.owner(projectId)?.entry.removed : undefined;
  }
}
