import { indexBy } from "../../lists";
import { sameName, problemAt, type Diagnostic } from "../../model";
import { inStack, parseAddress } from "../../terraform/address";
import { isOwn } from "../../model/provider-address";
import { formatList, quote } from "../../reconcile/text";
import { shownSource } from "../../source";
import { droppedAssignments } from "./assigned-objects";
import { inStateOf, type MutableOrganization } from "./organizations";
import type { StateMoves } from "./state-moves";
import {
  isRecordedObject,
  notStateOf,
  resourceAt,
  type OwnObject,
  type ProjectWithSettings,
  type RecordedObject,
  type StateObject,
  type TerraformState,
  type TfeWorkspaceObject,
} from "./terraform-state";

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
  /** Called modules may have them, too. Those that Terraform replaces or deletes are left out. */
  readonly tfeWorkspaces: readonly TfeWorkspaceObject[];
  readonly #own: readonly Exclude<StateObject, TfeWorkspaceObject>[];
  readonly #ownAt: ReadonlyMap<string, StateObject>;
  /** The ids of workspaces, by resource; of several instances the first. */
  readonly #workspaceIdAt: ReadonlyMap<string, string | undefined>;

  /** @param modules - Names of called modules, which are not read. */
  constructor(
    private readonly state: TerraformState,
    moves: StateMoves,
    modules: ReadonlySet<string>,
  ) {
    const occupied = new Set(state.objects.map(({ address }) => address));
    const current = state.objects
      .map((object) => at(moves.currentAddress(object.address, occupied), object))
      .filter(({ address }) => !moves.isForgotten(address));
    this.#own = current
      .filter((it) => it.kind !== "tfe-workspace")
      .filter(({ module }) => module === undefined || !modules.has(module));
    this.#ownAt = indexBy(this.#own, ({ address }) => address);
    this.tfeWorkspaces = current.filter((it) => it.kind === "tfe-workspace").filter(({ status }) => status === "ok");
    const ofRoot = this.tfeWorkspaces.filter(({ module }) => module === undefined);
    this.#workspaceIdAt = new Map(ofRoot.toReversed().map(({ resource, id }) => [resource, id]));
  }

  /** The id of the workspace that a `tfe_workspace` with one instance has. */
  workspaceIdAt(address: string): string | undefined {
    return this.#workspaceIdAt.get(address);
  }

  projectAt(address: string): ProjectWithSettings | undefined {
    const found = this.#ownAt.get(address);
    return found?.kind === "project" ? found : undefined;
  }

  /** Whether it has a membership, or what assigns objects, at an address. */
  has(address: string): boolean {
    const kind = this.#ownAt.get(address)?.kind;
    return kind === "membership" || kind === "assignments";
  }

  /**
   * Checks that the state may be that of a module.
   *
   * @param inCode - The organizations of its resources; undefined for those that only Terraform knows.
   * @throws UserError when all objects are in other organizations.
   */
  checkOrganizations(module: string, inCode: readonly (string | undefined)[]): void {
    const { source, objects } = this.state;
    const inState = objects.filter(isRecordedObject).map(({ organization }) => organization);
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
  addTo(stack: string | undefined, codeOf: (object: RecordedObject) => ObjectInCode): readonly Diagnostic[] {
    return this.#own.flatMap((object) => {
      const address = inStack(stack, object.address);
      const problems = object.kind === "unsupported" ? [object.message] : addObject(object, address, codeOf(object));
      return problems.map((message) => problemAt(address, message));
    });
  }
}

/** Adds an object to its organization. Returns why only Terraform can handle it. */
function addObject(
  object: RecordedObject,
  address: string,
  { organization, isInCode }: ObjectInCode,
): readonly string[] {
  const problems: string[] = [];
  const { kind, status, resource, providerAlias } = object;
  if (!isOwn(parseAddress(resource)?.type)) problems.push(OTHER_TYPE);
  if (organization === undefined) problems.push(providerNotPresent(providerAlias));
  if (status === "deposed") problems.push(DEPOSED);
  // An object that was removed from the code is destroyed, tainted or not.
  if (status === "tainted" && isInCode && kind === "project") problems.push(taintedMessage(object.address));
  if (organization !== undefined) addInState(organization, { ...object, address }, isInCode);
  return problems;
}

/** Adds what Terraform has recorded to its organization. A project that is in the code is not dropped. */
export function addInState(organization: MutableOrganization, object: OwnObject, isInCode: boolean): void {
  if (object.kind === "membership") inStateOf(organization).memberships.push(object);
  else if (object.kind === "assignments") (organization.assignments ??= []).push(...droppedAssignments(object));
  else if (!isInCode) inStateOf(organization).droppedProjects.push(object);
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
function at(address: string, object: StateObject): StateObject {
  const place = parseAddress(address);
  if (place === undefined || address === object.address) return object;
  return { ...object, address, ...resourceAt(place) };
}
