import { isResourceType, TFE_WORKSPACE } from "../../model";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import type { CreatedWorkspace, MembersAfterApply, ProjectReference } from "../organization";
import { hasTrue, isUnknownAt, type Origin, type PlannedReferences } from "./planned-references";
import { readTfeWorkspace } from "./terraform-state";

/** A project that an unknown value may be the ID of; undefined for anything else that is known only after apply. */
type PossibleProject = ProjectReference | undefined;

/** The lists of a membership, each with the attribute of a `tfe_workspace` that it has. */
export const MEMBER_LISTS = { workspace_ids: "id", workspace_names: "name" } as const;

type MemberList = keyof typeof MEMBER_LISTS;

/**
 * What an unknown member of a list may be: the workspace that a resource creates; another one, which may exist; or
 * another one unless those that are created explain all members.
 */
type PossibleMember = { readonly created: string } | "other" | "unlikely";

/** Finds the projects and workspaces that values are, or may be, which Terraform knows only after apply. */
export class PlannedUnknowns {
  readonly #active = new Set<string>();
  /** The resources that create a workspace. */
  readonly #creations: readonly PlannedChange[];
  /* What a local value may be, which the plan does not tell: found once for all that refer to one. */
  readonly #localMembers = new Map<"id" | "name", readonly PossibleMember[]>();
  #localProjects: readonly PossibleProject[] | undefined;

  constructor(
    private readonly plan: TerraformPlan,
    private readonly references: PlannedReferences,
  ) {
    this.#creations = plan.changes.filter(createsWorkspace);
  }

  /**
   * The project that an attribute of an object refers to, if it can be only one: if its expression refers to one new
   * project, the unknown value is that project's ID; a local value may be any new project.
   */
  projectOf(change: PlannedChange, attribute: string): ProjectReference | undefined {
    const [project, ...others] = distinct(this.#projectsOf(change, attribute));
    return others.length === 0 ? project : undefined;
  }

  /** The project that a data source will read during apply; several if it is one of them, none if it is not known. */
  projectsReadBy(change: PlannedChange): readonly ProjectReference[] {
    return distinct(this.#projectsReadBy(change)).filter((it) => it !== undefined);
  }

  /** The workspaces that the plan creates, with the organizations of those that have one. */
  get createdWorkspaces(): readonly (CreatedWorkspace & { readonly organization: string | undefined })[] {
    return this.#creations.map(({ address, after, sensitive }) => {
      const { name, organization } = readTfeWorkspace(after);
      return { address, organization, name: hasTrue(sensitive["name"]) ? undefined : name };
    });
  }

  /**
   * The members of a membership that Terraform knows only after apply; undefined if it knows all of them. The known
   * ones, such as literal ids, are in the plan, and so is the number of the others, unless the code selects them by
   * what is not known.
   */
  membersOf(membership: PlannedChange): MembersAfterApply | undefined {
    const parts = LISTS.filter(
      (list) => hasTrue(membership.unknown[list]) && this.references.isSet(membership, list),
    ).map((list) => this.#membersIn(membership, list));
    if (parts.length === 0) return undefined;
    const counts = parts.flatMap(({ count }) => count ?? []);
    return {
      count: counts.length === parts.length ? counts.reduce((sum, count) => sum + count, 0) : undefined,
      created: distinct(parts.flatMap(({ created }) => created)),
      dependsOn: distinct(parts.flatMap(({ dependsOn }) => dependsOn)),
    };
  }

  #projectsOf(change: PlannedChange, attribute: string): readonly PossibleProject[] {
    const key = `${change.address}.${attribute}`;
    // An object may refer to itself.
    if (this.#active.has(key)) return [];
    this.#active.add(key);
    try {
      return this.references.originsOf(change, attribute).flatMap((it) => this.#projectsFrom(it));
    } finally {
      this.#active.delete(key);
    }
  }

  #projectsFrom(origin: Origin): readonly PossibleProject[] {
    if (origin === "local") return (this.#localProjects ??= this.#newProjects());
    const { change, path, isAnyOutput } = origin;
    const found = change.mode === "data" ? this.#projectsInData(change, path) : this.#projectsInResource(change);
    // Of several outputs of a module, only ids of projects fit.
    return isAnyOutput ? found.filter((it) => it !== undefined) : found;
  }

  #projectsInData(change: PlannedChange, [attribute, name]: readonly string[]): readonly PossibleProject[] {
    if (change.type === "tfprojects_project") return this.#projectsReadBy(change);
    const isNamed = change.type === "tfprojects_projects" && attribute === "ids" && name !== undefined;
    return [isNamed ? { by: "name", name } : undefined];
  }

  #projectsReadBy(change: PlannedChange): readonly PossibleProject[] {
    const { default: isDefault, project_id: id, name } = change.after;
    if (isDefault === true) return [{ by: "default" }];
    if (typeof id === "string") return [{ by: "id", id }];
    if (typeof name === "string") return [{ by: "name", name }];
    const found = this.#projectsOf(change, "project_id");
    return found.some((it) => it !== undefined) ? found : [undefined];
  }

  #projectsInResource(change: PlannedChange): readonly PossibleProject[] {
    switch (change.type) {
      case "tfprojects_project":
        return isNew(change) ? [{ by: "address", address: change.address }] : [];
      case "tfprojects_workspace_membership":
        // Its id is that of its project.
        return isNew(change) ? this.#projectsOf(change, "project_id") : [];
      default:
        return [undefined];
    }
  }

  /** The first two new projects, also of another provider: they show whether there is only one. */
  #newProjects(): readonly PossibleProject[] {
    return this.plan.changes
      .filter((it) => it.mode === "managed" && !it.isDeposed && isNew(it))
      .flatMap(({ type, address }): readonly PossibleProject[] => {
        if (type === "tfprojects_project") return [{ by: "address", address }];
        return type === "tfe_project" ? [undefined] : [];
      })
      .slice(0, 2);
  }

  #membersIn(membership: PlannedChange, list: MemberList): MembersAfterApply {
    const marks = membership.unknown[list];
    const count = Array.isArray(marks) ? marks.filter(hasTrue).length : undefined;
    const origins = this.references.originsOf(membership, list);
    const members = origins.flatMap((it) => this.#membersFrom(it, MEMBER_LISTS[list]));
    const created = distinct(members.flatMap((it) => (typeof it === "object" ? it.created : [])));
    const hasOthers = members.includes("other") || (members.includes("unlikely") && count !== created.length);
    // If all of a list is unknown, so are members of it that exist. More than are created come from somewhere else.
    if (!hasOthers && count !== undefined && count <= created.length) return { count, created, dependsOn: [] };
    const references = this.references.referencesOf(membership, list);
    return { count, created, dependsOn: references.length === 0 ? [`${membership.address}.${list}`] : references };
  }

  /** @param attribute - The one of workspaces that is meant. */
  #membersFrom(origin: Origin, attribute: "id" | "name"): readonly PossibleMember[] {
    if (origin === "local") return this.#membersInLocal(attribute);
    const { change, path, isAnyOutput } = origin;
    const { address, mode, type, unknown } = change;
    // Of several outputs of a module, probably another one is meant.
    const other = isAnyOutput ? "unlikely" : "other";
    if (mode === "data") return [other];
    if (type === TFE_WORKSPACE && (path[0] ?? attribute) === attribute) {
      if (unknown[attribute] !== true) return [];
      return [createsWorkspace(change) ? { created: address } : other];
    }
    // No id or name of a project is a workspace, nor is any other attribute of one.
    const isNone = type === "tfprojects_project" || (isAnyOutput && type === TFE_WORKSPACE);
    return isNone || !isUnknownAt(unknown, path) ? [] : [other];
  }

  #membersInLocal(attribute: "id" | "name"): readonly PossibleMember[] {
    let members = this.#localMembers.get(attribute);
    if (members === undefined) {
      const created = this.#creations.filter(({ unknown }) => unknown[attribute] === true);
      members = created.map(({ address }) => ({ created: address }));
      if (this.plan.changes.some(mayHaveWorkspace)) members = [...members, "other"];
      this.#localMembers.set(attribute, members);
    }
    return members;
  }
}

const LISTS: readonly MemberList[] = ["workspace_ids", "workspace_names"];

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((it) => [JSON.stringify(it), it])).values()];
}

/** Whether its id is known only after apply. */
function isNew({ unknown }: Pick<PlannedChange, "unknown">): boolean {
  return unknown["id"] === true;
}

function createsWorkspace({ mode, type, action, isDeposed }: PlannedChange): boolean {
  const isCreated = action === "create" || action === "replace" || action === "create-forget";
  return mode === "managed" && type === TFE_WORKSPACE && isCreated && !isDeposed;
}

/** Whether an unknown value of an object may be that of a workspace that exists. */
function mayHaveWorkspace(change: PlannedChange): boolean {
  const { mode, type, action, unknown } = change;
  if (mode === "data") return action === "read";
  // Nothing that is unknown of the provider's own resources is a workspace.
  return !createsWorkspace(change) && !isResourceType(type) && hasTrue(unknown);
}
