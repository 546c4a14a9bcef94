import type { CallOptions } from "../../api";
import type { Project } from "../../model";
import type { OrganizationView } from "../view";
import type { AssignmentWrite } from "./changes";
import type { AssignableObject, ObservedAssignment } from "./kind";

/** The requests of a kind of assignments. Lists are read once, and own writes are recorded in them. */
export interface AssignmentService {
  /** All objects of the organization that the token sees. */
  objects(view: OrganizationView): Promise<readonly AssignableObject[]>;

  /**
   * What is assigned to an existing project.
   *
   * @param isNamed - Whether objects are to have their names, and the reason why they are fixed, if that takes a list.
   */
  observe(
    view: OrganizationView,
    projectId: string,
    isNamed: boolean,
    call?: CallOptions,
  ): Promise<readonly ObservedAssignment[]>;

  /** How many there are, as the project says; undefined if it does not. */
  countIn(project: Project): number | undefined;

  /**
   * Makes one change in projects: with one request if the kind is batched, otherwise with one for each project.
   *
   * @param projectIds - All of them have the same assignment before.
   */
  send(view: OrganizationView, projectIds: readonly string[], change: AssignmentWrite): Promise<void>;

  /** Forgets what was read of a project. */
  forget(view: OrganizationView, projectId: string): void;
}
