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

/** A project, or a reference to another value that is known only after apply. */
type Possible = ProjectReference | string;

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
    return distinct(this.#all(change, attribute));
  }

  /** The project that a data source will read during apply; several if it is one of them, none if it is not known. */
  deferred(change: PlannedChange): readonly ProjectReference[] {
    return distinct(this.#deferred(change)).projects;
  }

  #all(change: PlannedChange, attribute: string): readonly Possible[] {
    const key = `${change.address}.${attribute}`;
    // An object may refer to itself.
    if (this.#active.has(key)) return [];
    this.#active.add(key);
    try {
      return this.references.originsOf(change, attribute).flatMap((it) => this.#ofOrigin(it));
    } finally {
      this.#active.delete(key);
    }
  }

  #ofOrigin(origin: Origin): readonly Possible[] {
    if (origin.by === "local") return this.#anyNewProject();
    const { change, path, isAnyOutput } = origin;
    const found = change.mode === "data" ? this.#ofDataSource(change, path) : this.#ofResource(change);
    // Of several outputs of a module, only ids of projects fit.
    return isAnyOutput ? found.filter((it) => typeof it !== "string") : found;
  }

  #ofDataSource(change: PlannedChange, path: string): readonly Possible[] {
    if (change.type === "tfprojects_project") return this.#deferred(change);
    const named = /^\.ids(\[".*"\])$/.exec(path)?.[1];
    const name = named === undefined ? undefined : parseReference(`ids${named}`)?.[1];
    return [change.type === "tfprojects_projects" && name !== undefined ? { by: "name", name } : change.address];
  }

  #deferred(change: PlannedChange): readonly Possible[] {
    const { default: isDefault, project_id: id, name } = change.after;
    if (isDefault === true) return [{ by: "default" }];
    if (typeof id === "string") return [{ by: "id", id }];
    if (typeof name === "string") return [{ by: "name", name }];
    const found = this.#all(change, "project_id");
    return found.some((it) => typeof it !== "string") ? found : [change.address];
  }

  #ofResource(change: PlannedChange): readonly Possible[] {
    switch (change.type) {
      case "tfprojects_project":
        return isNew(change) ? [referenceTo(change)] : [];
      case "tfprojects_workspace_membership":
        // Its id is that of its project.
        return isNew(change) ? this.#all(change, "project_id") : [];
      default:
        return [change.address];
    }
  }

  #anyNewProject(): readonly Possible[] {
    const created = this.plan.changes.filter((it) => it.mode === "managed" && !it.isDeposed && isNew(it));
    return [
      ...created.filter(({ type }) => type === "tfprojects_project").map(referenceTo),
      // Projects that another provider creates.
      ...created.filter(({ type }) => type === "tfe_project").map(({ address }) => address),
    ];
  }
}

function distinct(found: readonly Possible[]): PossibleProjects {
  const projects = found.filter((it) => typeof it !== "string");
  return {
    projects: [...new Map(projects.map((it) => [JSON.stringify(it), it])).values()],
    unknown: [...new Set(found.filter((it) => typeof it === "string"))],
  };
}

function referenceTo({ address }: PlannedChange): ProjectReference {
  return { by: "address", address };
}

/** Whether its id is known only after apply. */
function isNew({ unknown }: Pick<PlannedChange, "unknown">): boolean {
  return unknown["id"] === true;
}
