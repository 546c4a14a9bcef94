import { nameKey, type Project } from "../../model";
import { indexBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredProject, ProjectReference } from "../organization";
import type { ProjectTarget } from "./action";

/** Resolves references to projects. */
export class ProjectResolver {
  readonly #byAddress: ReadonlyMap<string, DesiredProject>;
  readonly #codeByName: ReadonlyMap<string, DesiredProject>;
  readonly #codeById: ReadonlyMap<string, DesiredProject>;
  readonly #byId: ReadonlyMap<string, Project>;
  readonly #byName: ReadonlyMap<string, Project>;

  constructor(
    code: readonly DesiredProject[],
    private readonly identity: ReadonlyMap<string, Project>,
    private readonly actual: ActualOrganization,
  ) {
    this.#byAddress = indexBy(code, (project) => project.address);
    this.#codeByName = indexBy(code, (project) => nameKey(project.name));
    this.#codeById = new Map(
      code.flatMap((project) => {
        const id = identity.get(project.address)?.id;
        return id === undefined ? [] : [[id, project] as const];
      }),
    );
    this.#byId = indexBy(actual.projects, (project) => project.id);
    this.#byName = indexBy(actual.projects, (project) => nameKey(project.name));
  }

  /** The project that the reference means after the plan; undefined when there is none. */
  resolve(reference: ProjectReference): ProjectTarget | undefined {
    switch (reference.by) {
      case "address":
        return this.#resolveCode(this.#byAddress.get(reference.address));
      case "id":
        return this.#existing(this.withId(reference.id));
      case "default":
        return this.#existing(this.withId(this.actual.defaultProjectId));
      case "name":
        return (
          this.#resolveCode(this.#codeByName.get(nameKey(reference.name))) ??
          // A name that the code takes away from its project no longer refers to any.
          (this.renamedTo(reference.name) === undefined ? this.#existing(this.withName(reference.name)) : undefined)
        );
    }
  }

  /** The project that has an id before the plan. */
  withId(id: string): Project | undefined {
    return this.#byId.get(id);
  }

  /** The project that has a name before the plan. */
  withName(name: string): Project | undefined {
    return this.#byName.get(nameKey(name));
  }

  /** What the code says of a project; undefined for one that is not in the code. */
  codeOf(project: ProjectTarget): DesiredProject | undefined {
    return project.id === null ? this.#byAddress.get(project.address) : this.#codeById.get(project.id);
  }

  /** The project of the code that has this name now, and gets another one. */
  renamedTo(name: string): DesiredProject | undefined {
    const project = this.withName(name);
    const code = project === undefined ? undefined : this.#codeById.get(project.id);
    return code === undefined || nameKey(code.name) === nameKey(name) ? undefined : code;
  }

  #resolveCode(code: DesiredProject | undefined): ProjectTarget | undefined {
    if (code === undefined) return undefined;
    const { address, name } = code;
    return this.#existing(this.identity.get(address)) ?? { id: null, name, address };
  }

  #existing(project: Project | undefined): ProjectTarget | undefined {
    return project && { id: project.id, name: this.#codeById.get(project.id)?.name ?? project.name };
  }
}
