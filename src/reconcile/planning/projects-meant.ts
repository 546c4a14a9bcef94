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
  readonly #byId: ReadonlyMap<string, Project>;
  readonly #byName: ReadonlyMap<string, Project>;

  constructor(
    code: readonly CodeProject[],
    private readonly identity: Identity,
    private readonly actual: ActualOrganization,
  ) {
    this.#code = new Map(code.map((project) => [project.address, project]));
    this.#codeByName = new Map(code.map((project) => [nameKey(project.name), project]));
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
          existing(this.#byName.get(nameKey(reference.name)))
        );
    }
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

function existing(project: Project | undefined): Meant | undefined {
  return project === undefined ? undefined : { kind: "existing", project };
}
