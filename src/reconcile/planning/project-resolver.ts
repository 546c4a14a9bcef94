import { nameKey, type Project } from "../../model";
import type { ActualOrganization } from "../actual";
import type { DesiredProject, ProjectReference } from "../desired";
import type { Identity } from "./identity";

/** A project that a reference of the code means: one that is there, or one that the plan creates. */
export type ResolvedProject =
  { readonly kind: "existing"; readonly project: Project } | { readonly kind: "new"; readonly code: DesiredProject };

/** Tells which project a reference means; undefined when the organization has none such. */
export class ProjectResolver {
  readonly #code: ReadonlyMap<string, DesiredProject>;
  readonly #codeByName: ReadonlyMap<string, DesiredProject>;
  readonly #codeById: ReadonlyMap<string, DesiredProject>;
  readonly #byId: ReadonlyMap<string, Project>;
  readonly #byName: ReadonlyMap<string, Project>;

  constructor(
    code: readonly DesiredProject[],
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
  resolve(reference: ProjectReference): ResolvedProject | undefined {
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
          (this.renamedTo(reference.name) === undefined
            ? existing(this.#byName.get(nameKey(reference.name)))
            : undefined)
        );
    }
  }

  /** The project of the code that has this name now, and gets another. */
  renamedTo(name: string): DesiredProject | undefined {
    const project = this.#byName.get(nameKey(name));
    const code = project === undefined ? undefined : this.#codeById.get(project.id);
    return code === undefined || nameKey(code.name) === nameKey(name) ? undefined : code;
  }

  #ofCode(code: DesiredProject | undefined): ResolvedProject | undefined {
    if (code === undefined) return undefined;
    return existing(this.identity.get(code.address)) ?? { kind: "new", code };
  }
}

/** What tells a project that is meant from all others. */
export function resolvedKey(resolved: ResolvedProject): string {
  return resolved.kind === "existing" ? resolved.project.id : resolved.code.address;
}

function entry(project: Project | undefined, code: DesiredProject): [string, DesiredProject][] {
  return project === undefined ? [] : [[project.id, code]];
}

function existing(project: Project | undefined): ResolvedProject | undefined {
  return project === undefined ? undefined : { kind: "existing", project };
}
