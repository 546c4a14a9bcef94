import { nameKey, type Project } from "../../model";
import type { ActualOrganization } from "../actual";
import type { CodeProject, ProjectReference } from "../desired";
import type { Identity } from "./identity";

/** A project that a reference of the code means: one that is there, or one that the plan creates. */
export type Meant =
  { readonly kind: "existing"; readonly project: Project } | { readonly kind: "new"; readonly code: CodeProject };

/** Tells which project a reference means; undefined when the organization has none such. */
export class ProjectsMeant {
  readonly #code: ReadonlyMap<string, CodeProject>;
  readonly #codeByName: ReadonlyMap<string, CodeProject>;
  readonly #codeById: ReadonlyMap<string, CodeProject>;
  readonly #byId: ReadonlyMap<string, Project>;
  readonly #byName: ReadonlyMap<string, Project>;

  constructor(
    code: readonly CodeProject[],
    private readonly identity: Identity,
    private readonly actual: ActualOrganization,
  ) {
    this.#code = new Map(code.map((project) => [project.address, project]));
    this.#codeByName = new Map(code.map((project) => [nameKey(project.name), project]));
    this.#codeById = new Map(code.flatMap((project) => entry(identity.get(project.address), project)));
    this.#byId = new Map(actual.projects.map((project) => [project.id, project]));
    this.#byName = new Map(actual.projects.map((project) => [nameKey(project.name), project]));
  }

  /** The project that the reference means when the plan is done. */
  by(reference: ProjectReference): Meant | undefined {
    switch (reference.by) {
      case "address":
        return this.#ofCode(this.#code.get(reference.address));
      case "id":
        return existing(this.#byId.get(reference.id));
      case "default":
        return existing(this.#byId.get(this.actual.defaultProjectId));
      case "name":
        return (
          this.#ofCode(this.#codeByName.get(nameKey(reference.name))) ??
          // A name that the code takes from its project means none any more.
          (this.renamed(reference.name) === undefined ? existing(this.#byName.get(nameKey(reference.name))) : undefined)
        );
    }
  }

  /** The project of the code that has this name now, and gets another. */
  renamed(name: string): CodeProject | undefined {
    const project = this.#byName.get(nameKey(name));
    const code = project === undefined ? undefined : this.#codeById.get(project.id);
    return code === undefined || nameKey(code.name) === nameKey(name) ? undefined : code;
  }

  #ofCode(code: CodeProject | undefined): Meant | undefined {
    if (code === undefined) return undefined;
    return existing(this.identity.get(code.address)) ?? { kind: "new", code };
  }
}

/** What tells a project that is meant from all others. */
export function meantKey(meant: Meant): string {
  return meant.kind === "existing" ? meant.project.id : meant.code.address;
}

function entry(project: Project | undefined, code: CodeProject): [string, CodeProject][] {
  return project === undefined ? [] : [[project.id, code]];
}

function existing(project: Project | undefined): Meant | undefined {
  return project === undefined ? undefined : { kind: "existing", project };
}
