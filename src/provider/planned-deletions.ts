import type { ProjectState } from "../model";

/** The projects that the plan so far deletes. */
export class PlannedDeletions {
  readonly #deletions = new Map<string, { readonly prior: ProjectState; readonly named: Set<string> }>();
  #isNormalPlan = false;

  add(prior: ProjectState): void {
    this.#deletions.set(prior.id, { prior, named: new Set() });
  }

  /**
   * Records that Terraform reads an object, or plans one that is in the code. A plan of `terraform destroy` does
   * neither: it only deletes objects.
   */
  sawNormalPlan(): void {
    this.#isNormalPlan = true;
  }

  /** The deletion of a project that left the code; undefined while it may be part of `terraform destroy`. */
  find(projectId: string): { readonly prior: ProjectState; readonly named: Set<string> } | undefined {
    return this.#isNormalPlan ? this.#deletions.get(projectId) : undefined;
  }
}
