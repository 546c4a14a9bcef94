import type { NewPolicySet, NewVariableSet } from "../store/applied-sets";
import { checkPolicySet, checkVariableSet, createPolicySet, createVariableSet } from "../store/applied-sets";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";

/** A new variable set, without variables. */
export interface CreateVariableSetOptions extends NewVariableSet {
  readonly organization: string;
}

/** A new policy set, without policies. */
export interface CreatePolicySetOptions extends NewPolicySet {
  readonly organization: string;
}

/** Variable sets, changed out of band. */
export class VariableSetControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /**
   * Creates a variable set.
   *
   * @throws ControlError if the name is taken or invalid, or a project or workspace does not exist
   */
  create(options: CreateVariableSetOptions): { readonly id: string } {
    const { store, commit } = this.#context;
    const organization = this.#context.organization(options.organization);
    checkTargets(this.#context, options);
    if (options.ownerProjectId !== undefined) this.#context.project(options.ownerProjectId);
    rejectInvalid(`variableSets.create(${options.name})`, checkVariableSet(store, organization.id, options));
    const { id } = createVariableSet(store, organization, options);
    commit();
    return { id };
  }

  /** Deletes a variable set. @throws ControlError if it does not exist */
  delete(id: string): void {
    this.#context.store.variableSets.remove(this.#context.variableSet(id).id);
    this.#context.commit();
  }
}

/** Policy sets, changed out of band. */
export class PolicySetControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /**
   * Creates a policy set.
   *
   * @throws ControlError if the name is taken or invalid, or a project or workspace does not exist
   */
  create(options: CreatePolicySetOptions): { readonly id: string } {
    const { store, commit } = this.#context;
    const organization = this.#context.organization(options.organization);
    checkTargets(this.#context, options);
    checkTargets(this.#context, {
      projectIds: options.excludedProjectIds,
      workspaceIds: options.excludedWorkspaceIds,
    });
    rejectInvalid(`policySets.create(${options.name})`, checkPolicySet(store, organization.id, options));
    const { id } = createPolicySet(store, organization, options);
    commit();
    return { id };
  }

  /** Deletes a policy set. @throws ControlError if it does not exist */
  delete(id: string): void {
    this.#context.store.policySets.remove(this.#context.policySet(id).id);
    this.#context.commit();
  }
}

/** @throws ControlError for a project or workspace that does not exist. */
function checkTargets(
  context: ControlContext,
  { projectIds = [], workspaceIds = [] }: Pick<NewVariableSet, "projectIds" | "workspaceIds">,
): void {
  for (const id of projectIds) context.project(id);
  for (const id of workspaceIds) context.workspace(id);
}
