import { parseReference } from "../../terraform/template";
import type { PlannedChange, TerraformPlan } from "../../terraform/plan";
import type { ProjectReference } from "../organization";
import type { Origin, PlannedReferences } from "./planned-references";

/** The projects that an attribute may refer to, if Terraform knows its value only after apply. */
export interface PossibleProjects {
  readonly projects: readonly ProjectReference[];
  /** References to other values that are known only after apply. */
  readonly unknown: readonly string[];
}

/**
 * Finds the projects that unknown ids belong to: if an expression refers to one new project, its unknown value is that
 * project's id; a local value may be any new project.
 */
export class PlannedProjects {
  readonly #active = new Set<string>();

  constructor(
    private readonly plan: TerraformPlan,
    private readonly references: PlannedReferences,
  ) {}

  /** The projects that an attribute of an object may refer to. */
  of(change: PlannedChange, attribute: string): PossibleProjects {
    const key = `${change.address}.${attribute}`;
    // An object may refer to itself.
    if (this.#active.has(key)) return NONE;
    this.#active.add(key);
    try {
      const found = union(this.references.originsOf(change, attribute).map((it) => this.#ofOrigin(it)));
      return {
        projects: [...new Map(found.projects.map((it) => [JSON.stringify(it), it])).values()],
        unknown: [...new Set(found.unknown)],
      };
    } finally {
      this.#active.delete(key);
    }
  }

  /** The project that a data source will read during apply. */
  deferred(change: PlannedChange): PossibleProjects {
    const { default: isDefault, project_id: id, name } = change.after;
    if (isDefault === true) return one({ by: "default" });
    if (typeof id === "string") return one({ by: "id", id });
    if (typeof name === "string") return one({ by: "name", name });
    const found = this.of(change, "project_id");
    return found.projects.length === 0 ? { projects: [], unknown: [change.address] } : found;
  }

  #ofOrigin(origin: Origin): PossibleProjects {
    if (origin.by === "local") return this.#anyNewProject();
    const { change, path, isAnyOutput } = origin;
    const found = change.mode === "data" ? this.#ofDataSource(change, path) : this.#ofResource(change);
    // Of several outputs of a module, only ids of projects fit.
    return isAnyOutput ? { ...found, unknown: [] } : found;
  }

  #ofDataSource(change: PlannedChange, path: string): PossibleProjects {
    if (change.type === "tfprojects_project") return this.deferred(change);
    const named = /^\.ids(\[".*"\])$/.exec(path)?.[1];
    const name = named === undefined ? undefined : parseReference(`ids${named}`)?.[1];
    return change.type === "tfprojects_projects" && name !== undefined
      ? one({ by: "name", name })
      : { projects: [], unknown: [change.address] };
  }

  #ofResource(change: PlannedChange): PossibleProjects {
    switch (change.type) {
      case "tfprojects_project":
        return isNew(change) ? one(referenceTo(change)) : NONE;
      case "tfprojects_workspace_membership":
        // Its id is that of its project.
        return isNew(change) ? this.of(change, "project_id") : NONE;
      default:
        return { projects: [], unknown: [change.address] };
    }
  }

  #anyNewProject(): PossibleProjects {
    const created = this.plan.changes.filter((it) => it.mode === "managed" && !it.isDeposed && isNew(it));
    return {
      projects: created.filter(({ type }) => type === "tfprojects_project").map(referenceTo),
      // Projects that another provider creates.
      unknown: created.filter(({ type }) => type === "tfe_project").map(({ address }) => address),
    };
  }
}

const NONE: PossibleProjects = { projects: [], unknown: [] };

function one(project: ProjectReference): PossibleProjects {
  return { projects: [project], unknown: [] };
}

function union(parts: readonly PossibleProjects[]): PossibleProjects {
  return { projects: parts.flatMap(({ projects }) => projects), unknown: parts.flatMap(({ unknown }) => unknown) };
}

function referenceTo({ address }: PlannedChange): ProjectReference {
  return { by: "address", address };
}

/** Whether its id is known only after apply. */
export function isNew({ unknown }: Pick<PlannedChange, "unknown">): boolean {
  return unknown["id"] === true;
}
