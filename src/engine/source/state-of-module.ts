import { indexBy } from "../../lists";
import { sameName, problemAt, type Diagnostic } from "../../model";
import { inStack, parseAddress } from "../../terraform/address";
import { isOwn } from "../../model/provider-address";
import type { AssignmentsInState, MembershipInState, ProjectInState } from "../organization";
import { formatList, quote } from "../../reconcile/text";
import { shownSource } from "../../source";
import { droppedAssignments } from "./assigned-objects";
import { inStateOf, type MutableOrganization } from "./organizations";
import type { StateMoves } from "./state-moves";
import {
  notStateOf,
  resourceAt,
  type InState,
  type TfeWorkspaceInState,
  type ProjectWithSettings,
  type TerraformState,
} from "./terraform-state";

/** An object of this provider in a state. */
type ObjectInState = ProjectInState | MembershipInState | AssignmentsInState;

/** What the code of a module says about an object of its state. */
interface ObjectInCode {
  /** Whether the code has a resource in the object's organization at its address. */
  readonly isInCode: boolean;
  /** The organization that it belongs to; undefined if the code has no such provider. */
  readonly organization: MutableOrganization | undefined;
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
  /** The ids of workspaces, by resource; of several instances the first. */
  readonly #workspaceIdAt: ReadonlyMap<string, string | undefined>;
  /** The addresses of memberships, and of what assigns objects. */
  readonly #ofProjects: ReadonlySet<string>;

  /** @param modules - Names of called modules, which are not read. */
  constructor(
    private readonly state: TerraformState,
    moves: StateMoves,
    modules: ReadonlySet<string>,
  ) {
    const { projects, memberships, assignments, tfeWorkspaces, unsupported } = state;
    const all = [...projects, ...memberships, ...assignments, ...tfeWorkspaces];
    const occupied = new Set(all.map(({ address }) => address));
    const current = <T extends InState<{ readonly address: string }>>(objects: readonly T[]): readonly T[] =>
      objects
        .map((object) => at(moves.currentAddress(object.address, occupied), object))
        .filter(({ address }) => !moves.isForgotten(address));
    const read = <T extends InState<{ readonly address: string }>>(objects: readonly T[]): readonly T[] =>
      current(objects).filter(({ module }) => module === undefined || !modules.has(module));
    this.#objects = {
      projects: read(projects),
      memberships: read(memberships),
      assignments: read(assignments),
      unsupported: read(unsupported),
    };
    const own = this.#objects;
    this.#projectAt = indexBy(own.projects, ({ address }) => address);
    this.#ofProjects = new Set([...own.memberships, ...own.assignments].map(({ address }) => address));
    this.tfeWorkspaces = current(tfeWorkspaces.filter(({ status }) => status === "ok"));
    const ofRoot = this.tfeWorkspaces.filter(({ module }) => module === undefined);
    this.#workspaceIdAt = new Map(ofRoot.toReversed().map(({ resource, id }) => [resource, id]));
  }

  /** The id of the workspace that a `tfe_workspace` with one instance has. */
  workspaceIdAt(address: string): string | undefined {
    return this.#workspaceIdAt.get(address);
  }

  projectAt(address: string): ProjectWithSettings | undefined {
    return this.#projectAt.get(address);
  }

  /** Whether it has a membership, or what assigns objects, at an address. */
  has(address: string): boolean {
    return this.#ofProjects.has(address);
  }

  /**
   * Checks that the state may be that of a module.
   *
   * @param inCode - The organizations of its resources; undefined for those that only Terraform knows.
   * @throws UserError when all objects are in other organizations.
   */
  checkOrganizations(module: string, inCode: readonly (string | undefined)[]): void {
    const { source, projects, memberships, assignments } = this.state;
    const inState = [...projects, ...memberships, ...assignments].map(({ organization }) => organization);
    const known = inCode.filter((it) => it !== undefined);
    const isSame = inState.some((name) => known.some((other) => sameName(name, other)));
    if (isSame || inState.length === 0 || known.length === 0 || known.length < inCode.length) return;
    const [one, other] = [inState, known].map((names) => formatList([...new Set(names)]));
    throw notStateOf(
      module,
      `The objects in the state ${shownSource(source)} are in another organization (${one}) than the code (${other})`,
      "If it has moved to another organization, apply that with Terraform.",
    );
  }

  /** Notes that an organization was read with the state. */
  addVersionTo(organization: MutableOrganization): void {
    const { source, lineage, serial } = this.state;
    const { states } = inStateOf(organization);
    if (!states.some((it) => it.source === source)) states.push({ source, lineage, serial });
  }

  /**
   * Adds the objects to their organizations. Returns those that only Terraform can handle.
   *
   * @param stack - Of an app that has several: addresses begin with it.
   */
  addTo(stack: string | undefined, codeOf: (object: InState<ObjectInState>) => ObjectInCode): readonly Diagnostic[] {
    const { projects, memberships, assignments, unsupported } = this.#objects;
    const problems: Diagnostic[] = [];
    const report = (address: string, message: string): void => {
      problems.push(problemAt(inStack(stack, address), message));
    };
    for (const { address, resource } of [...projects, ...memberships, ...assignments]) {
      if (!isOwn(parseAddress(resource)?.type)) report(address, OTHER_TYPE);
    }
    const addEach = <T extends ObjectInState>(
      objects: readonly InState<T>[],
      add: (organization: MutableOrganization, object: T, isInCode: boolean) => void,
    ): void => {
      for (const object of objects) {
        const { address, status, providerAlias } = object;
        const { organization, isInCode } = codeOf(object);
        if (organization === undefined) report(address, providerNotPresent(providerAlias));
        if (status === "deposed") report(address, DEPOSED);
        // An object that was removed from the code is destroyed, tainted or not.
        if (status === "tainted" && isInCode && "settings" in object) report(address, taintedMessage(address));
        if (organization !== undefined) add(organization, { ...object, address: inStack(stack, address) }, isInCode);
      }
    };
    addEach(projects, (organization, it, isInCode) => {
      if (!isInCode) inStateOf(organization).droppedProjects.push(it);
    });
    addEach(memberships, (organization, it) => inStateOf(organization).memberships.push(it));
    addEach(assignments, (organization, it) => (organization.assignments ??= []).push(...droppedAssignments(it)));
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
  "The state has a deposed object of it, left by a failed replacement. Run `terraform apply`: it deletes the object, " +
  "or its error says how to keep it.";

/** An object at another address. */
function at<T extends InState<{ readonly address: string }>>(address: string, object: T): T {
  const place = parseAddress(address);
  if (place === undefined || address === object.address) return object;
  return { ...object, address, ...resourceAt(place) };
}
