import { inStack, parseAddress } from "../../terraform/address";
import { sameName } from "../../model";
import { isOwn } from "../../model/provider-address";
import type { ConfigurationProblem } from "../configuration-error";
import type { AssignmentsInState, MembershipInState, ProjectInState } from "../organization";
import { indexBy } from "../../reconcile/lists";
import { quote } from "../../reconcile/text";
import { droppedAssignments } from "./assigned-objects";
import type { MutableOrganization, MutableObjectsInState } from "./organizations";
import type { StateMoves } from "./state-moves";
import {
  locationOf,
  type InState,
  type TfeWorkspaceInState,
  type ProjectWithSettings,
  type TerraformState,
} from "./terraform-state";

/** An object of this provider in a state. */
type ObjectInState = ProjectInState | MembershipInState | AssignmentsInState;

/** What the code of a module says about the objects of its state. */
export interface CodeOfModule {
  /** Of an app that has several: addresses begin with it. */
  readonly stack: string | undefined;
  /** Address in the module → organization of the resource of the code there; undefined if it has none. */
  readonly organizationAt: (address: string) => string | undefined;
  /** The organization that an object belongs to; undefined if the code has no such provider. */
  readonly organizationWith: (object: InState<ObjectInState>) => MutableOrganization | undefined;
}

/**
 * The state of a module at the addresses that the code gives its objects now: `moved` and `removed` blocks are carried
 * out, as Terraform does before it plans. Objects of called modules, which are not read, are left out.
 */
export class StateOfModule {
  /** Also those of called modules; without those that Terraform replaces or deletes. */
  readonly tfeWorkspaces: readonly InState<TfeWorkspaceInState>[];
  readonly #objects: Pick<TerraformState, "projects" | "memberships" | "assignments" | "unsupported">;
  readonly #projectAt: ReadonlyMap<string, ProjectWithSettings>;

  /** @param modules - Names of called modules, which are not read. */
  constructor(
    private readonly state: TerraformState,
    moves: StateMoves,
    modules: readonly string[],
  ) {
    const { projects, memberships, assignments, tfeWorkspaces, unsupported } = state;
    const all = [...projects, ...memberships, ...assignments, ...tfeWorkspaces];
    const occupied = new Set(all.map(({ address }) => address));
    const current = <T extends InState<{ readonly address: string }>>(objects: readonly T[]): readonly T[] =>
      objects
        .map((object) => at(moves.currentAddress(object.address, occupied), object))
        .filter(({ address }) => !moves.isForgotten(address));
    const read = <T extends InState<{ readonly address: string }>>(objects: readonly T[]): readonly T[] =>
      current(objects).filter(({ module }) => module === undefined || !modules.includes(module));
    this.#objects = {
      projects: read(projects),
      memberships: read(memberships),
      assignments: read(assignments),
      unsupported: read(unsupported),
    };
    this.#projectAt = indexBy(this.#objects.projects, ({ address }) => address);
    this.tfeWorkspaces = current(tfeWorkspaces.filter(({ status }) => status === "ok"));
  }

  /** The id of the workspace that a `tfe_workspace` with one instance has. */
  workspaceIdAt(address: string): string | undefined {
    return this.tfeWorkspaces.find((it) => it.resource === address && it.module === undefined)?.id;
  }

  projectAt(address: string): ProjectWithSettings | undefined {
    return this.#projectAt.get(address);
  }

  /** Whether it has a membership, or what assigns objects, at an address. */
  has(address: string): boolean {
    const { memberships, assignments } = this.#objects;
    return [...memberships, ...assignments].some((it) => it.address === address);
  }

  /** What states have of an organization, this one among them. */
  inStateOf(organization: MutableOrganization): MutableObjectsInState {
    const { source, lineage, serial } = this.state;
    const inState = (organization.inState ??= { states: [], droppedProjects: [], memberships: [] });
    if (!inState.states.some((it) => it.source === source)) inState.states.push({ source, lineage, serial });
    return inState;
  }

  /** Adds the objects to their organizations. Returns those that only Terraform can handle. */
  addTo({ stack, organizationAt, organizationWith }: CodeOfModule): readonly ConfigurationProblem[] {
    const { projects, memberships, assignments, unsupported } = this.#objects;
    const problems: ConfigurationProblem[] = [];
    const report = (address: string, message: string): void => {
      problems.push({ where: inStack(stack, address), message });
    };
    for (const { address, resource } of [...projects, ...memberships, ...assignments]) {
      if (!isOwn(parseAddress(resource)?.type)) report(address, OTHER_TYPE);
    }
    const qualified = <T extends ObjectInState>(it: T): T => ({ ...it, address: inStack(stack, it.address) });
    const addEach = <T extends ObjectInState>(
      objects: readonly InState<T>[],
      add: (organization: MutableOrganization, object: InState<T>) => void,
    ): void => {
      for (const object of objects) {
        const { address, status, providerAlias } = object;
        const organization = organizationWith(object);
        if (organization === undefined) report(address, providerNotPresent(providerAlias));
        if (status === "deposed") report(address, DEPOSED);
        if (organization !== undefined) add(organization, object);
      }
    };
    addEach(projects, (organization, project) => {
      const { address, status } = project;
      const inCode = organizationAt(address);
      const isInCode = inCode !== undefined && sameName(inCode, project.organization);
      // An object that was removed from the code is destroyed, tainted or not.
      if (status === "tainted" && isInCode) report(address, taintedMessage(address));
      if (!isInCode) this.inStateOf(organization).droppedProjects.push(qualified(project));
    });
    addEach(memberships, (organization, it) => this.inStateOf(organization).memberships.push(qualified(it)));
    addEach(assignments, (organization, it) =>
      (organization.assignments ??= []).push(droppedAssignments(qualified(it))),
    );
    for (const { address, message } of unsupported) report(address, message);
    return problems;
  }
}

/** About an object whose provider in the state has no configuration in the code. */
function providerNotPresent(alias = ""): string {
  return (
    `Provider configuration not present: the state has this object with the alias ${quote(alias)} of the provider, ` +
    `and the code has no such configuration. Add it again, until the object is destroyed.`
  );
}

/** About a project that Terraform would replace. */
export function taintedMessage(address: string): string {
  return (
    `It is tainted in the state, so Terraform would replace it. ` +
    `To keep it, run \`terraform untaint ${address}\`; to replace it, run \`terraform apply\`.`
  );
}

/** About an object that a `moved` block brings to a resource of another provider. */
const OTHER_TYPE = "A `moved` block gives it another type. Only Terraform can carry that out.";

/** About an object that Terraform would delete. */
export const DEPOSED =
  "The state has a deposed object of it, left by a failed replacement. Run `terraform apply` to delete it.";

/** An object at another address. */
function at<T extends InState<{ readonly address: string }>>(address: string, object: T): T {
  const place = parseAddress(address);
  if (place === undefined || address === object.address) return object;
  return { ...object, address, ...locationOf(place) };
}
