import { formatList, groupBy } from "../reconcile";
import { folderOf, type Configuration, type ModuleFolder, type Piece } from "./code";
import { projectIdOf, type Member, type Members } from "./members";
import { repetitionOf, sourcesOf, type Repetition, type Source } from "./placements";
import type { ProjectResource } from "./resources";
import { callPath, moduleSteps, type ModuleStep } from "../terraform/address";
import type { StateResource } from "../terraform/state";

/** What the code says about the workspaces of a project, if it agrees with where they are. */
export interface Assignments {
  readonly project: ProjectResource;
  /** The repetition of the project. */
  readonly repetition: Repetition;
  readonly sources: readonly AssignedSource[];
  /** Workspaces without a source, by instance of the project. */
  readonly rest: ReadonlyMap<StateResource, readonly Member[]>;
  /** Why the membership cannot follow the code of some workspaces, as sentences. */
  readonly reasons: readonly string[];
  /** Whether an earlier migration has removed the arguments from the code that placed its workspaces. */
  readonly isReleased: boolean;
}

/** A source in the code for the workspaces of a project. */
export interface AssignedSource {
  readonly source: Source;
  /** The key of the instance of the project, if the source belongs to only one. */
  readonly key: string | number | undefined;
  /** The key by which each instance of the source selects a project; undefined if all have the same. */
  readonly chosen?: Piece | "own" | undefined;
}

/** A workspace of a source. */
interface Covered {
  readonly workspace: StateResource;
  /** The key of the source's instance. */
  readonly key: string | number | undefined;
  /** The module instance that contains the source. */
  readonly module: string;
}

/** Compares where the code puts workspaces with where they are. */
export class AssignmentReader {
  /** Instances of module calls, by calling module. */
  readonly #calls: ReadonlyMap<string, readonly ModuleStep[]>;
  /** Instances of workspaces, by their addresses without keys. */
  readonly #workspaces: ReadonlyMap<string, readonly StateResource[]>;
  readonly #sources = new Map<ModuleFolder, readonly Source[]>();

  constructor(
    private readonly configuration: Configuration,
    private readonly members: Members,
    state: readonly StateResource[],
  ) {
    const steps = new Map(state.flatMap(({ module }) => moduleSteps(module)).map((step) => [step.module, step]));
    this.#calls = groupBy(steps.values(), ({ parent }) => parent);
    this.#workspaces = groupBy(members.workspaces, resourceKey);
  }

  assignmentsOf(project: ProjectResource): Assignments {
    const repetition = repetitionOf(project.code);
    const modules = this.#modulesOf(project);
    const sources: AssignedSource[] = [];
    const reasons: string[] = [];
    const assigned = new Set<StateResource>();
    for (const source of this.sourcesIn(project.folder)) {
      const covered = modules.flatMap((module) => this.#coveredBy(source, module));
      const { place, reason } = this.#placeOf(project, repetition, source, covered);
      if (place !== undefined) {
        sources.push({ source, ...place });
        for (const { workspace } of covered) assigned.add(workspace);
      } else if (reason !== undefined) {
        reasons.push(reason);
      }
    }
    const members = new Map(project.instances.map((instance) => [instance, this.members.of(projectIdOf(instance))]));
    const isAssigned = ({ resource }: Member): boolean => resource !== undefined && assigned.has(resource);
    return {
      project,
      repetition,
      sources,
      rest: new Map([...members].map(([instance, own]) => [instance, own.filter((member) => !isAssigned(member))])),
      reasons,
      isReleased: [...members.values()].flat().some(({ resource }) => this.sourceOf(resource)?.isReleased),
    };
  }

  sourcesIn(folder: ModuleFolder): readonly Source[] {
    const known = this.#sources.get(folder) ?? sourcesOf(folder, this.configuration);
    this.#sources.set(folder, known);
    return known;
  }

  /** The source in the code that a workspace is an instance of. */
  sourceOf(workspace: StateResource | undefined): Source | undefined {
    const folder = workspace && folderOf(this.configuration, callPath(workspace.module));
    return folder && this.sourcesIn(folder).find(({ address }) => address === `${workspace.type}.${workspace.name}`);
  }

  /** The sources of a module whose caller sets the project with a variable. */
  sourcesFor({ folder, variable }: NonNullable<Source["call"]>): readonly Source[] {
    return this.sourcesIn(folder).filter(({ placement }) => {
      return placement.kind === "variable" && placement.name === variable;
    });
  }

  /** Whether these are all instances of a workspace's resource, and the code places none of them elsewhere. */
  isWhole(resource: StateResource, members: readonly Member[]): boolean {
    const ids = new Set(members.map(({ id }) => id));
    const all = this.#workspaces.get(resourceKey(resource)) ?? [];
    if (!all.every(({ values }) => ids.has(String(values["id"])))) return false;
    const kind = this.sourceOf(resource)?.placement.kind;
    return kind !== "unknown" && kind !== "by-key";
  }

  /** The instances of a project's module in the state. */
  #modulesOf({ folder, instances, calls }: ProjectResource): readonly string[] {
    if (folder.path === "") return [""];
    const others = calls.flatMap((path) =>
      path.reduce<readonly string[]>(
        (parents, call) =>
          parents.flatMap((parent) =>
            (this.#calls.get(parent) ?? []).filter((it) => it.call === call).map((it) => it.module),
          ),
        [""],
      ),
    );
    return [...new Set([...instances.map(({ module }) => module), ...others])];
  }

  /** The workspaces that a source creates in an instance of its module. */
  #coveredBy({ call, address }: Source, module: string): readonly Covered[] {
    if (call === undefined) {
      const instances = this.#workspaces.get(`${module} ${address}`) ?? [];
      return instances.map((workspace) => ({ workspace, key: workspace.key, module }));
    }
    return (this.#calls.get(module) ?? [])
      .filter((step) => step.call === call.name)
      .flatMap((step) =>
        this.sourcesFor(call).flatMap((inner) =>
          this.#coveredBy(inner, step.module).map(({ workspace }) => ({ workspace, key: step.key, module })),
        ),
      );
  }

  /** Whether a source belongs to a project, both in the code and in the organization. */
  #placeOf(
    resource: ProjectResource,
    repetition: Repetition,
    { placement, repetition: own, address, isReleased }: Source,
    covered: readonly Covered[],
  ): { readonly place?: Omit<AssignedSource, "source">; readonly reason?: string } {
    const placed = covered.map(({ workspace, key, module }) => {
      const projectId = this.members.projectOf(workspace);
      const own_ = resource.instances.find((it) => it.module === module && projectIdOf(it) === projectId);
      return { workspace, key, project: own_ };
    });
    const isHere = placed.some(({ project }) => project !== undefined);
    const elsewhere = placed.filter(({ project }) => project === undefined);
    const away = `${namesOf(elsewhere)} of ${address} ${elsewhere.length === 1 ? "is" : "are"} in another project`;
    const not = (reason: string): { readonly reason?: string } =>
      isHere && covered.some(({ key }) => key !== undefined) ? { reason } : {};
    switch (placement.kind) {
      case "variable":
        return {};
      case "unknown":
        return not(`each instance of ${address} chooses its project by \`${shortened(placement.text)}\``);
      case "by-key": {
        if (placement.project !== resource.name) return not(`${address} has \`project_id\` of another project`);
        if (repetition.kind === "none") return {};
        if (elsewhere.length > 0) return not(away);
        // The state has the value of the expression for each instance, unless something else has moved it.
        const moved = placed.filter(
          ({ workspace, key, project }) =>
            this.members.hasMoved(workspace) || (placement.key === "own" && key !== project?.key),
        );
        if (moved.length > 0) return not(`${namesOf(moved)} moved by other means`);
        if (isReleased && covered.length > 0) return not(`${address} ignores changes of project_id`);
        return { place: { key: undefined, chosen: placement.key } };
      }
      case "project":
      case "constant": {
        if (covered.length === 0) {
          if (placement.project !== resource.name) return {};
          if (placement.kind === "project") return { place: { key: placement.key } };
          const isOptional = repetition.kind === "count" || own.kind !== "none";
          return isOptional ? { place: { key: repetition.kind === "count" ? 0 : undefined } } : {};
        }
        if (!isHere) return {};
        if (elsewhere.length > 0) return not(away);
        const [key, ...others] = new Set(placed.map(({ project }) => project?.key));
        return others.length > 0 ? not(`instances of ${address} are in several projects`) : { place: { key } };
      }
    }
  }
}

/** A key that the instances of a resource in one module share. */
function resourceKey({ module, type, name }: StateResource): string {
  return `${module} ${type}.${name}`;
}

function namesOf(placed: readonly { readonly workspace: StateResource }[]): string {
  return formatList(placed.map(({ workspace }) => String(workspace.values["name"])));
}

/** An expression for a sentence. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
