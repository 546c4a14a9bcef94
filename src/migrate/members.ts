import { TFE_WORKSPACE } from "../model";
import { compareNames, groupBy } from "../reconcile";
import type { LiveProjects } from "./live";
import type { StateResource } from "../terraform/state";

/** A workspace of a project. */
export interface Member {
  readonly id: string;
  readonly name: string;
  /** The resource of the workspace; undefined if it is not in the state. */
  readonly resource: StateResource | undefined;
}

export function projectIdOf({ values }: StateResource): string {
  return String(values["id"]);
}

/** The projects of workspaces, from the organization if it was read, or else from the state. */
export class Members {
  /** The workspaces in the state. */
  readonly workspaces: readonly StateResource[];
  readonly #projects: ReadonlyMap<string, string>;
  readonly #byProject: ReadonlyMap<string, readonly Member[]>;

  constructor(state: readonly StateResource[], live: LiveProjects | undefined) {
    this.workspaces = state.filter(({ type }) => type === TFE_WORKSPACE);
    this.#projects = new Map(live?.workspaces.map(({ id, projectId }) => [id, projectId]));
    const known = new Set(this.workspaces.map(({ values }) => values["id"]));
    const all = [
      ...this.workspaces.map((resource) => {
        const { id, name } = resource.values;
        return { projectId: this.projectOf(resource), id: String(id), name: String(name), resource };
      }),
      ...(live?.workspaces.filter(({ id }) => !known.has(id)) ?? []).map((it) => ({ ...it, resource: undefined })),
    ];
    this.#byProject = groupBy(all.sort(compareNames), ({ projectId }) => projectId);
  }

  /** The project of a workspace; that in the state if the workspace was not found. */
  projectOf({ values }: StateResource): string {
    return this.#projects.get(String(values["id"])) ?? String(values["project_id"]);
  }

  /** Whether a workspace is no longer in the project that the state has. */
  hasMoved(resource: StateResource): boolean {
    return this.projectOf(resource) !== String(resource.values["project_id"]);
  }

  /** The workspaces of a project, sorted by name. */
  of(projectId: string): readonly Member[] {
    return this.#byProject.get(projectId) ?? [];
  }
}
