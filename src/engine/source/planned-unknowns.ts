import { isResourceType, TFE_WORKSPACE } from "../../model";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import { parseReference } from "../../terraform/template";
import type { CreatedWorkspace, MembersAfterApply, ProjectReference } from "../organization";
import { hasTrue, isUnknownAt, type Origin, type PlannedReferences } from "./planned-references";
import { readTfeWorkspace } from "./terraform-state";

/** The projects that an attribute may refer to, if Terraform knows its value only after apply. */
export interface PossibleProjects {
  readonly projects: readonly ProjectReference[];
  /** References to other values that are known only after apply. */
  readonly unknown: readonly string[];
}

/** A project, or a reference to another value that is known only after apply. */
type PossibleProject = ProjectReference | string;

/** The lists of a membership, each with the attribute of a `tfe_workspace` that it has. */
export const MEMBER_LISTS = { workspace_ids: "id", workspace_names: "name" } as const;

type MemberList = keyof typeof MEMBER_LISTS;

/** What unknown members of a list may come from: the address of a resource, or another reference. */
interface PossibleMember {
  readonly from: string;
  /** `unlikely`: they come from it unless the others explain all of them. */
  readonly kind: "created" | "other" | "unlikely";
}

/** Finds the projects and workspaces that values are, or may be, which Terraform knows only after apply. */
export class PlannedUnknowns {
  readonly #active = new Set<string>();
  /** The resources that create a workspace. */
  readonly #creations: readonly PlannedChange[];
  /* What a local value may be, which the plan does not tell: found once for all that refer to one. */
  readonly #createdWithout: Readonly<Record<"id" | "name", readonly PossibleMember[]>>;
  #anyNewProject: PossibleProjects | undefined;
  #hasOtherUnknowns: boolean | undefined;

  constructor(
    private readonly plan: TerraformPlan,
    private readonly references: PlannedReferences,
  ) {
    this.#creations = plan.changes.filter(createsWorkspace);
    const without = (attribute: "id" | "name"): readonly PossibleMember[] =>
      this.#creations
        .filter(({ unknown }) => unknown[attribute] === true)
        .map(({ address }) => ({ from: address, kind: "created" }));
    this.#createdWithout = { id: without("id"), name: without("name") };
  }

  /**
   * The projects that an attribute of an object may refer to: if its expression refers to one new project, the unknown
   * value is that project's id; a local value may be any new project.
   */
  projectsOf(change: PlannedChange, attribute: string): PossibleProjects {
    const [origin, ...others] = this.references.originsOf(change, attribute);
    return origin?.by === "local" && others.length === 0
      ? (this.#anyNewProject ??= distinct(this.#newProjects()))
      : distinct(this.#projectsOf(change, attribute));
  }

  /** The project that a data source will read during apply; several if it is one of them, none if it is not known. */
  projectsReadBy(change: PlannedChange): readonly ProjectReference[] {
    return distinct(this.#projectsReadBy(change)).projects;
  }

  /** The workspaces that the plan creates, with the organizations of those that have one. */
  get createdWorkspaces(): readonly (CreatedWorkspace & { readonly organization: string | undefined })[] {
    return this.#creations.map(({ address, after, sensitive }) => {
      const { name, organization } = readTfeWorkspace(address, after);
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
      created: [...new Set(parts.flatMap(({ created }) => created))],
      dependsOn: [...new Set(parts.flatMap(({ dependsOn }) => dependsOn))],
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
    if (origin.by === "local") return this.#newProjects();
    const { change, path, isAnyOutput } = origin;
    const found = change.mode === "data" ? this.#projectsInData(change, path) : this.#projectsInResource(change);
    // Of several outputs of a module, only ids of projects fit.
    return isAnyOutput ? found.filter((it) => typeof it !== "string") : found;
  }

  #projectsInData(change: PlannedChange, path: string): readonly PossibleProject[] {
    if (change.type === "tfprojects_project") return this.#projectsReadBy(change);
    const [, attribute, name] = parseReference(`it${path}`) ?? [];
    const isNamed = change.type === "tfprojects_projects" && attribute === "ids" && name !== undefined;
    return [isNamed ? { by: "name", name } : change.address];
  }

  #projectsReadBy(change: PlannedChange): readonly PossibleProject[] {
    const { default: isDefault, project_id: id, name } = change.after;
    if (isDefault === true) return [{ by: "default" }];
    if (typeof id === "string") return [{ by: "id", id }];
    if (typeof name === "string") return [{ by: "name", name }];
    const found = this.#projectsOf(change, "project_id");
    return found.some((it) => typeof it !== "string") ? found : [change.address];
  }

  #projectsInResource(change: PlannedChange): readonly PossibleProject[] {
    switch (change.type) {
      case "tfprojects_project":
        return isNew(change) ? [{ by: "address", address: change.address }] : [];
      case "tfprojects_workspace_membership":
        // Its id is that of its project.
        return isNew(change) ? this.#projectsOf(change, "project_id") : [];
      default:
        return [change.address];
    }
  }

  /** All new projects, with those that another provider creates. */
  #newProjects(): readonly PossibleProject[] {
    const created = this.plan.changes.filter((it) => it.mode === "managed" && !it.isDeposed && isNew(it));
    const ofType = (wanted: string): readonly string[] =>
      created.filter(({ type }) => type === wanted).map(({ address }) => address);
    return [
      ...ofType("tfprojects_project").map((address) => ({ by: "address", address }) as const),
      ...ofType("tfe_project"),
    ];
  }

  #membersIn(membership: PlannedChange, list: MemberList): MembersAfterApply {
    const marks = membership.unknown[list];
    const count = Array.isArray(marks) ? marks.filter(hasTrue).length : undefined;
    const origins = this.references.originsOf(membership, list);
    const sources = origins.flatMap((it) => this.#membersFrom(it, MEMBER_LISTS[list]));
    const ofKind = (kind: PossibleMember["kind"]) => sources.filter((it) => it.kind === kind).map(({ from }) => from);
    const created = [...new Set(ofKind("created"))];
    const dependsOn = [...ofKind("other"), ...(count === created.length ? [] : ofKind("unlikely"))];
    // If all of a list is unknown, so are members of it that exist. More than are created come from somewhere else.
    const isExplained = dependsOn.length > 0 || (count !== undefined && count <= created.length);
    const references = this.references.referencesOf(membership, list);
    const others = references.length === 0 ? [`${membership.address}.${list}`] : references;
    return { count, created, dependsOn: isExplained ? dependsOn : others };
  }

  /** @param attribute - The one of workspaces that is meant. */
  #membersFrom(origin: Origin, attribute: "id" | "name"): readonly PossibleMember[] {
    if (origin.by === "local") {
      const created = this.#createdWithout[attribute];
      this.#hasOtherUnknowns ??= this.#findOtherUnknowns();
      return this.#hasOtherUnknowns ? [...created, { from: origin.reference, kind: "other" }] : created;
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
  #findOtherUnknowns(): boolean {
    return this.plan.changes.some((change) => {
      const { mode, type, action, unknown } = change;
      if (mode === "data") return action === "read";
      // Nothing that is unknown of the provider's own resources is a workspace.
      return !createsWorkspace(change) && !isResourceType(type) && hasTrue(unknown);
    });
  }
}

const LISTS: readonly MemberList[] = ["workspace_ids", "workspace_names"];

function distinct(found: readonly PossibleProject[]): PossibleProjects {
  const projects = found.filter((it) => typeof it !== "string");
  return {
    projects: [...new Map(projects.map((it) => [JSON.stringify(it), it])).values()],
    unknown: [...new Set(found.filter((it) => typeof it === "string"))],
  };
}

/** Whether its id is known only after apply. */
function isNew({ unknown }: Pick<PlannedChange, "unknown">): boolean {
  return unknown["id"] === true;
}

function createsWorkspace({ mode, type, action, isDeposed }: PlannedChange): boolean {
  const isCreated = action === "create" || action === "replace" || action === "create-forget";
  return mode === "managed" && type === TFE_WORKSPACE && isCreated && !isDeposed;
}
