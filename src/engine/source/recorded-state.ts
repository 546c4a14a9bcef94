import { inStack } from "../../terraform/address";
import { sameName } from "../../model";
import type { ConfigurationProblem } from "./configuration-error";
import type { RecordedMembership, RecordedProject } from "../organization";
import type { Blocks } from "./blocks";
import type { MutableOrganization, MutableRecordedObjects } from "./organizations";
import type {
  Recorded,
  RecordedTfeWorkspace,
  StoredProject,
  TerraformState,
  UnsupportedObject,
} from "./terraform-state";

/** What the code of a module says about the objects of its state. */
export interface RecordedContext {
  /** Of an app that has several: addresses begin with it. */
  readonly stack: string | undefined;
  /** Address in the module → organization of the resource of the code there; undefined if it has none. */
  readonly organizationAt: (address: string) => string | undefined;
  /** What is recorded of the organization that an object belongs to. */
  readonly recordedIn: (object: Recorded<RecordedProject | RecordedMembership>) => MutableRecordedObjects;
}

/**
 * The state of a module at the addresses that the code gives its objects now: `moved` and `removed` blocks are carried
 * out, as Terraform does before it plans. Objects of called modules, which are not read, are left out.
 */
export class RecordedState {
  /** Also those of called modules; without those that Terraform replaces or deletes. */
  readonly tfeWorkspaces: readonly Recorded<RecordedTfeWorkspace>[];
  readonly #state: TerraformState;
  readonly #projects: readonly Recorded<StoredProject>[];
  readonly #memberships: readonly Recorded<RecordedMembership>[];
  readonly #unsupported: readonly Recorded<UnsupportedObject>[];
  readonly #projectByAddress: ReadonlyMap<string, StoredProject>;

  constructor(state: TerraformState, blocks: Pick<Blocks, "moved" | "forgotten" | "modules">) {
    const { projects, memberships, tfeWorkspaces, unsupported } = state;
    const occupied = new Set([...projects, ...memberships].map(({ address }) => address));
    const current = <T extends Recorded<{ readonly address: string }>>(objects: readonly T[]): readonly T[] =>
      objects
        .filter(({ module }) => module === undefined || !blocks.modules.includes(module))
        .map((object) => ({ ...object, address: movedAddress(object.address, blocks.moved, occupied) }))
        .filter(({ address }) => !blocks.forgotten.has(address));
    this.#state = state;
    this.#projects = current(projects);
    this.#memberships = current(memberships);
    this.#unsupported = current(unsupported);
    this.#projectByAddress = new Map(this.#projects.map((project) => [project.address, project]));
    const workspaceResources = new Set(tfeWorkspaces.map(({ resource }) => resource));
    this.tfeWorkspaces = tfeWorkspaces
      .filter(({ status }) => status === "ok")
      .map((it) => ({ ...it, resource: movedAddress(it.resource, blocks.moved, workspaceResources) }));
  }

  /** The id of the workspace that a `tfe_workspace` with one instance has. */
  workspaceIdAt(address: string): string | undefined {
    return this.tfeWorkspaces.find((it) => it.resource === address && it.module === undefined)?.id;
  }

  projectAt(address: string): StoredProject | undefined {
    return this.#projectByAddress.get(address);
  }

  /** What is recorded of an organization, with this state among its states. */
  recordedOf(organization: MutableOrganization): MutableRecordedObjects {
    const { source, lineage, serial } = this.#state;
    const recorded = (organization.recorded ??= { states: [], droppedProjects: [], memberships: [] });
    if (!recorded.states.some((it) => it.source === source)) recorded.states.push({ source, lineage, serial });
    return recorded;
  }

  /** Adds the objects to their organizations. Returns those that only Terraform can handle. */
  addTo({ stack, organizationAt, recordedIn }: RecordedContext): readonly ConfigurationProblem[] {
    const problems: ConfigurationProblem[] = [];
    const qualified = <T extends RecordedProject | RecordedMembership>(object: T): T => {
      return { ...object, address: inStack(stack, object.address) };
    };
    for (const project of this.#projects) {
      const recorded = recordedIn(project);
      const inCode = organizationAt(project.address);
      const isInCode = inCode !== undefined && sameName(inCode, project.organization);
      // An object that was removed from the code is destroyed, tainted or not.
      if (project.status === "deposed" || (project.status === "tainted" && isInCode)) {
        problems.push(problemOf(project, stack));
      }
      if (!isInCode) recorded.droppedProjects.push(qualified(project));
    }
    for (const membership of this.#memberships) {
      if (membership.status === "deposed") problems.push(problemOf(membership, stack));
      recordedIn(membership).memberships.push(qualified(membership));
    }
    for (const { address, message } of this.#unsupported) problems.push({ where: inStack(stack, address), message });
    return problems;
  }
}

function problemOf(
  { address, status }: Recorded<RecordedProject | RecordedMembership>,
  stack: string | undefined,
): ConfigurationProblem {
  return { where: inStack(stack, address), message: status === "tainted" ? taintedMessage(address) : DEPOSED };
}

/** About a project that Terraform would replace. */
export function taintedMessage(address: string): string {
  return (
    `It is tainted in the state, so Terraform would replace it. ` +
    `To keep it, run \`terraform untaint ${address}\`; to replace it, run \`terraform apply\`.`
  );
}

/** About an object that Terraform would delete. */
export const DEPOSED =
  "The state has a deposed object of it, left by a failed replacement. Run `terraform apply` to delete it.";

/** Follows `moved` blocks. An object stays where it is if another one, which does not move, has the new address. */
function movedAddress(address: string, moved: ReadonlyMap<string, string>, occupied: ReadonlySet<string>): string {
  const visited = new Set([address]);
  let current = address;
  for (let next = moved.get(current); next !== undefined && !visited.has(next); next = moved.get(current)) {
    if (occupied.has(next) && !moved.has(next)) return address;
    visited.add(next);
    current = next;
  }
  return current;
}
