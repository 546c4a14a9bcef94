import type { ProjectState } from "../model";

/** The projects that the plan so far deletes, whose workspaces plans warn of. */
export class PlannedDeletions {
  readonly #deletions = new Map<string, { readonly prior: ProjectState; readonly named: Set<string> }>();
  #isNormalPlan = false;

  add(prior: ProjectState): void {
    this.#deletions.set(prior.id, { prior, named: new Set() });
  }

  /**
   * Terraform reads an object, or plans one with code. A plan of `terraform destroy` does neither: what it deletes did
   * not leave the code.
   */
  sawNormalPlan(): void {
    this.#isNormalPlan = true;
  }

  /** The deletion of a project that left the code; undefined as long as it may be a part of `terraform destroy`. */
  find(projectId: string): { readonly prior: ProjectState; readonly named: Set<string> } | undefined {
    return this.#isNormalPlan ? this.#deletions.get(projectId) : undefined;
  }
}
