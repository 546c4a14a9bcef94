import { isResourceType, TFE_WORKSPACE } from "../../model";
import { parseReference } from "../../terraform/template";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import type { CreatedWorkspace, MembersAfterApply } from "../organization";
import { hasTrue, isUnknownAt, type Origin, type PlannedReferences } from "./planned-references";
import { readTfeWorkspace } from "./terraform-state";

/** The lists of a membership, each with the attribute of a `tfe_workspace` that it has. */
export const MEMBER_LISTS = { workspace_ids: "id", workspace_names: "name" } as const;

type MemberList = keyof typeof MEMBER_LISTS;

/** What unknown members of a list may come from: the address of a resource, or another reference. */
interface Source {
  readonly from: string;
  /** `unlikely`: they come from it unless the others explain all of them. */
  readonly kind: "created" | "other" | "unlikely";
}

/**
 * Finds the workspaces of memberships that Terraform knows only after apply. Those that are known, such as literal ids,
 * are in the plan, and so is the number of the others, unless the code selects them by what is not known.
 */
export class PlannedWorkspaces {
  /** The resources that create a workspace. */
  readonly #creations: readonly PlannedChange[];

  constructor(
    private readonly plan: TerraformPlan,
    private readonly references: PlannedReferences,
  ) {
    this.#creations = plan.changes.filter(createsWorkspace);
  }

  /** The workspaces that the plan creates, with the organizations of those that have one. */
  get created(): readonly (CreatedWorkspace & { readonly organization: string | undefined })[] {
    return this.#creations.map(({ address, after, sensitive }) => {
      const { name, organization } = readTfeWorkspace(address, after);
      return { address, organization, name: hasTrue(sensitive["name"]) ? undefined : name };
    });
  }

  /** The members of a membership that Terraform knows only after apply; undefined if it knows all of them. */
  of(membership: PlannedChange): MembersAfterApply | undefined {
    const parts = LISTS.filter(
      (list) => hasTrue(membership.unknown[list]) && this.references.isSet(membership, list),
    ).map((list) => this.#ofList(membership, list));
    if (parts.length === 0) return undefined;
    const counts = parts.flatMap(({ count }) => count ?? []);
    return {
      count: counts.length === parts.length ? counts.reduce((sum, count) => sum + count, 0) : undefined,
      created: [...new Set(parts.flatMap(({ created }) => created))],
      dependsOn: [...new Set(parts.flatMap(({ dependsOn }) => dependsOn))],
    };
  }

  #ofList(membership: PlannedChange, list: MemberList): MembersAfterApply {
    const marks = membership.unknown[list];
    const count = Array.isArray(marks) ? marks.filter(hasTrue).length : undefined;
    const origins = this.references.originsOf(membership, list);
    const sources = origins.flatMap((it) => this.#ofOrigin(it, MEMBER_LISTS[list]));
    const ofKind = (kind: Source["kind"]) => sources.filter((it) => it.kind === kind).map(({ from }) => from);
    const created = [...new Set(ofKind("created"))];
    const dependsOn = [...ofKind("other"), ...(count === created.length ? [] : ofKind("unlikely"))];
    // If all of a list is unknown, so are members of it that exist. More than are created come from somewhere else.
    const isExplained = dependsOn.length > 0 || (count !== undefined && count <= created.length);
    const references = this.references.referencesOf(membership, list);
    const others = references.length === 0 ? [`${membership.address}.${list}`] : references;
    return { count, created, dependsOn: isExplained ? dependsOn : others };
  }

  /** @param attribute - The one of workspaces that is meant. */
  #ofOrigin(origin: Origin, attribute: "id" | "name"): readonly Source[] {
    if (origin.by === "local") {
      const created = this.#creations.filter(({ unknown }) => unknown[attribute] === true);
      return [
        ...created.map(({ address }) => ({ from: address, kind: "created" }) as const),
        ...(this.#hasOtherUnknowns() ? [{ from: origin.reference, kind: "other" } as const] : []),
      ];
    }
    const { change, path, isAnyOutput } = origin;
    const { address, mode, type, unknown } = change;
    // Of several outputs of a module, probably another one is meant.
    const kind = isAnyOutput ? "unlikely" : "other";
    if (mode === "data") return [{ from: address, kind }];
    const steps = parseReference(`it${path}`)?.slice(1) ?? [];
    if (type === TFE_WORKSPACE && (steps[0] ?? attribute) === attribute) {
      if (unknown[attribute] !== true) return [];
      return [{ from: address, kind: createsWorkspace(change) ? "created" : kind }];
    }
    // No id or name of a project is a workspace, nor is any other attribute of one.
    const isNone = type === "tfprojects_project" || (isAnyOutput && type === TFE_WORKSPACE);
    return isNone || !isUnknownAt(unknown, steps) ? [] : [{ from: `${address}${path}`, kind }];
  }

  /** Whether the plan has other unknown values, which may be those of workspaces that exist. */
  #hasOtherUnknowns(): boolean {
    return this.plan.changes.some((change) => {
      const { mode, type, action, unknown } = change;
      if (mode === "data") return action === "read";
      // Nothing that is unknown of the provider's own resources is a workspace.
      return !createsWorkspace(change) && !isResourceType(type) && hasTrue(unknown);
    });
  }
}

const LISTS: readonly MemberList[] = ["workspace_ids", "workspace_names"];

function createsWorkspace({ mode, type, action, isDeposed }: PlannedChange): boolean {
  const isNew = action === "create" || action === "replace" || action === "create-forget";
  return mode === "managed" && type === TFE_WORKSPACE && isNew && !isDeposed;
}
